"""Pivots of the SVM path inside one block of breakpoints, on a tableau that is made once for the block.

A block starts from a set E of samples on the margin with the inverse of its system, and from a set W of samples at a
bound that may reach the margin soon. Samples that leave E (D) and samples of W that enter (N) are few, so every
solution inside the block follows from a system of size |D| + |N|, solved afresh at each breakpoint: nothing adds up.

Notation: beta_i = y_i alpha_i, h_i = theta + sum_j K_ij beta_j, target y_i t_i(tau), slack s_i = h_i - target. The
places of a block are theta (0), E (1 to e) and W (after that).
"""

import numpy as np
from numba import njit

# What a sample does: beta at zero, beta at its bound, or on the margin.
ZERO, BOUND, MARGIN = 0, 1, 2
# Why a block ended.
AT_END, FULL, STUCK = 0, 1, 2

# A slack that moves slower than this share of its target, and a beta that moves less over the whole range, stand still.
_STILL_SLACK = 1e-13
_STILL_BETA = 1e-13
# Events closer than this share of the largest target are ties; among them the steadiest pivot goes first.
_TIE = 1e-15
# In an exchange at one tau: betas that stand still, and ties.
_STILL_SLIDE, _TIE_SLIDE = 1e-9, 1e-14
# Share of its terms below which a pivot of the members' system is lost in rounding.
_LOST = 1e-6
# Steps of length zero after which a block gives up.
_MOST_IDLE = 300


@njit(cache=True)
def _invert(system, q, out):
    """Gauss-Jordan inverse with row pivots of the leading q x q part; False where it is singular."""
    work = np.zeros((q, 2 * q))
    for i in range(q):
        work[i, :q] = system[i, :q]
        work[i, q + i] = 1.0
    for c in range(q):
        p = c
        for i in range(c + 1, q):
            if abs(work[i, c]) > abs(work[p, c]):
                p = i
        if work[p, c] == 0.0:
            return False
        for j in range(c, 2 * q):
            work[c, j], work[p, j] = work[p, j], work[c, j]
        scale = 1.0 / work[c, c]
        for j in range(c, 2 * q):
            work[c, j] *= scale
        for i in range(q):
            factor = work[i, c]
            if i != c and factor != 0.0:
                for j in range(c, 2 * q):
                    work[i, j] -= factor * work[c, j]
    out[:q, :q] = work[:, q:]
    return True


@njit(cache=True)
def _grow(solver, system, q, right):
    """Inverse of the leading (q + 1) x (q + 1) part of the system from that of the q x q part, by bordering.

    False where the new pivot is lost in rounding, which calls for an inverse from scratch.
    """
    _times(solver, system[q], q, right)
    pivot = system[q, q]
    size = abs(pivot)
    for i in range(q):
        part = system[q, i] * right[i]
        pivot -= part
        size = max(size, abs(part))
    if abs(pivot) <= _LOST * size:
        return False
    for i in range(q):
        share = right[i] / pivot
        for j in range(q):
            solver[i, j] += share * right[j]
        solver[i, q] = solver[q, i] = -share
    solver[q, q] = 1.0 / pivot
    return True


@njit(cache=True)
def _shrink(solver, p, q, row):
    """Inverse without member p, whose place the last of q members takes; False where that is lost in rounding."""
    size = 0.0
    for i in range(q):
        row[i] = solver[p, i]
        size = max(size, abs(row[i]))
    pivot = row[p]
    if abs(pivot) <= _LOST * size:
        return False
    for i in range(q):
        share = row[i] / pivot
        for j in range(q):
            solver[i, j] -= share * row[j]
    last = q - 1
    if p < last:
        solver[p, :last] = solver[last, :last]
        solver[:last, p] = solver[:last, last]
        solver[p, p] = solver[last, last]
    return True


@njit(cache=True)
def _line(t, inverse, G, S, line):
    """What a unit of the unknown of t does to theta and beta of E and to the slacks of W."""
    e1 = G.shape[1]
    if t < e1:
        line[:e1] = inverse[t, :e1]
        for i in range(G.shape[0]):
            line[e1 + i] = G[i, t]
    else:
        for j in range(e1):
            line[j] = -G[t - e1, j]
        line[e1:] = S[t - e1]


