"""Which samples a block of the SVM path watches: those that may reach the margin in it."""

import numpy as np

from sieveflow.compiled import njit
from sieveflow.learners.svm_path_pivots import MARGIN, ZERO

# Samples that move slower towards their margin than this share of the mean speed count as if they moved so fast.
_SLOWEST = 0.3


@njit(cache=True)
def soonest(h, speed, y, targets, rates, status, watched, forced):
    """Samples that may reach the margin first by their present speed, so many or all, and those that are forced."""
    n = y.size
    others = np.flatnonzero(status != MARGIN)
    if others.size <= watched:
        return others
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
