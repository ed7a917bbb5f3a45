"""Bring columns to mean 0 and deviation 1, whatever their unit."""

import numpy as np


def standardise(X):
    """Standardise every column; one that does not vary becomes zero.

    Columns are first divided by their largest absolute value, so that neither tiny nor huge numbers leave the range of
    floating point when they are squared.

    Parameters
    ----------
    X : ndarray of shape (n, d) or (n,)

    Returns
    -------
    Z : ndarray
        The standardised columns.
    deviation : ndarray or float
        Standard deviations of the columns of X; zero for one that does not vary.
    """
    peak = np.abs(X).max(axis=0)
    peak = np.where(peak > 0, peak, 1.0)
    Z = X / peak
    varies = np.ptp(Z, axis=0) > 0
    Z = np.where(varies, Z - Z.mean(axis=0), 0.0)
    deviation = np.sqrt(np.square(Z).mean(axis=0))
    return Z / np.where(varies, deviation, 1.0), deviation * peak


def range_of(X):
    """Middle and half the range of every column; 1 for one that does not vary, which leaves it at zero."""
    low, high = X.min(axis=0), X.max(axis=0)
    half = (high - low) / 2
    return low + half, np.where(half > 0, half, 1.0)
