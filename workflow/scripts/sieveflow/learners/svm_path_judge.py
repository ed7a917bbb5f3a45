"""Whether breakpoints hold: the optimality conditions of all samples.

The gap between primal and dual is a sum over samples of max(0, s) - alpha s with s = 1 - y f, and the residual a
maximum over samples. A sample whose alpha is at a bound, and whose margin is certainly on the right side, adds nothing
to either but the distance of that bound from 0 or 1. So decisions are needed where alpha moves, and where the side is
not certain.
"""

import numpy as np

from sieveflow.compiled import njit
from sieveflow.learners.svm_path_pivots import BOUND, MARGIN

# Coefficients closer to a bound than this stand there: bounds are perturbed by less.
CLOSE = 1e-8
# Sums may be taken in any order. Where a maximum is taken nothing is expected to be undefined: the sums would tell.
_SUMS = {"reassoc", "nsz", "contract"}
_LARGEST = {"reassoc", "nsz", "contract", "nnan"}


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
        lambda f of the latter.
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
    labels_seen, alpha = y[seen], np.zeros(seen.size)
    in_groups = np.zeros(y.size, dtype=np.bool_)
    in_groups[moving] = True
    in_groups[seen] = True
    for j in range(seen.size):
        if status[seen[j]] == BOUND:
            alpha[j] = abs(bounds[seen[j]])
    alpha_sum, constant, balance, room = _at_bound(status, bounds, bound_sum, in_groups)
    for k in range(r):
        scale = 1.0 / lambdas[k]
        apart, total, change, square = _moving_sums(scale, values[k], weights[k], h[k], labels, cause)
        worst, inside = _moving_worst(scale, values[k], h[k], labels)
        apart += _resting_sum(scale, h_seen[k], labels_seen, alpha)
        worst = max(worst, _resting_worst(scale, h_seen[k], labels_seen, alpha), room, abs(balance + change))
        primal = alpha_sum + total - 0.5 * (constant + square) * scale + apart
        gap[k] = apart / primal + room
        residual[k] = worst
        at_bounds[k] = inside <= CLOSE
    return gap, residual, at_bounds


@njit(cache=True, fastmath=_LARGEST)
def _farthest(h, first, change, tau, before, after):
    """The largest distance from where it should be of a sample that is on the margin before or after."""
    farthest = 0.0
    for s in range(first.size):
        off = abs(h[s] - (first[s] + tau * change[s]))
        farthest = max(farthest, off if (before[s] == MARGIN) | (after[s] == MARGIN) else 0.0)
    return farthest


@njit(cache=True)
def off_margin(taus, h, states, moving, y, targets, rates):
    """How far samples are from the margin that they stand on before or after a breakpoint, and the largest target.

    Where alpha is at a bound optimality asks for one side of the margin only. But a sample that stood apart from the
    margin at one breakpoint and has moved at the next was not optimal in between.

    Parameters
    ----------
    taus : ndarray of shape (r,)
    h, states : ndarray of shape (at least r, at least 1 + m)
        theta, then lambda f of the samples that move; and statuses after each breakpoint.
    moving : ndarray of int, shape (m,)
    y, targets, rates : ndarray of shape (n,)

    Returns
    -------
    off : ndarray of shape (r,)
        The first breakpoint of a block is the last of the one before: it has been judged.
    largest : float
    """
    off, first, change = np.zeros(taus.size), y[moving] * targets[moving], y[moving] * rates[moving]
    for k in range(1, taus.size):
        off[k] = _farthest(h[k, 1:], first, change, taus[k], states[k - 1, 1:], states[k, 1:])
    return off, max(np.abs(first).max(), np.abs(first + taus[-1] * change).max())


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
