"""HSIC-RFE: backward elimination by Hilbert-Schmidt dependence."""

import numpy as np

from sieveflow.criteria.dependence import hsic_weights, pairs_of
from sieveflow.criteria.distances import Distances
from sieveflow.criteria.elimination import eliminate
from sieveflow.criteria.window_sums import weighted_sums_without
from sieveflow.errors import InputError
from sieveflow.selector import FeatureRanker


class DependenceRFE(FeatureRanker):
    r"""Rank features by how well the others depend with the target without them, with elimination.

    The dependence of a subset is the unbiased estimate HSIC_1 (2.36) between a kernel on its features and a kernel on
    the target. Each round drops the feature without which it is largest, so that feature j scores -HSIC_1 of the
    subset without j. On inputs the kernel is exp(-|x - z|^2 / (2 m)) with m the number of features in the subset, or
    linear; on the target exp(-(y - z)^2 / 2) or linear. Inputs and target are standardised first.

    Parameters
    ----------
    input_kernel, target_kernel : {'gaussian', 'linear'}
        The two kernels.
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
    Song, Smola, Gretton, Bedo and Borgwardt (2007), Supervised feature selection via dependence estimation, ICML;
    (2.36) of Yang (2011), PhD thesis, National University of Singapore.
    """

    def __init__(self, *, input_kernel="gaussian", target_kernel="gaussian", n_features_to_select=None):
        self.input_kernel = input_kernel
        self.target_kernel = target_kernel
        self.n_features_to_select = n_features_to_select

    def _rank(self, X, y):
        for name in ("input_kernel", "target_kernel"):
            if getattr(self, name) not in ("gaussian", "linear"):
                raise InputError(f"{name}: found {getattr(self, name)!r}, allowed are gaussian, linear.")
        if y.size < 4:
            raise InputError(f"HSIC-RFE: n_samples={y.size}, the unbiased estimate needs at least 4.")
        first, second = pairs_of(y.size)
        weights = hsic_weights(_target_gram(y, self.target_kernel))
        if self.input_kernel == "linear":
            # A linear kernel is a sum over features, so that a feature's own dependence is what leaving it out costs.
            own = np.array([weights @ (column[first] * column[second]) for column in X.T])
            return eliminate(X.shape[1], lambda left: own[left] - own[left].sum())
        columns, of_pairs = np.ascontiguousarray(X.T), np.zeros((y.size, y.size))
        of_pairs[first, second] = weights
        distances = Distances(columns)

        def criterion(left):
            scale = -0.5 / max(1, left.size - 1)
            return -weighted_sums_without(distances.by(left), columns[left], of_pairs, scale)

        return eliminate(X.shape[1], criterion)


def _target_gram(y, kernel):
    return np.outer(y, y) if kernel == "linear" else np.exp(-0.5 * np.square(y[:, None] - y[None, :]))
