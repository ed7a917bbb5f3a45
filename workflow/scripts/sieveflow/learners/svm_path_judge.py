"""Whether breakpoints hold: the optimality conditions of all samples.

The gap between primal and dual is a sum over samples of max(0, s) - alpha s with s = 1 - y f, and the residual a
maximum over samples. A sample whose alpha is at a bound, and whose margin is certainly on the right side, adds nothing
to either but the distance of that bound from 0 or 1. So decisions are needed where alpha moves, and where the side is
not certain.
"""

import numpy as np
from numba import njit

from sieveflow.learners.svm_path_pivots import BOUND, ZERO

# Coefficients closer to a bound than this stand there: bounds are perturbed by less.
CLOSE = 1e-8
# Share of the terms of a sum by which it may be off.
_ROUNDING = 1e-13


@njit(cache=True)
def detour(taus, theta, beta, h, columns):
    """How far machines are from the straight line between the first and the last of them, at most.

    Returns the largest norm of w - line in feature space and the largest distance of theta from its line: no decision
    is off the line by more than the first times the root of K(x, x), plus the second.

    Parameters
    ----------
    taus, theta : ndarray of shape (r,)
    beta, h : ndarray of shape (r, m)
        Coefficients and decisions of samples.
    columns : ndarray of int
        The samples among them whose coefficients are not the same in all rows.
    """
    last = taus.size - 1
    if taus[last] == 0.0:
        return np.inf, np.inf
    farthest = shift = 0.0
    for k in range(1, last):
        share = taus[k] / taus[last]
        rest = 1.0 - share
        off = theta[k] - rest * theta[0] - share * theta[last]
        square = size = 0.0
        for c in columns:
            detour = beta[k, c] - rest * beta[0, c] - share * beta[last, c]
            square += detour * (h[k, c] - rest * h[0, c] - share * h[last, c] - off)
            size += abs(detour * h[k, c])
        farthest = max(farthest, square + _ROUNDING * size)
        shift = max(shift, abs(off))
    return np.sqrt(farthest), shift


@njit(cache=True)
def uncertain(h, later, y, status, places, targets, rates, tau, roots, distance, shift):
    """Samples outside of the tableau that may be on the wrong side of their margin between two breakpoints.

    `h` and `later` are the decisions at the two; between them decisions are off the straight line by `roots` times
    `distance` plus `shift` at most. Returns the signs that slacks have to have as well.
    """
    side = np.where(status == ZERO, y, -y)
    side[places] = 0.0
    found = np.empty(y.size, dtype=np.int64)
    count = 0
    for i in range(y.size):
        if side[i] != 0.0:
            first = side[i] * (h[i] - y[i] * targets[i])
            last = side[i] * (later[i] - y[i] * (targets[i] + tau * rates[i]))
            if not min(first, last) > roots[i] * distance + shift:
                found[count] = i
                count += 1
    found = found[:count]
    return found, side[found]


@njit(cache=True)
def overlooked(h, y, taus, targets, rates, side, tolerance):
    """The first row in which a sample is on the wrong side of its margin, and which samples are in any row."""
    first = h.shape[0]
    missed = np.zeros(y.size, dtype=np.bool_)
    for k in range(h.shape[0]):
        for i in range(y.size):
            aim = targets[i] + taus[k] * rates[i]
            if side[i] * (h[k, i] - y[i] * aim) < -tolerance * abs(aim):
                missed[i] = True
                first = min(first, k)
    return first, missed


@njit(cache=True)
def norms(beta, h, theta, start, e1, border, inner, bound_sum, places, status, bounds):
    """lambda^2 |w|^2 at breakpoints, from the decisions in the tableau; and what is at its bound outside of it.

    What samples outside add follows from the decisions that they cause in the tableau, as the Gram matrix is symmetric.
    Returns sums of alpha and beta over the samples outside, and the largest distance of their alpha from 1, as well.
    """
    cause = bound_sum[places]
    constant = total = balance = room = 0.0
    outside = status == BOUND
    outside[places] = False
    for i in range(status.size):
        if outside[i]:
            constant += bounds[i] * bound_sum[i]
            total += abs(bounds[i])
            balance += bounds[i]
            room = max(room, 1.0 - abs(bounds[i]))
    e = e1 - 1
    for r in range(start.size - e1):
        level = start[e1 + r]
        if level != 0.0:
            for c in range(e):
                cause[c] -= level * border[r, c + 1]
            for c in range(inner.shape[0]):
                cause[e + c] -= level * inner[r, c]
    for r in range(start.size - e1):
        constant -= start[e1 + r] * cause[e + r]
    out = np.empty(theta.size)
    for k in range(theta.size):
        value = constant
        for c in range(places.size):
            value += beta[k, c] * (h[k, c] - theta[k] + cause[c])
        out[k] = value
    return out, (total, balance, room)


@njit(cache=True)
def certificate(lambdas, beta, h, y, norms, outside, level, h_seen, y_seen):
    """Relative duality gap and violation of the optimality conditions, and whether all alpha are at bounds.

    With loss sum_i max(0, 1 - y_i f_i) + lambda / 2 |w|^2 the gap is primal minus dual over primal. The violation is
    the largest of |alpha_i - clip(alpha_i + 1 - y_i f_i, 0, 1)|, which is zero at a solution and nowhere else, and of
    |sum_i y_i alpha_i|.

    Parameters
    ----------
    lambdas : ndarray of shape (r,)
    beta, h : ndarray of shape (r, m)
        y_i alpha_i and lambda f_i of samples in the tableau.
    y : ndarray of shape (m,)
        Their labels.
    norms : ndarray of shape (r,)
        lambda^2 |w|^2.
    outside : tuple of float
        Sums of alpha and of beta over all other samples, and how far their alpha are from 0 or 1 at most.
    level, y_seen : ndarray of shape (s,)
        y_i alpha_i and labels of those of them whose side is not certain.
    h_seen : ndarray of shape (r, s)
        Their decisions.

    Returns
    -------
    gap, residual : ndarray of shape (r,)
    resting : ndarray of bool, shape (r,)
    """
    r = lambdas.size
    gap, residual = np.empty(r), np.empty(r)
    resting = np.ones(r, dtype=np.bool_)
    total_outside, balance_outside, room = outside
    for k in range(r):
        scale = 1.0 / lambdas[k]
        apart, worst, inside, total, balance = 0.0, room, 0.0, total_outside, balance_outside
        for i in range(y.size):
            short = 1.0 - y[i] * h[k, i] * scale
            a = y[i] * beta[k, i]
            apart += max(short, 0.0) - a * short
            total += a
            balance += beta[k, i]
            worst = max(worst, abs(min(max(a + short, 0.0), 1.0) - a))
            inside = max(inside, min(a, 1.0 - a))
        for i in range(y_seen.size):
            short = 1.0 - y_seen[i] * h_seen[k, i] * scale
            a = y_seen[i] * level[i]
            apart += max(short, 0.0) - a * short
            worst = max(worst, abs(min(max(a + short, 0.0), 1.0) - a))
        primal = total - 0.5 * norms[k] * scale + apart
        gap[k] = apart / primal + room
        residual[k] = max(worst, abs(balance))
        resting[k] = inside <= CLOSE
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
