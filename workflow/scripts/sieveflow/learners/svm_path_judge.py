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
# Sums may be taken in any order. Where a maximum is taken nothing is expected to be undefined: the sums would tell.
_SUMS = {"reassoc", "nsz", "contract"}
_LARGEST = {"reassoc", "nsz", "contract", "nnan"}


@njit(cache=True, fastmath=_SUMS)
def detour(taus, beta, h):
    """How far machines are from the straight line between the first and the last of them, at most.

    Returns the largest norm of w - line in feature space and the largest distance of theta from its line: no decision
    is off the line by more than the first times the root of K(x, x), plus the second.

    Parameters
    ----------
    taus : ndarray of shape (r,)
    beta, h : ndarray of shape (r, 1 + m)
        theta, then the coefficients of the samples that move; and their decisions.
    """
    last = taus.size - 1
    if taus[last] == 0.0:
        return np.inf, np.inf
    farthest = shift = 0.0
    for k in range(1, last):
        share = taus[k] / taus[last]
        rest = 1.0 - share
        off = beta[k, 0] - rest * beta[0, 0] - share * beta[last, 0]
        square = size = 0.0
        for c in range(1, beta.shape[1]):
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


@njit(cache=True, fastmath=_SUMS)
def _moving_sums(scale, values, weights, h, y, cause):
    """Sums over the samples that move: max(0, s) - alpha s, and what alpha, beta and |w|^2 gain."""
    apart = total = balance = square = 0.0
    theta = values[0]
    for i in range(1, y.size):
        short = 1.0 - y[i] * h[i] * scale
        apart += max(short, 0.0) - y[i] * values[i] * short
        total += y[i] * weights[i]
        balance += weights[i]
        square += weights[i] * (h[i] - theta + cause[i])
    return apart, total, balance, square


@njit(cache=True, fastmath=_LARGEST)
def _moving_worst(scale, values, h, y):
    """The largest violation among the samples that move, and the largest distance of alpha from its bounds."""
    worst = inside = 0.0
    for i in range(1, y.size):
        a = y[i] * values[i]
        worst = max(worst, abs(min(max(a + 1.0 - y[i] * h[i] * scale, 0.0), 1.0) - a))
        inside = max(inside, min(a, 1.0 - a))
    return worst, inside


@njit(cache=True, fastmath=_SUMS)
def _resting_sums(scale, h, offset, y, alpha, here):
    """The sum of max(0, s) - alpha s over the samples that rest at a bound and are `here` (1, not 0)."""
    apart = 0.0
    for i in range(y.size):
        short = 1.0 - y[i] * (h[i] + offset[i]) * scale
        apart += here[i] * (max(short, 0.0) - alpha[i] * short)
    return apart


@njit(cache=True, fastmath=_LARGEST)
def _resting_worst(scale, h, offset, y, alpha, here):
    """The largest violation among them."""
    worst = 0.0
    for i in range(y.size):
        short = 1.0 - y[i] * (h[i] + offset[i]) * scale
        worst = max(worst, here[i] * abs(min(max(alpha[i] + short, 0.0), 1.0) - alpha[i]))
    return worst


@njit(cache=True)
def at_start(status, bounds, bound_sum, watched):
    """Sums over the samples at their bound: of alpha, of what they alone give |w|^2, and of beta.

    The last number is how far alpha is from 1, at most, of those that are not watched.
    """
    alpha_sum = square = balance = room = 0.0
    for i in range(status.size):
        if status[i] == BOUND:
            alpha_sum += abs(bounds[i])
            square += bounds[i] * bound_sum[i]
            balance += bounds[i]
    outside = status == BOUND
    outside[watched] = False
    for i in range(status.size):
        if outside[i]:
            room = max(room, 1.0 - abs(bounds[i]))
    return alpha_sum, square, balance, room


@njit(cache=True)
def certificate(lambdas, moving, resting, seen, outside):
    """Relative duality gap and violation of the optimality conditions, and whether all alpha are at bounds.

    With loss sum_i max(0, 1 - y_i f_i) + lambda / 2 |w|^2 the gap is primal minus dual over primal. The violation is
    the largest of |alpha_i - clip(alpha_i + 1 - y_i f_i, 0, 1)|, which is zero at a solution and nowhere else, and of
    |sum_i y_i alpha_i|.

    Parameters
    ----------
    lambdas : ndarray of shape (r,)
    moving : tuple
        Of the samples whose alpha moves, after a place for theta: beta, its change since the block began for those
        that began at a bound, and lambda f, all of shape (r, m); labels; and what the bounds at the start add to h.
    resting, seen : tuple
        Of samples that rest at a bound: lambda f without an offset, of shape (r, s); the offset, labels and alpha; and
        whether they count, 1 or 0.
    outside : tuple of float
        Of `at_start`.

    Returns
    -------
    gap, residual : ndarray of shape (r,)
    resting : ndarray of bool, shape (r,)
    """
    r = lambdas.size
    gap, residual = np.empty(r), np.empty(r)
    at_bounds = np.empty(r, dtype=np.bool_)
    values, weights, h, y, cause = moving
    alpha_sum, constant, balance, room = outside
    for k in range(r):
        scale = 1.0 / lambdas[k]
        apart, total, change, square = _moving_sums(scale, values[k], weights[k], h[k], y, cause)
        worst, inside = _moving_worst(scale, values[k], h[k], y)
        for decisions, offset, labels, alpha, here in (resting, seen):
            apart += _resting_sums(scale, decisions[k], offset, labels, alpha, here)
            worst = max(worst, _resting_worst(scale, decisions[k], offset, labels, alpha, here))
        primal = alpha_sum + total - 0.5 * (constant + square) * scale + apart
        gap[k] = apart / primal + room
        residual[k] = max(worst, room, abs(balance + change))
        at_bounds[k] = inside <= CLOSE
    return gap, residual, at_bounds


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
