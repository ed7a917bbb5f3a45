"""What a block of the SVM path is made of: the samples that it watches, and the numbers that its pivots begin with."""

import numpy as np
from numba import njit

from sieveflow.learners.svm_path_pivots import BOUND, MARGIN, ZERO

# Samples that move slower towards their margin than this share of the mean speed count as if they moved so fast.
_SLOWEST = 0.3


@njit(cache=True)
def soonest(h, speed, y, targets, rates, status, watched, forced):
    """Samples that may reach the margin first by their present speed, and those that are forced."""
    n = y.size
    away = towards = 0.0
    for i in range(n):
        if status[i] != MARGIN:
            away += 1.0
            towards += abs(speed[i] - y[i] * rates[i])
    slowest = _SLOWEST * towards / max(away, 1.0) + 1e-300
    soon = np.full(n, np.inf)
    for i in range(n):
        if status[i] != MARGIN:
            pace = y[i] * (speed[i] - y[i] * rates[i])
            if status[i] == ZERO:
                pace = -pace
            soon[i] = abs(h[i] - y[i] * targets[i]) / (max(pace, 0.0) + slowest)
    latest = np.partition(soon, watched)[watched]
    soon[forced] = -1.0
    return np.flatnonzero(soon < latest)


@njit(cache=True)
def tableau_parts(gram, samples, watched, status, bounds, y, targets, rates, bound_sum):
    """Kernel values and starting points of a block.

    Returns
    -------
    border, inner : ndarray of shape (w, e + 1) and (w, w)
        [1, K_WE] and K_WW.
    places : ndarray of int, shape (e + w,)
        The samples on the margin, then those that are watched.
    begun : ndarray of int8, shape (e + 1 + w,)
        Status of each place, theta first.
    limits, start : ndarray of shape (e + 1 + w,)
        Bounds of beta, and beta of those that are watched.
    slack, rate : ndarray of shape (w,)
        What the slacks of those that are watched and their rates are without the samples on the margin.
    """
    e, w = samples.size, watched.size
    border, inner = np.empty((w, e + 1)), np.empty((w, w))
    places = np.concatenate((samples, watched))
    begun = np.full(e + 1 + w, MARGIN, dtype=np.int8)
    limits, start = np.zeros(e + 1 + w), np.zeros(e + 1 + w)
    slack, rate = np.empty(w), np.empty(w)
    limits[1:] = bounds[places]
    for r in range(w):
        i = watched[r]
        line = gram[i]
        border[r, 0] = 1.0
        for c in range(e):
            border[r, c + 1] = line[samples[c]]
        for c in range(w):
            inner[r, c] = line[watched[c]]
        begun[e + 1 + r] = status[i]
        if status[i] == BOUND:
            start[e + 1 + r] = bounds[i]
        slack[r] = bound_sum[i] - y[i] * targets[i]
        rate[r] = -y[i] * rates[i]
    return border, inner, places, begun, limits, start, slack, rate


@njit(cache=True)
def moved(values, statuses, begun, start, e1):
    """Columns of the watched samples that change sides, how their beta changes, and the columns of all that move."""
    total = begun.size
    touched = np.empty(total - e1, dtype=np.int64)
    count = 0
    for t in range(e1, total):
        for k in range(statuses.shape[0]):
            if statuses[k, t] != begun[t]:
                touched[count] = t - e1
                count += 1
                break
    touched = touched[:count]
    changes = np.empty((values.shape[0], count))
    for k in range(values.shape[0]):
        for j in range(count):
            changes[k, j] = values[k, e1 + touched[j]] - start[e1 + touched[j]]
    return touched, changes, np.concatenate((np.arange(e1 - 1), e1 - 1 + touched))
