"""Entropy of the class that some features leave, estimated with Gaussian windows."""

import numpy as np

from sieveflow.criteria.window_sums import class_sums

# Below this, sums in single precision may consist of windows that fell out of its range.
_SINGLE_RANGE = 1e-30


class ClassedSamples:
    """Samples sorted by class.

    Attributes
    ----------
    columns : ndarray of shape (d, n)
        Samples in columns, one feature after the other.
    codes : ndarray of int
        Class of each sample, from 0.
    starts : ndarray of int
        Where each class starts; and at the end n.
    order : ndarray of int
        Where the samples stood before.
    """

    def __init__(self, X, codes):
        self.order = np.argsort(codes, kind="stable")
        self.columns = np.ascontiguousarray(X[self.order].T)
        self.codes = codes[self.order]
        self.starts = np.searchsorted(self.codes, np.arange(codes.max() + 2))

    @property
    def of_class(self):
        """Truth table of shape (n_classes, n)."""
        return np.arange(self.starts.size - 1)[:, None] == self.codes[None, :]


def missing_information(sums, of_class):
    """What is missing from (5.6): the entropy of the class less mutual information, mean of log(1 + others / own).

    (5.6) is the mean of log(N / N_k) - log(1 + others / own), where own and others are the sums of windows from a
    sample to its own class, itself included, and to the other classes.

    Parameters
    ----------
    sums : ndarray of shape (m, n_classes, n)
        As `class_sums` returns them, or positive multiples that are the same for all classes of a sample.
    of_class : ndarray of shape (n_classes, n)
    """
    own = np.where(of_class, sums, 0).sum(axis=1, dtype=float)
    others = np.where(of_class, 0, sums).sum(axis=1, dtype=float)
    return np.log1p(others / (own + 1.0)).mean(axis=1)


def posterior_entropy(sums, of_class):
    """What is missing from Kwak's estimate: the mean entropy of the classes given a sample, less (5.15)."""
    total = sums + of_class
    entropy = np.zeros((sums.shape[0], sums.shape[2]))
    for k in range(total.shape[1]):
        rest = np.delete(total, k, axis=1).sum(axis=1)
        own = total[:, k]
        # The logarithm of a posterior near one from what is missing to one.
        entropy += own / (own + rest) * np.log1p(rest / own)
    return entropy.mean(axis=1)


def relative_error(distances, columns, scale, dtype):
    """Bound on the relative error of sums of windows: of their exponents, the exponential and the additions."""
    reach = distances.max() + 4.0 * np.square(columns).max()
    return float(np.finfo(dtype).eps) * (columns.shape[1] + 32.0 + 4.0 * abs(scale) * reach)


def missing_without_each(distances, samples, left, scale):
    """Missing information without each feature that is left: exact for the smallest and all that may be it.

    All are computed in single precision first; those whose bounds reach below that of the smallest again in double.

    Returns
    -------
    values : ndarray
    relative : float
        Bound on the relative error of the smallest.
    """
    columns, of_class = samples.columns[left], samples.of_class
    values = np.empty(left.size)
    close = np.ones(left.size, dtype=bool)
    if left.size > 2:
        f = np.float32
        sums = class_sums(distances.astype(f), columns.astype(f), f(-1), f(scale), samples.starts)
        values = missing_information(sums, of_class)
        error = 2.0 * relative_error(distances, columns, scale, f)
        if error < 1.0 and values.min() > _SINGLE_RANGE:
            close = values <= values.min() * (1.0 + error) / (1.0 - error)
    sums = class_sums(distances, columns[close], -1.0, scale, samples.starts)
    values[close] = missing_information(sums, of_class)
    return values, 2.0 * relative_error(distances, columns, scale, float)
