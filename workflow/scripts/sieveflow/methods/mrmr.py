"""mRMR: forward selection by mutual information with the target less that with the features already chosen."""

import numpy as np

from sieveflow.criteria.forward_selection import select_forward
from sieveflow.criteria.information import binned, mutual_informations
from sieveflow.errors import InputError
from sieveflow.selector import FeatureRanker

_BINNINGS = ("equal-width", "quantile", "three-states")
# The target as whole numbers from 0: numbers are binned as columns are, classes are there already.
_CODES = {
    "regression": lambda y, binning, n_bins: binned(y[:, None], binning, n_bins)[:, 0],
    "classification": lambda y, binning, n_bins: y,
}


class RelevanceRedundancyRanker(FeatureRanker):
    r"""Rank features by minimal redundancy and maximal relevance.

    Features are chosen one after the other; the next is the one with the largest

    .. math:: I(x^j; y) - \frac{1}{|S|} \sum_{i \in S} I(x^j; x^i),

    S being those chosen so far, with mutual informations of histograms.

    Parameters
    ----------
    task : {'regression', 'classification'}
        Whether the target holds numbers, which are binned, or classes.
    binning : {'equal-width', 'quantile', 'three-states'}
        How columns and numeric targets are binned; three-states cuts at the mean minus and plus one deviation.
    n_bins : int
        Number of bins of the first two.
    n_features_to_select : int, optional
        How many features `transform` keeps; None keeps half of them. Where it is given, the features beyond are ranked
        by the criterion as it stands after so many choices.

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

    def __init__(self, *, task="regression", binning="equal-width", n_bins=10, n_features_to_select=None):
        self.task = task
        self.binning = binning
        self.n_bins = n_bins
        self.n_features_to_select = n_features_to_select

    def _rank(self, X, y):
        if self.binning not in _BINNINGS:
            raise InputError(f"binning: found {self.binning!r}, allowed are {', '.join(_BINNINGS)}.")
        if not self.n_bins >= 2:
            raise InputError(f"n_bins: found {self.n_bins!r}, allowed are whole numbers from 2.")
        columns = np.ascontiguousarray(binned(X, self.binning, self.n_bins).T)
        target = _CODES[self.task](y, self.binning, self.n_bins)
        relevance, redundancy = mutual_informations(columns, target), np.zeros(len(columns))

        def criterion(chosen, left):
            if chosen:
                redundancy[left] += mutual_informations(columns[left], columns[chosen[-1]])
            return relevance[left] - redundancy[left] / max(1, len(chosen))

        return select_forward(len(columns), criterion, self.n_features_to_select)
