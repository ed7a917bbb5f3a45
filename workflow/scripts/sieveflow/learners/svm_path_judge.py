"""Whether breakpoints hold: the optimality conditions of all samples, in one pass over their decisions."""

import numpy as np
from numba import njit

# Coefficients closer to a bound than this stand there: bounds are perturbed by less.
CLOSE = 1e-8


@njit(cache=True)
def overlooked(h, y, taus, targets, rates, side, tolerance):
    """The first row in which a sample that was not watched is on the wrong side of its margin, and all such samples.

    `side` is zero for samples that were watched, and otherwise the sign that h - y t has to have.
    """
    first = h.shape[0]
    missed = np.zeros(y.size, dtype=np.bool_)
    for k in range(h.shape[0]):
        for i in range(y.size):
            if side[i] != 0.0:
                aim = targets[i] + taus[k] * rates[i]
                if side[i] * (h[k, i] - y[i] * aim) < -tolerance * abs(aim):
                    missed[i] = True
                    first = min(first, k)
    return first, missed


@njit(cache=True)
def optimality(lambdas, h, alpha, moving, beta, y):
    """Relative duality gap and violation of the optimality conditions of machines, and whether all alpha are at bounds.

    With loss sum_i max(0, 1 - y_i f_i) + lambda / 2 |w|^2 the gap is primal minus dual over primal. The violation is
    the largest of |alpha_i - clip(alpha_i + 1 - y_i f_i, 0, 1)|, which is zero at a solution and nowhere else, and of
    |sum_i y_i alpha_i|.

    Parameters
    ----------
    lambdas : ndarray of shape (r,)
    h : ndarray of shape (r, n)
        lambda f at the training samples.
    alpha : ndarray of shape (n,)
        Coefficients of the samples that do not move.
    moving : ndarray of int, shape (t,)
    beta : ndarray of shape (r, t)
        y_i alpha_i of those that do.
    y : ndarray of shape (n,)

    Returns
    -------
    gap, residual : ndarray of shape (r,)
    resting : ndarray of bool, shape (r,)
    """
    r, n = h.shape
    gap, residual = np.empty(r), np.empty(r)
    resting = np.ones(r, dtype=np.bool_)
    row = alpha.copy()
    for k in range(r):
        for j in range(moving.size):
            a = y[moving[j]] * beta[k, j]
            row[moving[j]] = a
            if min(a, 1.0 - a) > CLOSE:
                resting[k] = False
        slacks = norm = total = balance = worst = 0.0
        scale = 1.0 / lambdas[k]
        for i in range(n):
            short = 1.0 - y[i] * h[k, i] * scale
            a = row[i]
            slacks += max(short, 0.0)
            norm += a * y[i] * h[k, i]
            total += a
            balance += a * y[i]
            worst = max(worst, abs(min(max(a + short, 0.0), 1.0) - a))
        primal = slacks + 0.5 * norm * scale
        gap[k] = (primal - (total - 0.5 * norm * scale)) / primal
        residual[k] = max(worst, abs(balance))
    return gap, residual, resting


@njit(cache=True)
def is_kernel_like(gram, tolerance):
    """Whether a matrix is finite, and symmetric up to a share of its largest entry."""
    n = gram.shape[0]
    largest = apart = 0.0
    block = 64
    for top in range(0, n, block):
        for left in range(0, top + 1, block):
            for i in range(top, min(top + block, n)):
                for j in range(left, min(left + block, i + 1)):
                    if not (np.isfinite(gram[i, j]) and np.isfinite(gram[j, i])):
                        return False
                    largest = max(largest, abs(gram[i, j]))
                    apart = max(apart, abs(gram[i, j] - gram[j, i]))
    return apart <= tolerance * largest
