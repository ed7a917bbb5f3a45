"""Delta-w2-RFE: change of the norm of the SVR's weight vector."""

from sieveflow.criteria.elimination import eliminate
from sieveflow.criteria.svr_ranker import SvrRanker
from sieveflow.learners.gram_factors import GramFactors
from sieveflow.learners.svr import fit_svr


class WeightNormRFE(SvrRanker):
    r"""Rank features by how much the norm of the SVR's weight vector changes without them, with elimination.

    Each round trains epsilon-SVR with kernel exp(-kappa |x - z|^2); feature j scores

    .. math:: \left| \beta' K \beta - \beta' K_{-j} \beta \right|, \quad \beta = \alpha - \alpha^*,

    where K_{-j} is the Gram matrix without the feature and the multipliers are kept.

    Parameters
    ----------
    C : float, optional
        Weight of the slacks.
    kappa : float, optional
        Kernel parameter, for standardised inputs.
    epsilon : float, optional
        Half width of the tube, in units of the target. Of C, kappa and epsilon those that are None are found by 5-fold
        cross-validation over a small grid, on at most 500 samples.
    n_features_to_select : int, optional
        How many features `transform` keeps; None keeps half of them.

    Attributes
    ----------
    ranking_ : ndarray of int
        1 for the best feature, no ties.
    scores_ : ndarray of float
        The score with which a feature was dropped, never more than that of one that outlived it.

    References
    ----------
    Guyon, Weston, Barnhill and Vapnik (2002), Machine Learning 46; (2.37) and (2.38) of Yang (2011), PhD thesis,
    National University of Singapore.
    """

    def __init__(self, *, C=None, kappa=None, epsilon=None, n_features_to_select=None):
        self.C = C
        self.kappa = kappa
        self.epsilon = epsilon
        self.n_features_to_select = n_features_to_select

    def _rank(self, X, y):
        settings = self._hyperparameters(X, y)
        factors = GramFactors(X, settings["kappa"])

        def criterion(left):
            gram = factors.gram(left)
            beta = fit_svr(gram, y, settings["C"], settings["epsilon"]).beta
            norm = beta @ gram @ beta
            return [abs(norm - factors.norm_without(gram, left, position, beta)) for position in range(left.size)]

        return eliminate(X.shape[1], criterion)
