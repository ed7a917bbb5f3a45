"""Fisher's score: variance between classes over variance within them."""

import numpy as np

from sieveflow.selector import FeatureRanker, ranking_from_scores


class FisherRanker(FeatureRanker):
    r"""Rank features by Fisher's score

    .. math:: S(j) = \frac{\sum_k N_k (\mu_k^j - \mu^j)^2}{\sum_k \sum_{x_i \in \omega_k} (x_i^j - \mu_k^j)^2},

    with N_k samples and the mean mu_k in class k, and the mean mu of all. A feature that does not vary scores zero, one
    that varies only between classes the largest number there is.

    Parameters
    ----------
    n_features_to_select : int, optional
        How many features `transform` keeps; None keeps half of them.

    Attributes
    ----------
    ranking_ : ndarray of int
        1 for the best feature, no ties.
    scores_ : ndarray of float
        Fisher's scores.

    References
    ----------
    (2.27) of Yang (2011), PhD thesis, National University of Singapore; Guyon and Elisseeff (2003), JMLR 3.
    """

    task = "classification"

    def __init__(self, *, n_features_to_select=None):
        self.n_features_to_select = n_features_to_select

    def _rank(self, X, y):
        members = [X[y == code] for code in range(y.max() + 1)]
        between = sum(len(own) * np.square(own.mean(axis=0) - X.mean(axis=0)) for own in members)
        within = sum(np.square(own - own.mean(axis=0)).sum(axis=0) for own in members)
        # Both are about N at most; below this, what is left of a constant is rounding.
        rounding = y.size * np.finfo(float).eps
        scores = np.where(between > rounding, between / np.maximum(within, rounding), 0.0)
        return ranking_from_scores(scores), scores