@njit(cache=True)
def _border(system, members, p, lines, e1):
    """Write row and column p of the members' system [[inverse_DD, -G_DN], [-G_DN', -S_NN]]."""
    for k in range(p + 1):
        t = members[k]
        system[k, p] = system[p, k] = lines[p, t] if t < e1 else -lines[p, t]


@njit(cache=True)
def _spread(unknowns, speeds, lines, q, z, dz):
    """Add to z and to its rate what the members' unknowns and their speeds do to them."""
    k = 0
    while k + 2 <= q:
        a, b, first, second = unknowns[k], unknowns[k + 1], lines[k], lines[k + 1]
        da, db = speeds[k], speeds[k + 1]
        for i in range(z.size):
            z[i] += a * first[i] + b * second[i]
            dz[i] += da * first[i] + db * second[i]
        k += 2
    if k < q:
        a, da, first = unknowns[k], speeds[k], lines[k]
        for i in range(z.size):
            z[i] += a * first[i]
            dz[i] += da * first[i]


@njit(cache=True)
def _times(symmetric, vector, q, out):
    """The leading part of a symmetric matrix times a vector, row by row so that additions need not wait."""
    out[:q] = 0.0
    for j in range(q):
        value = vector[j]
        row = symmetric[j]
        for i in range(q):
            out[i] += value * row[i]


@njit(cache=True)
def _weight(step, place):
    """A number in [0.5, 1) made of step and place, so that ties are not broken the same way for ever."""
    return 0.5 + 0.5 * ((step * 7919 + place * 104729) % 65521) / 65521.0


@njit(cache=True)
def _ahead(speed, bound):
    """The end of the box between zero and `bound` that a beta moves to."""
    return max(bound, 0.0) if speed > 0.0 else min(bound, 0.0)


@njit(cache=True)
def _boxed(value, bound):
    return min(max(value, min(bound, 0.0)), max(bound, 0.0))


@njit(cache=True)
def _nearest(z, dz, bounds, status, tau, scale, step, at):
    """The place of the next event and its tau; place -1 where nothing moves towards an event. Fills `at`."""
    best = np.inf
    free = 0
    for t in range(1, z.size):
        free += status[t] == MARGIN
    # The last one on the margin holds theta and cannot move.
    still = _STILL_BETA / scale if free > 1 else np.inf
    for t in range(1, z.size):
        speed, bound = dz[t], bounds[t]
        at[t] = np.inf
        if status[t] == MARGIN:
            if abs(speed) > still:
                at[t] = max((_ahead(speed, bound) - z[t]) / speed, tau)
        elif (speed if (bound > 0.0) == (status[t] == ZERO) else -speed) < -_STILL_SLACK:
            at[t] = max(-z[t] / speed, tau)
        best = min(best, at[t])
    chosen, strongest = -1, -1.0
    for t in range(1, z.size):
        if at[t] <= best + _TIE * scale and at[t] < np.inf:
            strength = abs(dz[t]) * _weight(step, t)
            if status[t] == MARGIN:
                strength *= scale
            if strength > strongest:
                chosen, strongest = t, strength
    return chosen, best


@njit(cache=True)
def _answer(t, members, q, place, solver, lines, e1, pivot, rhs, answers):
    """What the members' unknowns do while beta of t grows; returns what the slack of t does, `pivot` without them."""
    for k in range(q):
        if t < e1:
            rhs[k] = 1.0 if members[k] == t else 0.0
        else:
            rhs[k] = lines[k, t]
    _times(solver, rhs, q, answers)
    if t < e1:
        return answers[place[t]]
    for k in range(q):
        pivot += answers[k] * lines[k, t]
    return pivot


