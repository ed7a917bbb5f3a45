"""Decisions of the machines of a block of the SVM path, from sums of rows of the Gram matrix.

Decisions of all samples are taken at a few breakpoints of a block. In between those of the samples that move are, and
of those that rest where it is not certain, without a look, that they stay on their side of the margin.
"""

import numpy as np

from sieveflow.compiled import njit
from sieveflow.learners.svm_path_pivots import BOUND, ZERO

# Share of the terms of a sum by which it may be off.
_ROUNDING = 1e-13
# Share of the target by which a sample that was not watched may be beyond its margin.
_TOLERANCE = 1e-10
# Decisions of all samples are taken at the ends of so many stretches of a block, none of fewer breakpoints than that.
_STRETCHES, _STRETCH = 4, 8
# Sums may be taken in any order.
_SUMS = {"reassoc", "nsz", "contract"}


@njit(cache=True)
def row_sums(gram, samples, weights):
    """weights @ gram[samples]: four rows at a time, so that sums stay in the cache and each row is read once."""
    n = gram.shape[1]
    out = np.zeros((weights.shape[0], n))
    four = samples.size - samples.size % 4
    for k in range(0, four, 4):
        a, b, c, d = gram[samples[k]], gram[samples[k + 1]], gram[samples[k + 2]], gram[samples[k + 3]]
        for r in range(weights.shape[0]):
            line = out[r]
            wa, wb, wc, wd = weights[r, k], weights[r, k + 1], weights[r, k + 2], weights[r, k + 3]
            for i in range(n):
                line[i] += (wa * a[i] + wb * b[i]) + (wc * c[i] + wd * d[i])
    for k in range(four, samples.size):
        a = gram[samples[k]]
        for r in range(weights.shape[0]):
            line, wa = out[r], weights[r, k]
            for i in range(n):
                line[i] += wa * a[i]
    return out


@njit(cache=True)
def _seen_rows(gram, seen, moving, cross, columns):
    """[1, gram[seen, moving]], from the columns of a block for samples that have one."""
    slots = moving.size + 1
    out = np.empty((seen.size, slots))
    for j in range(seen.size):
        c, line = columns[seen[j]], gram[seen[j]]
        if c >= 0:
            out[j] = cross[c, :slots]
        else:
            out[j, 0] = 1.0
            for s in range(1, slots):
                out[j, s] = line[moving[s - 1]]
    return out


@njit(cache=True)
def decisions(gram, samples, weights, offset):
    """Decisions of all samples: weights[:, 0] + weights[:, 1:] @ gram[samples] + offset."""
    h = row_sums(gram, samples, weights[:, 1:])
    for r in range(h.shape[0]):
        for i in range(offset.size):
            h[r, i] += offset[i] + weights[r, 0]
    return h


@njit(cache=True)
def changed_sides(gram, moving, after, status, bounds, bound_sum, afresh):
    """Change statuses; returns what samples at their bound contribute to h then, summed afresh or followed.

    Where they are no more than those that change, the sum is made afresh in any case: what rounding leaves of large
    terms that are gone would be much beside a small lambda.
    """
    change = np.zeros(moving.size)
    for k in range(moving.size):
        i = moving[k]
        if (after[k] == BOUND) != (status[i] == BOUND):
            change[k] = bounds[i] if after[k] == BOUND else -bounds[i]
        status[i] = after[k]
    some, at_bound = np.flatnonzero(change), np.flatnonzero(status == BOUND)
    if afresh or at_bound.size <= some.size:
        return row_sums(gram, at_bound, bounds[at_bound].reshape(1, -1))[0]
    if some.size:
        return bound_sum + row_sums(gram, moving[some], change[some].reshape(1, -1))[0]
    return bound_sum


