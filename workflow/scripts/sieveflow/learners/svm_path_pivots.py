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
def _grow(solver, system, q):
    """Inverse of the leading (q + 1) x (q + 1) part of the system from that of the q x q part, by bordering.

    False where the new pivot is lost in rounding, which calls for an inverse from scratch.
    """
    right, left = np.zeros(q), np.zeros(q)
    for i in range(q):
        for j in range(q):
            right[i] += solver[i, j] * system[j, q]
            left[j] += system[q, i] * solver[i, j]
    pivot = system[q, q]
    size = abs(pivot)
    for i in range(q):
        part = system[q, i] * right[i]
        pivot -= part
        size = max(size, abs(part))
    if abs(pivot) <= 1e-8 * size:
        return False
    for i in range(q):
        share = right[i] / pivot
        for j in range(q):
            solver[i, j] += share * left[j]
        solver[i, q] = -share
        solver[q, i] = -left[i] / pivot
    solver[q, q] = 1.0 / pivot
    return True


@njit(cache=True)
def _shrink(solver, p, q):
    """Inverse without member p, whose place the last of q members takes; False where that is lost in rounding."""
    pivot = solver[p, p]
    size = 0.0
    for i in range(q):
        size = max(size, abs(solver[i, p]))
    if abs(pivot) <= 1e-8 * size:
        return False
    for i in range(q):
        if i != p:
            share = solver[i, p] / pivot
            for j in range(q):
                if j != p:
                    solver[i, j] -= share * solver[p, j]
    last = q - 1
    if p < last:
        solver[p, :last] = solver[last, :last]
        solver[:last, p] = solver[:last, last]
        solver[p, p] = solver[last, last]
    return True


@njit(cache=True)
def _border(system, members, p, q, inverse, G, S):
    """Write row and column p of the members' system [[inverse_DD, -G_DN], [G_DN', S_NN]]."""
    e1 = G.shape[0]
    a = members[p]
    for k in range(q):
        b = members[k]
        if a < e1 and b < e1:
            system[p, k] = system[k, p] = inverse[a, b]
        elif a < e1:
            system[p, k] = -G[a, b - e1]
            system[k, p] = G[a, b - e1]
        elif b < e1:
            system[p, k] = G[b, a - e1]
            system[k, p] = -G[b, a - e1]
        else:
            system[p, k] = system[k, p] = S[a - e1, b - e1]


@njit(cache=True)
def _spread(unknowns, members, q, inverse, G, GT, S, x, s):
    """Add to x (theta and beta of E) and s (slacks of W) what the members' unknowns do to them."""
    e1 = x.size
    for k in range(q):
        value = unknowns[k]
        a = members[k]
        if value == 0.0:
            continue
        if a < e1:
            for j in range(e1):
                x[j] += value * inverse[a, j]
            for i in range(s.size):
                s[i] += value * G[a, i]
        else:
            for j in range(e1):
                x[j] -= value * GT[a - e1, j]
            for i in range(s.size):
                s[i] += value * S[a - e1, i]


@njit(cache=True)
def _times(solver, vector, q, out):
    for i in range(q):
        total = 0.0
        for j in range(q):
            total += solver[i, j] * vector[j]
        out[i] = total


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
def _nearest(z, dz, bounds, status, tau, scale, step):
    """The place of the next event and its tau; place -1 where nothing moves towards an event."""
    best = np.inf
    free = 0
    for t in range(1, z.size):
        free += status[t] == MARGIN
    for final in range(2):
        chosen, strongest = -1, -1.0
        for t in range(1, z.size):
            speed = dz[t]
            if status[t] == MARGIN:
                # The last one on the margin holds theta and cannot move.
                if free == 1 or abs(speed) * scale <= _STILL_BETA:
                    continue
                at = (_ahead(speed, bounds[t]) - z[t]) / speed
            else:
                side = np.sign(bounds[t]) if status[t] == ZERO else -np.sign(bounds[t])
                if side * speed >= -_STILL_SLACK:
                    continue
                at = -z[t] / speed
            at = max(at, tau)
            if final == 0:
                best = min(best, at)
            elif at <= best + _TIE * scale:
                strength = abs(speed) * _weight(step, t)
                if status[t] == MARGIN:
                    strength *= scale
                if strength > strongest:
                    chosen, strongest = t, strength
    return chosen, best


