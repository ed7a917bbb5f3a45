"""SD-G-RFE: sensitivity of a Gaussian predictive density."""

from sieveflow.criteria.density import gaussian_sensitivity
from sieveflow.criteria.density_rfe import DensityRFE


class SDGaussianRFE(DensityRFE):
    r"""Rank features by how much permuting them moves the density of an SVR's prediction, with elimination.

    As SD-L-RFE, with p(y|x) Gaussian around f(x) and sigma^2 the mean squared residual (12). A feature scores the mean
    divergence (20),

    .. math:: \frac{(f(x) - f(x_{(j)}))^2 + \sigma^2}{2 \sigma_j^2} + \ln\frac{\sigma_j}{\sigma} - \frac{1}{2}.

    Parameters
    ----------
    C : float, optional
        Weight of the slacks.
    kappa : float, optional
        Kernel parameter, for standardised inputs.
    epsilon : float, optional
        Half width of the tube, in units of the target. Of C, kappa and epsilon those that are None are found by 5-fold
        cross-validation over a small grid, on at most 500 samples.
    n_permutations : int
        Permutations that the score is averaged over; the paper uses one, the default is 5.
    permutation : {'uniform', 'swaps'}
        How they are drawn: every order equally likely, or by the swaps that the paper describes.
    n_features_to_select : int, optional
        How many features `transform` keeps; None keeps half of them.
    random_state : int, RandomState or None
        Source of the permutations.

    Attributes
    ----------
    ranking_ : ndarray of int
        1 for the best feature, no ties.
    scores_ : ndarray of float
        The score with which a feature was dropped, never more than that of one that outlived it.

    References
    ----------
    Yang and Ong (2010), Feature selection for support vector regression using probabilistic prediction, KDD, (21).
    """

    _sensitivity = staticmethod(gaussian_sensitivity)