@njit(cache=True, fastmath=_SUMS)
def detour(taus, beta, h):
    """How far machines are from the straight line between the first and the last of them, at most.

    Returns the largest norm of w - line in feature space and the largest distance of theta from its line: no decision
    is off the line by more than the first times the root of K(x, x), plus the second.

    Parameters
    ----------
    taus : ndarray of shape (r,)
    beta, h : ndarray of shape (r, at least 1 + m) and (r, 1 + m)
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
        for c in range(1, h.shape[1]):
            detour = beta[k, c] - rest * beta[0, c] - share * beta[last, c]
            square += detour * (h[k, c] - rest * h[0, c] - share * h[last, c] - off)
            size += abs(detour * h[k, c])
        if not (square + size < np.inf and abs(off) < np.inf):
            return np.inf, np.inf
        farthest = max(farthest, square + _ROUNDING * size)
        shift = max(shift, abs(off))
    return np.sqrt(farthest), shift


@njit(cache=True)
def _uncertain(taus, beta, h_moving, rows, h, y, status, moving, watched, targets, rates, roots):
    """Samples at rest that may be on the wrong side of their margin between the first and the last breakpoint.

    `h` are the decisions of all samples at some breakpoints, `rows`; between two of these decisions are no farther off
    the straight line than the detour of the samples that move says. Returns the signs that slacks have to have as well,
    zero for samples that were watched: they are off by no more than rounding, which the certificate judges.
    """
    side = np.where(status == ZERO, y, -y)
    side[moving] = 0.0
    doubt = np.zeros(y.size, dtype=np.bool_)
    for k in range(rows.size - 1):
        a, b = rows[k], rows[k + 1] + 1
        distance, shift = detour(taus[a:b] - taus[a], beta[a:b], h_moving[a:b])
        for i in range(y.size):
            first = side[i] * (h[k, i] - y[i] * (targets[i] + taus[a] * rates[i]))
            last = side[i] * (h[k + 1, i] - y[i] * (targets[i] + taus[b - 1] * rates[i]))
            # Either may be undefined, where a machine is: a minimum would hide that.
            far = roots[i] * distance + shift
            if not (first > far and last > far):
                doubt[i] = True
    found = np.flatnonzero(doubt & (side != 0.0))
    side[watched] = 0.0
    return found, side[found]


@njit(cache=True)
def _overlooked(seen, h, y, taus, targets, rates, side):
    """The first row in which a sample is on the wrong side of its margin, and which samples are in any row."""
    first = h.shape[0]
    missed = np.zeros(seen.size, dtype=np.bool_)
    for k in range(h.shape[0]):
        for j in range(seen.size):
            i = seen[j]
            aim = targets[i] + taus[k] * rates[i]
            if side[j] * (h[k, j] - y[i] * aim) < -_TOLERANCE * abs(aim):
                missed[j] = True
                first = min(first, k)
    return first, seen[missed]


@njit(cache=True)
def _kernel_of_slots(system, fresh, e1, slots):
    """[[0, 1'], [1, K]] of all slots, from that of the first e1 and the rows of the others."""
    out = np.empty((slots, slots))
    for s in range(e1):
        out[s, :e1] = system[s, :e1]
        for k in range(slots - e1):
            out[s, e1 + k] = fresh[k, s]
    for k in range(slots - e1):
        out[e1 + k] = fresh[k, :slots]
    return out


@njit(cache=True)
def decide(
    gram, system, cross, columns, fresh, who, e1, values, taus, h, bound_sum, y, status, watched, targets, rates, roots
):
    """Decisions at the breakpoints of a block.

    Parameters
    ----------
    gram : ndarray of shape (n, n)
    system, cross, columns, fresh, who, values, taus : ndarray
        As given to a block of pivots and made by it; e1 slots are of those that were on the margin at the start.
    h, bound_sum : ndarray of shape (n,)
        Decisions at the start, and what the samples at their bound contribute to them.
    y, status, targets, rates, roots : ndarray of shape (n,)
        Labels, statuses at the start, margins that are asked for and their rates, and the roots of K(x, x).
    watched : ndarray of int

    Returns
    -------
    weights, h_moving : ndarray of shape (r, slots)
        theta, then the betas of the samples that move, for those at their bound at the start the change; and decisions.
    h_end : ndarray of shape (n,)
        Decisions of all samples at the last breakpoint.
    seen, h_seen : ndarray of shape (s,) and (r, s)
        Samples at rest whose side is not certain, and their decisions.
    taken : int
        How many breakpoints come before the first at which a sample that was not watched is beyond its margin.
    missed : ndarray of int
        Such samples.
    """
    r, slots, moving = taus.size, who.size, who[1:]
    weights = values[:, :slots].copy()
    for k in range(r):
        for s in range(e1, slots):
            weights[k, s] -= values[0, s]
    h_moving = np.dot(weights, _kernel_of_slots(system, fresh, e1, slots))
    stretches = max(1, min(_STRETCHES, r // _STRETCH))
    rows = np.arange(stretches + 1) * (r - 1) // stretches
    whole = np.empty((stretches + 1, h.size))
    whole[0], whole[1:] = h, decisions(gram, moving, weights[rows[1:]], bound_sum)
    cause = bound_sum[moving]
    for k in range(r):
        for s in range(1, slots):
            h_moving[k, s] += cause[s - 1]
    seen, side = _uncertain(taus, values, h_moving, rows, whole, y, status, moving, watched, targets, rates, roots)
    h_seen = np.dot(weights, _seen_rows(gram, seen, moving, cross, columns).T)
    cause = bound_sum[seen]
    for k in range(r):
        for j in range(seen.size):
            h_seen[k, j] += cause[j]
    taken, missed = _overlooked(seen, h_seen, y, taus, targets, rates, side)
    return weights, h_moving, whole[stretches], seen, h_seen, taken, missed