@njit(cache=True)
def _answer(t, members, q, place, solver, G, S, rhs, answers):
    """What the members' unknowns do while beta of t grows; returns what the slack of t does."""
    e1 = G.shape[0]
    for k in range(q):
        a = members[k]
        if t < e1:
            rhs[k] = 1.0 if a == t else 0.0
        else:
            rhs[k] = G[a, t - e1] if a < e1 else -S[a - e1, t - e1]
    _times(solver, rhs, q, answers)
    if t < e1:
        return answers[place[t]]
    pivot = S[t - e1, t - e1]
    for k in range(q):
        a = members[k]
        pivot += answers[k] * (G[a, t - e1] if a < e1 else S[a - e1, t - e1])
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
def _rest(t, at, status, fixed, x0, s0, GT, S):
    """Put beta of t at zero or at its bound."""
    e1 = x0.size
    status[t] = ZERO if at == 0.0 else BOUND
    if t >= e1 and at != fixed[t]:
        x0 -= (at - fixed[t]) * GT[t - e1]
        s0 += (at - fixed[t]) * S[t - e1]
    fixed[t] = at


@njit(cache=True)
def _join_or_leave(t, members, q, place, system, solver, inverted, inverse, G, S):
    """Make t a member, or no longer one; returns how many there are and whether their inverse is known."""
    p = place[t]
    if p < 0:
        members[q] = t
        place[t] = q
        _border(system, members, q, q + 1, inverse, G, S)
        return q + 1, inverted and _grow(solver, system, q)
    # The last member takes the place of the one that goes.
    inverted = inverted and _shrink(solver, p, q)
    q -= 1
    place[t] = -1
    if p < q:
        members[p] = members[q]
        place[members[p]] = p
        system[p, :q] = system[q, :q]
        system[:q, p] = system[:q, q]
        system[p, p] = system[q, q]
    return q, inverted


