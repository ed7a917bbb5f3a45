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
        1 for the best feature, no ties; of equal scores the leftmost comes first.
    scores_ : ndarray of float
        Absolute correlations.

    References
    ----------
    Guyon and Elisseeff (2003), An introduction to variable and feature selection, JMLR 3, section 2.2.
    """

    def __init__(self, *, n_features_to_select=None):
        self.n_features_to_select = n_features_to_select

    def _rank(self, X, y):
        dx = X - X.mean(axis=0)
        dy = y - y.mean()
        spread = np.sqrt(np.square(dx).sum(axis=0) * np.square(dy).sum())
        varies = (np.ptp(X, axis=0) > 0) & (spread > 0)
        scores = np.abs(dx.T @ dy) / np.where(varies, spread, 1.0) * varies
        return ranking_from_scores(scores), scores
