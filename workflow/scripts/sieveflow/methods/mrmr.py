"""mRMR: forward selection by mutual information with the target less that with the features already chosen."""

import numpy as np

from sieveflow.errors import InputError
from sieveflow.information import binned, mutual_information
from sieveflow.selector import FeatureRanker

_BINNINGS = ("equal-width", "quantile", "three-states")


class RelevanceRedundancyRanker(FeatureRanker):
    r"""Rank features by minimal redundancy and maximal relevance.

    Features are chosen one after the other; the next is the one with the largest

    .. math:: I(x^j; y) - \frac{1}{|S|} \sum_{i \in S} I(x^j; x^i),

    S being those chosen so far, with mutual informations of histograms.

    Parameters
    ----------
    binning : {'equal-width', 'quantile', 'three-states'}
        How columns and target are binned; three-states cuts at the mean minus and plus one deviation.
    n_bins : int
        Number of bins of the first two.
    n_features_to_select : int, optional
        How many features `transform` keeps; None keeps half of them.

    Attributes
    ----------
    ranking_ : ndarray of int
        1 for the best feature, no ties.
    scores_ : ndarray of float
        The criterion when a feature was chosen, never more than that of one chosen before.

    References
    ----------
    Peng, Long and Ding (2005), IEEE Transactions on Pattern Analysis and Machine Intelligence 27; (2.31) of Yang
    (2011), PhD thesis, National University of Singapore.
    """

    def __init__(self, *, binning="equal-width", n_bins=10, n_features_to_select=None):
        self.binning = binning
        self.n_bins = n_bins
        self.n_features_to_select = n_features_to_select

    def _rank(self, X, y):
        if self.binning not in _BINNINGS:
            raise InputError(f"binning: found {self.binning!r}, allowed are {', '.join(_BINNINGS)}.")
        if not self.n_bins >= 2:
            raise InputError(f"n_bins: found {self.n_bins!r}, allowed are whole numbers from 2.")
        columns = binned(X, self.binning, self.n_bins).T
        target = binned(y[:, None], self.binning, self.n_bins)[:, 0]
        relevance = np.array([mutual_information(column, target) for column in columns])
        redundancy = np.zeros(len(columns))
        left = np.ones(len(columns), dtype=bool)
        ranking, scores = np.empty(len(columns), dtype=int), np.empty(len(columns))
        for rank in range(1, len(columns) + 1):
            values = np.where(left, relevance - redundancy / max(1, rank - 1), -np.inf)
            best = int(np.argmax(values))
            ranking[best], scores[best], left[best] = rank, values[best], False
            redundancy[left] += [mutual_information(columns[j], columns[best]) for j in np.flatnonzero(left)]
        order = np.argsort(ranking)
        scores[order] = np.minimum.accumulate(scores[order])
        return ranking, scores
