"""Support vector classification on a Gram matrix, one machine for every pair of classes, with warm starts.

LIBSVM solves the same problem; this solver exists because tuning trains thousands of machines on Gram matrices that are
already there and wants each one to start from its neighbour's solution.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from sieveflow.compiled import njit

# Curvature below this is taken as this: two equal samples give a flat direction, and LIBSVM guards it likewise.
_MIN_CURVATURE = 1e-12
# LIBSVM's default.
_TOLERANCE = 1e-3
_MAX_STEPS = 10_000_000


@njit(cache=True)
def _solve(gram, y, C, tol, max_steps, beta, grad):
    """Sequential minimal optimisation in beta = y alpha; changes beta and grad in place.

    Minimises beta'K beta / 2 - y'beta with sum beta = 0 and 0 <= y beta <= C, with the second-order pair selection of
    Fan, Chen and Lin (2005). `grad` is K beta - y. Returns the offset b, the number of steps and the violation of
    optimality that is left.
    """
    n = y.size
    upper, lower = np.empty(n), np.empty(n)
    for t in range(n):
        upper[t] = C if y[t] > 0.0 else 0.0
        lower[t] = 0.0 if y[t] > 0.0 else -C
    step = 0
    # What the last step added to grad, delta (row_i - row_j), is applied in the pass that looks for the next pair.
    delta = 0.0
    row_i = row_j = gram[0]
    while True:
        i = -1
        top, bottom = -np.inf, np.inf
        for t in range(n):
            g_t = grad[t] + delta * (row_i[t] - row_j[t])
            grad[t] = g_t
            if beta[t] < upper[t] and -g_t > top:
                top = -g_t
                i = t
            if beta[t] > lower[t] and -g_t < bottom:
                bottom = -g_t
        violation = top - bottom
        if violation < tol or step >= max_steps:
            break
        j = -1
        best = 0.0
        row_i = gram[i]
        k_ii = row_i[i]
        for t in range(n):
            gap = top + grad[t]
            if beta[t] > lower[t] and gap > 0.0:
                gain = gap * gap / max(k_ii + gram[t, t] - 2.0 * row_i[t], _MIN_CURVATURE)
                if gain > best:
                    best = gain
                    j = t
        if j < 0:
            break
        row_j = gram[j]
        delta = (top + grad[j]) / max(k_ii + row_j[j] - 2.0 * row_i[j], _MIN_CURVATURE)
        room_i, room_j = upper[i] - beta[i], beta[j] - lower[j]
        # Land on a bound exactly, so that "at the bound" stays an exact comparison.
        if delta >= room_i or delta >= room_j:
            delta = min(room_i, room_j)
        beta[i] = upper[i] if delta == room_i else beta[i] + delta
        beta[j] = lower[j] if delta == room_j else beta[j] - delta
        step += 1
    total, free = 0.0, 0
    for t in range(n):
        if lower[t] < beta[t] < upper[t]:
            total -= grad[t]
            free += 1
    return total / free if free > 0 else 0.5 * (top + bottom), step, violation


@dataclass(frozen=True)
class SvcFit:
    """Trained machines, one for every pair of classes.

    Attributes
    ----------
    labels : ndarray
        The classes, sorted.
    beta : ndarray of shape (n, n_pairs)
        The dual variables y alpha; zero for samples of other classes and those that are not support vectors.
    offsets : ndarray of shape (n_pairs,)
    """

    labels: np.ndarray
    beta: np.ndarray
    offsets: np.ndarray

    def predict(self, kernel):
        """Classes by vote, from kernel values of shape (n_test, n); among equal votes the first class wins."""
        return self.vote(kernel @ self.beta)

    def vote(self, values):
        """Classes by vote, from the decision values without offsets."""
        first_wins = values + self.offsets > 0.0
        votes = np.zeros((values.shape[0], self.labels.size), dtype=int)
        for pair, (a, b) in enumerate(combinations(range(self.labels.size), 2)):
            votes[:, a] += first_wins[:, pair]
            votes[:, b] += ~first_wins[:, pair]
        return self.labels[np.argmax(votes, axis=1)]


def fit_svc(gram, labels, C, *, tol=_TOLERANCE):
    """Train support vector machines on a Gram matrix.

    Parameters
    ----------
    gram : ndarray of shape (n, n)
        Kernel values between training samples.
    labels : ndarray of shape (n,)
        Classes.
    C : float
        Weight of the slacks, (2.1) of the thesis below.
    tol : float
        Largest violation of the optimality conditions that is accepted.

    References
    ----------
    Chang and Lin (2011), LIBSVM; section 2.1.1 of Yang (2011), PhD thesis, National University of Singapore.
    """
    (fit,) = fit_svc_path(gram, labels, [C], tol=tol)
    return fit


def fit_svc_path(gram, labels, costs, *, tol=_TOLERANCE):
    """Train machines for growing costs C, each from the one before, whose multipliers remain feasible: a list."""
    known = np.unique(labels)
    pairs = list(combinations(known, 2))
    fits = [SvcFit(known, np.zeros((labels.size, len(pairs))), np.zeros(len(pairs))) for _ in costs]
    for p, (a, b) in enumerate(pairs):
        own = np.flatnonzero((labels == a) | (labels == b))
        y = np.where(labels[own] == a, 1.0, -1.0)
        among = np.ascontiguousarray(gram[np.ix_(own, own)])
        weights, grad = np.zeros(own.size), -y
        for C, fit in zip(costs, fits, strict=True):
            fit.offsets[p], steps, violation = _solve(among, y, float(C), tol, _MAX_STEPS, weights, grad)
            if violation >= tol and steps >= _MAX_STEPS:
                raise RuntimeError(f"support vector classification: {steps} steps left a violation of {violation:.3g}")
            fit.beta[own, p] = weights
    return fits
