"""No selection: what a study compares with when it asks whether to select at all."""

import numpy as np

from sieveflow.selector import FeatureRanker, ranking_from_scores


class AllFeatures(FeatureRanker):
    """Keep every feature; the ranking, for those who want one, is by absolute correlation.

    Parameters
    ----------
    n_features_to_select : int, optional
        How many features `transform` keeps; None keeps all.

    Attributes
    ----------
    ranking_ : ndarray of int
        1 for the best feature, no ties.
    scores_ : ndarray of float
        Absolute correlations.
    support_ : ndarray of bool
        True for all.

    References
    ----------
    Bi, Bennett, Embrechts, Breneman and Song (2003), JMLR 3, section 6: the machines that others are compared with.
    """

    def __init__(self, *, n_features_to_select=None):
        self.n_features_to_select = n_features_to_select

    def _rank(self, X, y):
        self._n_chosen = X.shape[1]
        scores = np.abs(X.T @ y) / y.size
        return ranking_from_scores(scores), scores
