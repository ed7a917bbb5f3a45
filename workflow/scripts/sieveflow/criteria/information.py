"""Mutual information of binned variables."""

import numpy as np


def binned(X, binning, n_bins):
    """Bin every column; returns whole numbers from 0.

    Parameters
    ----------
    X : ndarray of shape (n, d)
    binning : {'equal-width', 'quantile', 'three-states'}
        Bins of equal width, of equal count, or the three that mean minus and plus one deviation mark off.
    n_bins : int
        Number of bins of the first two.
    """
    inner = np.linspace(0, 1, n_bins + 1)[1:-1]
    out = np.empty(X.shape, dtype=int)
    for j, column in enumerate(X.T):
        if binning == "equal-width":
            edges = column.min() + inner * np.ptp(column)
        elif binning == "quantile":
            edges = np.unique(np.quantile(column, inner))
        else:
            edges = column.mean() + column.std() * np.array([-1.0, 1.0])
        out[:, j] = np.searchsorted(edges, column, side="right")
    return out


def mutual_information(a, b):
    """Mutual information, in nats, of two columns of whole numbers from 0."""
    joint = np.bincount(a * (b.max() + 1) + b, minlength=(a.max() + 1) * (b.max() + 1))
    joint = joint.reshape(a.max() + 1, b.max() + 1) / a.size
    independent = np.outer(joint.sum(axis=1), joint.sum(axis=0))
    there = joint > 0
    # Zero for independent columns but for rounding, which could make it less.
    return max(0.0, float(np.sum(joint[there] * np.log(joint[there] / independent[there]))))


def mutual_informations(columns, other):
    """Mutual information, in nats, of every row of whole numbers from 0 with one more.

    From counts, whose products with their logarithms are looked up: one pass over all rows.

    Parameters
    ----------
    columns : ndarray of shape (d, n)
    other : ndarray of shape (n,)
    """
    d, n = columns.shape
    first, second = columns.max() + 1, other.max() + 1
    terms = np.arange(n + 1) * np.log(np.maximum(np.arange(n + 1), 1))
    place = columns * second
    place += np.arange(d)[:, None] * (first * second) + other
    joint = np.bincount(place.ravel(), minlength=d * first * second).reshape(d, first, second)
    own = terms[joint.sum(axis=2)].sum(axis=1)
    both = terms[joint].sum(axis=(1, 2))
    return np.maximum((both - own - terms[np.bincount(other)].sum()) / n + np.log(n), 0.0)