@njit(cache=True)
def _slide(values, direction, bounds, status, length):
    """How far the betas on the margin can move in a direction, up to a length, and which one is first at a bound."""
    first, strongest = -1, 0.0
    for i in range(1, values.size):
        speed = direction[i]
        if status[i] == MARGIN and abs(speed) > _STILL_SLIDE:
            reach = max((_ahead(speed, bounds[i]) - values[i]) / speed, 0.0)
            tied = first >= 0 and reach < length + _TIE_SLIDE and abs(speed) > strongest
            if reach < length - _TIE_SLIDE or tied:
                length, first, strongest = min(reach, length), i, abs(speed)
    return length, first


@njit(cache=True)
def _rest(t, at, status, fixed, z0, G, S):
    """Put beta of t at zero or at its bound."""
    e1 = G.shape[1]
    status[t] = ZERO if at == 0.0 else BOUND
    if t >= e1 and at != fixed[t]:
        z0[:e1] -= (at - fixed[t]) * G[t - e1]
        z0[e1:] += (at - fixed[t]) * S[t - e1]
    fixed[t] = at


@njit(cache=True)
def _join_or_leave(t, members, q, place, system, solver, inverted, lines, tableau, work):
    """Make t a member, or no longer one; returns how many there are and whether their inverse is known."""
    p = place[t]
    if p < 0:
        members[q] = t
        place[t] = q
        _line(t, *tableau, lines[q])
        _border(system, members, q, lines, tableau[1].shape[1])
        return q + 1, inverted and _grow(solver, system, q, work)
    # The last member takes the place of the one that goes.
    inverted = inverted and _shrink(solver, p, q, work)
    q -= 1
    place[t] = -1
    if p < q:
        members[p] = members[q]
        place[members[p]] = p
        lines[p] = lines[q]
        system[p, :q] = system[q, :q]
        system[:q, p] = system[:q, q]
        system[p, p] = system[q, q]
    return q, inverted