@njit(cache=True)
def pivot_block(inverse, G, S, x0, v0, s0, ds0, bounds, status, tau_end, scale, flat, most):
    """Follow the path over tau in [0, tau_end] until `most` samples have changed sides.

    Parameters
    ----------
    inverse : ndarray of shape (e + 1, e + 1) or larger
        Its leading part is the inverse of [[0, 1'], [1, K_EE]].
    G, S : ndarray of shape (e + 1, w) and (w, w)
        inverse [1'; K_EW], and K_WW - [1, K_WE] G.
    x0, v0 : ndarray of shape (e + 1,)
        theta and beta of E at tau = 0, and their rates; x0 is changed.
    s0, ds0 : ndarray of shape (w,)
        Slacks of W at tau = 0, and their rates; s0 is changed.
    bounds : ndarray of shape (e + 1 + w,)
        Label times the upper bound of alpha; that of theta is not used.
    status : ndarray of int8, shape (e + 1 + w,)
        ZERO, BOUND or MARGIN at the start; changed.
    scale : float
        Length of the whole range of tau, the unit for ties.
    flat : float
        A pivot up to this counts as zero: the sample depends linearly on those on the margin.
    most : int
        Changes of side after which the block ends.

    Returns
    -------
    taus : ndarray of shape (r,)
    values : ndarray of shape (r, e + 1 + w)
        theta and beta at each breakpoint.
    statuses : ndarray of int8, shape (r, e + 1 + w)
        Statuses that hold after each breakpoint.
    reason : int
        AT_END, FULL or STUCK.
    """
    e1, w = x0.size, s0.size
    total = e1 + w
    capacity = 4 * most + 4
    taus = np.empty(capacity)
    values = np.empty((capacity, total))
    statuses = np.empty((capacity, total), dtype=np.int8)
    records = 0

    GT = np.ascontiguousarray(G.T)
    members = np.empty(most + 2, dtype=np.int64)
    place = np.full(total, -1)
    q = 0
    system = np.empty((most + 2, most + 2))
    solver = np.empty((most + 2, most + 2))
    rhs, drhs = np.empty(most + 2), np.empty(most + 2)
    unknowns, speeds, answers = np.empty(most + 2), np.empty(most + 2), np.empty(most + 2)
    inverted = True
    fixed = np.zeros(total)
    for t in range(1, total):
        if status[t] == BOUND:
            fixed[t] = bounds[t]
    z, dz = np.empty(total), np.empty(total)
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
                rhs[k], drhs[k] = fixed[a] - x0[a], -v0[a]
            else:
                rhs[k], drhs[k] = -s0[a - e1], -ds0[a - e1]
        if not inverted and not _invert(system, q, solver):
            return taus[:records], values[:records], statuses[:records], STUCK
        _times(solver, rhs, q, unknowns)
        _times(solver, drhs, q, speeds)
        z[:e1], z[e1:], dz[:e1], dz[e1:] = x0, s0, v0, ds0
        _spread(unknowns, members, q, inverse, G, GT, S, z[:e1], z[e1:])
        _spread(speeds, members, q, inverse, G, GT, S, dz[:e1], dz[e1:])
        for k in range(q):
            t = members[k]
            z[t], dz[t] = unknowns[k], speeds[k]
            if t >= e1:
                z[t] += fixed[t]

        t, at = _nearest(z, dz, bounds, status, tau, scale, step)
        done = t < 0 or at >= tau_end
        if done:
            at = tau_end
        idle = idle + 1 if at <= tau + _TIE * scale else 0
        if idle > _MOST_IDLE:
            return taus[:records], values[:records], statuses[:records], STUCK
        tau = at
        for i in range(total):
            if i == 0:
                values[records, i] = z[i] + tau * dz[i]
            elif status[i] == MARGIN:
                values[records, i] = _boxed(z[i] + tau * dz[i], bounds[i])
            else:
                values[records, i] = fixed[i]
        taus[records] = tau
        statuses[records] = status
        if done:
            return taus[: records + 1], values[: records + 1], statuses[: records + 1], AT_END

        leaving, entering, bound = -1, -1, 0.0
        if status[t] == MARGIN:
            leaving, bound = t, _ahead(dz[t], bounds[t])
        else:
            entering = t
            if _answer(t, members, q, place, solver, G, S, rhs, answers) <= flat:
                # No margin moves with this beta: it moves, at this tau, until a beta reaches a bound.
                inward = np.sign(bounds[t]) if status[t] == ZERO else -np.sign(bounds[t])
                dz[:] = 0.0
                if t >= e1:
                    dz[:e1] = -GT[t - e1]
                _spread(answers, members, q, inverse, G, GT, S, dz[:e1], dz[e1:])
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
                    _rest(t, bounds[t] if status[t] == ZERO else 0.0, status, fixed, x0, s0, GT, S)
                    values[records, t] = fixed[t]
        # In an exchange the set in between may be singular: its inverse is made from scratch.
        inverted = leaving < 0 or entering < 0
        if leaving >= 0:
            _rest(leaving, bound, status, fixed, x0, s0, GT, S)
            values[records, leaving] = bound
            q, inverted = _join_or_leave(leaving, members, q, place, system, solver, inverted, inverse, G, S)
        if entering >= 0:
            status[entering] = MARGIN
            q, inverted = _join_or_leave(entering, members, q, place, system, solver, inverted, inverse, G, S)
        statuses[records] = status
        records += 1
