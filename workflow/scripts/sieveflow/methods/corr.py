"""Absolute correlation with the target."""

import numpy as np

from sieveflow.selector import FeatureRanker, ranking_from_scores


class CorrelationRanker(FeatureRanker):
    """Rank features by the absolute value of Pearson's correlation with the target.

    The score of feature j is |sum_i (x_i^j - mean)(y_i - mean)| over the product of the two deviations; a feature
    that does not vary scores zero.

    Parameters
    ----------
    n_features_to_select : int, optional
        How many features `transform` keeps; None keeps half of them.

    Attributes
    ----------
    ranking_ : ndarray of int
        1 for the best feature, no ties.
    scores_ : ndarray of float
        Absolute correlations.

    References
    ----------
    Guyon and Elisseeff (2003), An introduction to variable and feature selection, JMLR 3, section 2.2.
    """

    def __init__(self, *, n_features_to_select=None):
        self.n_features_to_select = n_features_to_select

    def _rank(self, X, y):
        scores = np.abs(X.T @ y) / y.size
        return ranking_from_scores(scores), scores