@njit(cache=True)
def pivot_block(inverse, G, S, z0, dz0, bounds, status, tau_end, flat, most):
    """Follow the path over tau in [0, tau_end] until `most` samples have changed sides.

    Parameters
    ----------
    inverse : ndarray of shape (e + 1, e + 1)
        The inverse of [[0, 1'], [1, K_EE]].
    G, S : ndarray of shape (w, e + 1) and (w, w)
        [1, K_WE] inverse, and K_WW - G [1, K_WE]'.
    z0, dz0 : ndarray of shape (e + 1 + w,)
        theta and beta of E and slacks of W at tau = 0, and their rates; z0 is changed.
    bounds : ndarray of shape (e + 1 + w,)
        Label times the upper bound of alpha; that of theta is not used.
    status : ndarray of int8, shape (e + 1 + w,)
        ZERO, BOUND or MARGIN at the start; changed.
    tau_end : float
        Length of the whole range of tau, the unit for ties.
    flat : float
        A pivot up to this counts as zero: the sample depends linearly on those on the margin.
    most : int
        Changes of side after which the block ends.

    Returns
    -------
    taus : ndarray of shape (r,)
    values : ndarray of shape (r, e + 1 + w)
        theta and beta at each breakpoint; the first row is the start and left to the caller.
    statuses : ndarray of int8, shape (r, e + 1 + w)
        Statuses that hold after each breakpoint; the first row again left to the caller.
    reason : int
        AT_END, FULL or STUCK.
    """
    tableau = inverse, G, S
    e1, total = G.shape[1], G.shape[1] + G.shape[0]
    capacity = 4 * most + 5
    taus = np.empty(capacity)
    values = np.empty((capacity, total))
    statuses = np.empty((capacity, total), dtype=np.int8)
    taus[0] = 0.0
    records = 1

    members = np.empty(most + 2, dtype=np.int64)
    place = np.full(total, -1)
    q = 0
    lines = np.empty((most + 2, total))
    system = np.empty((most + 2, most + 2))
    solver = np.empty((most + 2, most + 2))
    rhs, drhs = np.empty(most + 2), np.empty(most + 2)
    unknowns, speeds, answers = np.empty(most + 2), np.empty(most + 2), np.empty(most + 2)
    inverted = True
    fixed = np.zeros(total)
    for t in range(1, total):
        if status[t] == BOUND:
            fixed[t] = bounds[t]
    z, dz, reached = np.empty(total), np.empty(total), np.empty(total)
    tau = 0.0
    idle = step = 0
    while True:
        if q >= most or records + 2 > capacity:
            return taus[:records], values[:records], statuses[:records], FULL
        step += 1
        # z: beta of what is on the margin, slack of what is not, both affine in tau for the present sides.
        for k in range(q):
            a = members[k]
            if a < e1:
                rhs[k], drhs[k] = fixed[a] - z0[a], -dz0[a]
            else:
                rhs[k], drhs[k] = z0[a], dz0[a]
        if not inverted and not _invert(system, q, solver):
            return taus[:records], values[:records], statuses[:records], STUCK
        _times(solver, rhs, q, unknowns)
        _times(solver, drhs, q, speeds)
        z[:], dz[:] = z0, dz0
        _spread(unknowns, speeds, lines, q, z, dz)
        for k in range(q):
            t = members[k]
            z[t], dz[t] = unknowns[k], speeds[k]
            if t >= e1:
                z[t] += fixed[t]

        t, at = _nearest(z, dz, bounds, status, tau, tau_end, step, reached)
        done = t < 0 or at >= tau_end
        if done:
            at = tau_end
        idle = idle + 1 if at <= tau + _TIE * tau_end else 0
        if idle > _MOST_IDLE:
            return taus[:records], values[:records], statuses[:records], STUCK
        tau = at
        row = values[records]
        row[0] = z[0] + tau * dz[0]
        for i in range(1, total):
            row[i] = _boxed(z[i] + tau * dz[i], bounds[i]) if status[i] == MARGIN else fixed[i]
        taus[records] = tau
        statuses[records] = status
        if done:
            return taus[: records + 1], values[: records + 1], statuses[: records + 1], AT_END

        leaving, entering, bound = -1, -1, 0.0
        if status[t] == MARGIN:
            leaving, bound = t, _ahead(dz[t], bounds[t])
        else:
            entering = t
            pivot = S[t - e1, t - e1] if t >= e1 else 0.0
            if _answer(t, members, q, place, solver, lines, e1, pivot, rhs, answers) <= flat:
                # No margin moves with this beta: it moves, at this tau, until a beta reaches a bound.
                inward = np.sign(bounds[t]) if status[t] == ZERO else -np.sign(bounds[t])
                dz[:] = 0.0
                if t >= e1:
                    dz[:e1] = -G[t - e1]
                _spread(answers, answers, lines, q, z, dz)
                for k in range(q):
                    dz[members[k]] = answers[k]
                dz *= inward
                length, leaving = _slide(values[records], dz, bounds, status, abs(bounds[t]))
                if length > 0.0:
                    records += 1
                    taus[records] = tau
                    values[records] = values[records - 1]
                    values[records, 0] += length * dz[0]
                    for i in range(1, total):
                        if status[i] == MARGIN:
                            values[records, i] = _boxed(values[records, i] + length * dz[i], bounds[i])
                    values[records, t] += length * inward
                if leaving >= 0:
                    bound = _ahead(dz[leaving], bounds[leaving])
                else:
                    # It went all the way to its other end.
                    entering = -1
                    _rest(t, bounds[t] if status[t] == ZERO else 0.0, status, fixed, z0, G, S)
                    values[records, t] = fixed[t]
        inverted = True
        # The one that leaves goes first: with both on the margin the system would be singular.
        if leaving >= 0:
            _rest(leaving, bound, status, fixed, z0, G, S)
            values[records, leaving] = bound
            q, inverted = _join_or_leave(leaving, members, q, place, system, solver, inverted, lines, tableau, rhs)
        if entering >= 0:
            status[entering] = MARGIN
            q, inverted = _join_or_leave(entering, members, q, place, system, solver, inverted, lines, tableau, rhs)
        statuses[records] = status
        records += 1
