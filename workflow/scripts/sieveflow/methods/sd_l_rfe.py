"""SD-L-RFE: sensitivity of a Laplace predictive density."""

from sieveflow.criteria.density import laplace_sensitivity
from sieveflow.criteria.density_rfe import DensityRFE


class SDLaplaceRFE(DensityRFE):
    r"""Rank features by how much permuting them moves the density of an SVR's prediction, with elimination.

    Each round trains epsilon-SVR with kernel exp(-kappa |x - z|^2) and takes p(y|x) to be Laplace around f(x) with
    scale sigma, the mean absolute residual (11). A feature scores the mean divergence (18) between the density at x
    and at x with the feature permuted,

    .. math:: \ln\frac{\sigma_j}{\sigma} - 1 + \frac{\sigma}{\sigma_j} e^{-|f(x) - f(x_{(j)})| / \sigma}
              + \frac{|f(x) - f(x_{(j)})|}{\sigma_j},

    and the feature with the lowest score is dropped.

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
    Yang and Ong (2010), Feature selection for support vector regression using probabilistic prediction, KDD, (19).
    """

    _sensitivity = staticmethod(laplace_sensitivity)
