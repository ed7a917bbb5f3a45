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
def uncertain(taus, beta, h_moving, h, later, y, status, moving, watched, targets, rates, roots):
    """Samples at rest that may be on the wrong side of their margin between the first and the last breakpoint.

    `h` and `later` are the decisions of all samples at the two; between them decisions are no farther off the straight
    line than the detour of the samples that move says. Returns the signs that slacks have to have as well, zero for
    samples that were watched: they are off by no more than rounding, which the certificate judges.
    """
    side = np.where(status == ZERO, y, -y)
    side[moving] = 0.0
    distance, shift = detour(taus, beta, h_moving)
    found = np.empty(y.size, dtype=np.int64)
    count = 0
    for i in range(y.size):
        if side[i] != 0.0:
            first = side[i] * (h[i] - y[i] * targets[i])
            last = side[i] * (later[i] - y[i] * (targets[i] + taus[-1] * rates[i]))
            if not min(first, last) > roots[i] * distance + shift:
                found[count] = i
                count += 1
    found = found[:count].copy()
    side[watched] = 0.0
    return found, side[found]


@njit(cache=True)
def overlooked(seen, h, offset, y, taus, targets, rates, side, tolerance):
    """The first row in which a sample is on the wrong side of its margin, and which samples are in any row."""
    first = h.shape[0]
    missed = np.zeros(seen.size, dtype=np.bool_)
    for k in range(h.shape[0]):
        for j in range(seen.size):
            i = seen[j]
            aim = targets[i] + taus[k] * rates[i]
            if side[j] * (h[k, j] + offset[i] - y[i] * aim) < -tolerance * abs(aim):
                missed[j] = True
                first = min(first, k)
    return first, seen[missed]


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
def _resting_sum(scale, h, y, alpha):
    """The sum of max(0, s) - alpha s over samples that rest at a bound."""
    apart = 0.0
    for i in range(y.size):
        short = 1.0 - y[i] * h[i] * scale
        apart += max(short, 0.0) - alpha[i] * short
    return apart


@njit(cache=True, fastmath=_LARGEST)
def _resting_worst(scale, h, y, alpha):
    """The largest violation among them."""
    worst = 0.0
    for i in range(y.size):
        short = 1.0 - y[i] * h[i] * scale
        worst = max(worst, abs(min(max(alpha[i] + short, 0.0), 1.0) - alpha[i]))
    return worst


@njit(cache=True)
def _at_bound(status, bounds, bound_sum, in_groups):
    """Sums over the samples at their bound: of alpha, of what they alone give lambda^2 |w|^2, and of beta.

    The last number is how far alpha is from 1, at most, of those that are in no group.
    """
    alpha_sum = square = balance = room = 0.0
    for i in range(status.size):
        if status[i] == BOUND:
            alpha_sum += abs(bounds[i])
            square += bounds[i] * bound_sum[i]
            balance += bounds[i]
            if not in_groups[i]:
                room = max(room, 1.0 - abs(bounds[i]))
    return alpha_sum, square, balance, room


@njit(cache=True)
def certificate(lambdas, values, weights, h, moving, h_seen, seen, y, status, bounds, bound_sum):
    """Relative duality gap and violation of the optimality conditions, and whether all alpha are at bounds.

    With loss sum_i max(0, 1 - y_i f_i) + lambda / 2 |w|^2 the gap is primal minus dual over primal. The violation is
    the largest of |alpha_i - clip(alpha_i + 1 - y_i f_i, 0, 1)|, which is zero at a solution and nowhere else, and of
    |sum_i y_i alpha_i|.

    Parameters
    ----------
    lambdas : ndarray of shape (r,)
    values, weights, h : ndarray of shape (at least r, 1 + m)
        theta, then of the samples that move beta, its change for those that were at their bound at the start, and
        lambda f.
    moving, seen : ndarray of int, shape (m,) and (s,)
        The samples that move, and those that rest at a bound and have to be looked at.
    h_seen : ndarray of shape (at least r, s)
        lambda f of the latter, without what bounds at the start contribute; changed.
    y, status, bounds, bound_sum : ndarray of shape (n,)
        Labels, and at the start statuses, bounds of beta, and what the samples at their bound contribute to h.

    Returns
    -------
    gap, residual : ndarray of shape (r,)
    resting : ndarray of bool, shape (r,)
    """
    r = lambdas.size
    gap, residual = np.empty(r), np.empty(r)
    at_bounds = np.empty(r, dtype=np.bool_)
    labels, cause = np.zeros(moving.size + 1), np.zeros(moving.size + 1)
    labels[1:], cause[1:] = y[moving], bound_sum[moving]
    labels_seen, offset, alpha = y[seen], bound_sum[seen], np.zeros(seen.size)
    in_groups = np.zeros(y.size, dtype=np.bool_)
    in_groups[moving] = True
    in_groups[seen] = True
    for j in range(seen.size):
        if status[seen[j]] == BOUND:
            alpha[j] = abs(bounds[seen[j]])
    alpha_sum, constant, balance, room = _at_bound(status, bounds, bound_sum, in_groups)
    for k in range(r):
        scale = 1.0 / lambdas[k]
        for j in range(seen.size):
            h_seen[k, j] += offset[j]
        apart, total, change, square = _moving_sums(scale, values[k], weights[k], h[k], labels, cause)
        worst, inside = _moving_worst(scale, values[k], h[k], labels)
        apart += _resting_sum(scale, h_seen[k], labels_seen, alpha)
        worst = max(worst, _resting_worst(scale, h_seen[k], labels_seen, alpha), room, abs(balance + change))
        primal = alpha_sum + total - 0.5 * (constant + square) * scale + apart
        gap[k] = apart / primal + room
        residual[k] = worst
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
