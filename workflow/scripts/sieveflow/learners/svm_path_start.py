"""A rough solution to start the SVM path from: which samples stand at the bound, and the offset."""

import numpy as np

from sieveflow.compiled import njit

_MIN_CURVATURE = 1e-12
# Coefficients of a rough solution that are closer to a bound are at the bound.
_INSIDE = 1e-4


@njit(cache=True)
def _first_guess(gram, y, lam):
    """alpha and h without theta: the smaller class and as many of the other at the bound, or nobody.

    Of the other class those go to the bound that are most like the smaller one. Where a share of these coefficients
    would be better than all of them, zero is the better start.
    """
    n = y.size
    smaller = 1.0 if (y > 0.0).sum() <= (y < 0.0).sum() else -1.0
    h = np.zeros(n)
    for i in range(n):
        if y[i] == smaller:
            for t in range(n):
                h[t] += gram[i, t]
    alpha = (y == smaller).astype(np.float64)
    others = np.flatnonzero(y != smaller)
    likest = others[np.argsort(-h[others], kind="mergesort")[: n - others.size]]
    for i in likest:
        alpha[i] = 1.0
        for t in range(n):
            h[t] -= gram[i, t]
    h *= smaller
    if lam * alpha.sum() < (alpha * y * h).sum():
        return np.zeros(n), np.zeros(n)
    return alpha, h


@njit(cache=True)
def rough_solution(gram, y, lam, tol, max_iter):
    """alpha in [0, 1] and theta of the SVM at lambda by sequential minimal optimisation.

    Margins are met up to tol * lambda. Pairs by second order as in Fan, Chen and Lin (2005), JMLR 6: 1889-1918.
    """
    n = y.size
    alpha, h = _first_guess(gram, y, lam)
    top = bottom = 0.0
    for _ in range(max_iter):
        # y_i lambda - h_i is the offset that puts sample i on its margin.
        i, top, bottom = -1, -np.inf, np.inf
        for t in range(n):
            offset = y[t] * lam - h[t]
            if (alpha[t] < 1.0 if y[t] > 0.0 else alpha[t] > 0.0) and offset > top:
                top, i = offset, t
            if (alpha[t] > 0.0 if y[t] > 0.0 else alpha[t] < 1.0) and offset < bottom:
                bottom = offset
        if top - bottom <= tol * lam:
            break
        j, best, step = -1, -1.0, 0.0
        for t in range(n):
            if alpha[t] > 0.0 if y[t] > 0.0 else alpha[t] < 1.0:
                gap = top - (y[t] * lam - h[t])
                if gap > 0.0:
                    curvature = max(gram[i, i] + gram[t, t] - 2.0 * gram[i, t], _MIN_CURVATURE)
                    if gap * gap / curvature > best:
                        j, best, step = t, gap * gap / curvature, gap / curvature
        room_i = 1.0 - alpha[i] if y[i] > 0.0 else alpha[i]
        room_j = alpha[j] if y[j] > 0.0 else 1.0 - alpha[j]
        step = min(step, room_i, room_j)
        alpha[i] = (1.0 if y[i] > 0.0 else 0.0) if step == room_i else alpha[i] + y[i] * step
        alpha[j] = (0.0 if y[j] > 0.0 else 1.0) if step == room_j else alpha[j] - y[j] * step
        for t in range(n):
            h[t] += step * (gram[i, t] - gram[j, t])
    return alpha, 0.5 * (top + bottom)


def settled(alpha, bounds):
    """Samples at their bound, those between the bounds, and beta of the latter, as alpha has them."""
    at_bound = alpha >= 1.0 - _INSIDE
    between = np.flatnonzero(~at_bound & (alpha > _INSIDE))
    return at_bound, between, bounds[between] * alpha[between]


def rounded(alpha, bounds):
    """Samples at their bound, as many of either class, nearest to alpha; and one to stand on the margin, with its beta.

    The one on the margin balances the sum of bounds over the classes, which its own coefficient can only do by falling.
    """
    wanted = min(round(float(alpha.sum()) / 2.0), int((bounds > 0.0).sum()), int((bounds < 0.0).sum()))
    at_bound = np.zeros(bounds.size, dtype=bool)
    for members in (np.flatnonzero(bounds > 0.0), np.flatnonzero(bounds < 0.0)):
        at_bound[members[np.argsort(-alpha[members], kind="stable")[:wanted]]] = True
    surplus = bounds[at_bound].sum()
    able = np.flatnonzero(at_bound & (bounds * surplus >= 0.0)) if at_bound.any() else np.arange(bounds.size)
    first = able[np.argmin(np.abs(alpha[able] - 0.5))]
    beta = bounds[[first]] * at_bound[first]
    at_bound[first] = False
    return at_bound, np.array([first]), beta
