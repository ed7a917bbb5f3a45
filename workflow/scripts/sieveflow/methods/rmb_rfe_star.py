"""RMB-RFE*: radius-margin bound of machines trained without each feature."""

from sieveflow.criteria.bound_rfe import BoundRFE, radius_margin_bound


class RetrainedRadiusMarginRFE(BoundRFE):
    r"""Rank features by the radius-margin bound on the leave-one-out error without them, with elimination.

    Each round drops the feature j with the smallest

    .. math:: R_{-j}^2 \sum_i (\alpha_i + \alpha_i^*),

    R_{-j} being the radius of the smallest sphere around all samples in the space of the kernel without the feature.
    The multipliers are those of a machine trained without the feature.

    Parameters
    ----------
    C : float, optional
        Weight of the slacks.
    kappa : float, optional
        Kernel parameter, for standardised inputs.
    epsilon : float, optional
        Half width of the tube, in units of the target. Of C, kappa and epsilon those that are None are found by 5-fold
        cross-validation over a small grid, on at most 500 samples.
    bound_loss : {'squared', 'linear'}
        Whether slacks cost by their square or in proportion. The thesis trains with linear slacks and prints the bounds
        of a paper that squares them; squared slacks put 1/C on the diagonal of every Gram matrix.
    n_features_to_select : int, optional
        How many features `transform` keeps; None keeps half of them.

    Attributes
    ----------
    ranking_ : ndarray of int
        1 for the best feature, no ties.
    scores_ : ndarray of float
        The bound without a feature when it was dropped, never more than that of one that outlived it.

    References
    ----------
    Rakotomamonjy (2007), Neurocomputing 70; (2.39) of Yang (2011), PhD thesis, National University of Singapore.
    """

    _retrains = True
    _bound = staticmethod(radius_margin_bound)
