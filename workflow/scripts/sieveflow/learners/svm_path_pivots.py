"""Pivots of the SVM path inside one block of breakpoints.

A block starts from a set E of samples on the margin with the inverse X of its system, and from a set W of samples at a
bound that may reach the margin soon. X itself is left alone: with every event it gains one term or two of rank one, and
these are kept. Samples whose beta moves have slots (theta has slot 0, E the next ones, those that enter the rest);
samples whose slack is followed have columns (W, then those that leave E).

Notation: beta_i = y_i alpha_i, h_i = theta + sum_j K_ij beta_j, target y_i t_i(tau), slack s_i = h_i - target.
"""

import numpy as np

from sieveflow.compiled import njit

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
# Share of its terms below which a pivot is lost in rounding: the block ends, to go on with an inverse made afresh.
_LOST = 1e-6
# Steps of length zero after which a block gives up.
_MOST_IDLE = 300
# Sums may be taken in any order.
_SUMS = {"reassoc", "nsz", "contract"}


@njit(cache=True)
def _add_rows(rows, weights, count, out, size):
    """Add weights[:count] @ rows[:count, :size] to out: eight rows at a time, so that out is seldom read."""
    k = 0
    while k + 8 <= count:
        a, b, c, d = weights[k], weights[k + 1], weights[k + 2], weights[k + 3]
        e, f, g, h = weights[k + 4], weights[k + 5], weights[k + 6], weights[k + 7]
        ra, rb, rc, rd = rows[k], rows[k + 1], rows[k + 2], rows[k + 3]
        re, rf, rg, rh = rows[k + 4], rows[k + 5], rows[k + 6], rows[k + 7]
        for i in range(size):
            first = (a * ra[i] + b * rb[i]) + (c * rc[i] + d * rd[i])
            out[i] += first + ((e * re[i] + f * rf[i]) + (g * rg[i] + h * rh[i]))
        k += 8
    while k < count:
        a, ra = weights[k], rows[k]
        for i in range(size):
            out[i] += a * ra[i]
        k += 1


@njit(cache=True, fastmath=_SUMS)
def _row_products(rows, vector, count, out, size):
    """out = rows[:count, :size] @ vector: four rows at a time, so that the vector is seldom read."""
    k = 0
    while k + 4 <= count:
        ra, rb, rc, rd = rows[k], rows[k + 1], rows[k + 2], rows[k + 3]
        a = b = c = d = 0.0
        for i in range(size):
            v = vector[i]
            a += ra[i] * v
            b += rb[i] * v
            c += rc[i] * v
            d += rd[i] * v
        out[k], out[k + 1], out[k + 2], out[k + 3] = a, b, c, d
        k += 4
    while k < count:
        ra, a = rows[k], 0.0
        for i in range(size):
            a += ra[i] * vector[i]
        out[k] = a
        k += 1


@njit(cache=True, fastmath=_SUMS)
def _half_product(half, vector, out, size):
    """out[:size] = the symmetric matrix whose lower half is given, times a vector: each number is read once."""
    k = 0
    while k + 4 <= size:
        ra, rb, rc, rd = half[k], half[k + 1], half[k + 2], half[k + 3]
        va, vb, vc, vd = vector[k], vector[k + 1], vector[k + 2], vector[k + 3]
        a = b = c = d = 0.0
        for i in range(k):
            v = vector[i]
            out[i] += (va * ra[i] + vb * rb[i]) + (vc * rc[i] + vd * rd[i])
            a += ra[i] * v
            b += rb[i] * v
            c += rc[i] * v
            d += rd[i] * v
        out[k] = a + (ra[k] * va + rb[k] * vb) + (rc[k] * vc + rd[k] * vd)
        out[k + 1] = b + (rb[k] * va + rb[k + 1] * vb) + (rc[k + 1] * vc + rd[k + 1] * vd)
        out[k + 2] = c + (rc[k] * va + rc[k + 1] * vb) + (rc[k + 2] * vc + rd[k + 2] * vd)
        out[k + 3] = d + (rd[k] * va + rd[k + 1] * vb) + (rd[k + 2] * vc + rd[k + 3] * vd)
        k += 4
    while k < size:
        ra, va, a = half[k], vector[k], 0.0
        for i in range(k):
            out[i] += va * ra[i]
            a += ra[i] * vector[i]
        out[k] = a + ra[k] * va
        k += 1


@njit(cache=True, fastmath=_SUMS)
def _dot(a, b, size):
    """Sum of products in whatever order is fastest."""
    total = 0.0
    for i in range(size):
        total += a[i] * b[i]
    return total


@njit(cache=True, fastmath={"nnan", "nsz", "reassoc"})
def _largest(a, b, size):
    """The largest term of a sum of products."""
    largest = 0.0
    for i in range(size):
        largest = max(largest, abs(a[i] * b[i]))
    return largest


@njit(cache=True)
def _combine(a, first, b, second, out):
    """out = a first + b second."""
    for i in range(out.size):
        out[i] = a * first[i] + b * second[i]


@njit(cache=True)
def _times_inverse(right, inverse, even, e1, lefts, rights, terms, slots, state, work, out):
    """The present inverse times a vector over the slots, zero where a slot is not on the margin."""
    out[:slots] = 0.0
    if even:
        _half_product(inverse, right, out, e1)
    else:
        _add_rows(inverse, right, e1, out, e1)
    _row_products(rights, right, terms, work, slots)
    _add_rows(lefts, work, terms, out, slots)
    for s in range(slots):
        if state[s] != MARGIN:
            out[s] = 0.0


@njit(cache=True)
def _refine(solution, right, system, inverse, even, e1, fresh, lefts, rights, terms, slots, state, work, left, more):
    """Correct a solution of the present system by what it leaves of the right-hand side."""
    left[:slots] = 0.0
    _add_rows(system, solution, e1, left, e1)
    _add_rows(fresh, solution[e1:slots], slots - e1, left, e1)
    for s in range(e1, slots):
        left[s] = _dot(fresh[s - e1], solution, slots)
    for s in range(slots):
        left[s] = right[s] - left[s] if state[s] == MARGIN else 0.0
    _times_inverse(left, inverse, even, e1, lefts, rights, terms, slots, state, work, more)
    for s in range(slots):
        solution[s] += more[s]


@njit(cache=True)
def _weight(step, place):
    """A number in [0.5, 1) made of step and place, so that ties are not broken the same way for ever."""
    return 0.5 + 0.5 * ((step * 7919 + place * 104729) % 65521) / 65521.0


@njit(cache=True)
def _ahead(speed, bound):
    """The end of the box between zero and `bound` that a beta moves to."""
    return max(bound, 0.0) if speed > 0.0 else min(bound, 0.0)


@njit(cache=True, fastmath={"nnan", "nsz", "reassoc"})
def _smallest(values, first, end):
    """The smallest of some numbers, none of which is expected to be undefined."""
    smallest = np.inf
    for i in range(first, end):
        smallest = min(smallest, values[i])
    return smallest


@njit(cache=True, error_model="numpy")
def _nearest(beta, speed, limit, state, slots, slack, pace, side, columns, scale, step, at, reached):
    """The slot or the column (the other is -1) of the next event and how far it is; fills `at` and `reached`."""
    free = 0
    for s in range(1, slots):
        free += state[s] == MARGIN
    # The last one on the margin holds theta and cannot move.
    still = _STILL_BETA / scale if free > 1 else np.inf
    for s in range(1, slots):
        far = max((_ahead(speed[s], limit[s]) - beta[s]) / speed[s], 0.0)
        at[s] = far if abs(speed[s]) > still else np.inf
    for c in range(columns):
        reached[c] = max(-slack[c] / pace[c], 0.0) if side[c] * pace[c] < -_STILL_SLACK else np.inf
    best = min(_smallest(at, 1, slots), _smallest(reached, 0, columns))
    slot, column, strongest = -1, -1, -1.0
    if best == np.inf:
        return slot, column, best
    for s in range(1, slots):
        if at[s] <= best + _TIE * scale:
            strength = abs(speed[s]) * scale * _weight(step, s)
            if strength > strongest:
                slot, strongest = s, strength
    for c in range(columns):
        if reached[c] <= best + _TIE * scale:
            strength = abs(pace[c]) * _weight(step, slots + c)
            if strength > strongest:
                slot, column, strongest = -1, c, strength
    return slot, column, best


@njit(cache=True)
def _slide(beta, direction, limit, state, slots, length):
    """How far the betas on the margin can move in a direction, up to a length, and which one is first at a bound."""
    first, strongest = -1, 0.0
    for s in range(1, slots):
        speed = direction[s]
        if state[s] == MARGIN and abs(speed) > _STILL_SLIDE:
            reach = max((_ahead(speed, limit[s]) - beta[s]) / speed, 0.0)
            tied = first >= 0 and reach < length + _TIE_SLIDE and abs(speed) > strongest
            if reach < length - _TIE_SLIDE or tied:
                length, first, strongest = min(reach, length), s, abs(speed)
    return length, first


@njit(cache=True)
def _move(length, beta, speed, limit, slots, slack, pace, columns):
    """Move betas, which stay between their bounds, and slacks."""
    beta[0] += length * speed[0]
    for s in range(1, slots):
        moved = beta[s] + length * speed[s]
        beta[s] = min(max(moved, min(limit[s], 0.0)), max(limit[s], 0.0))
    for c in range(columns):
        slack[c] += length * pace[c]


@njit(cache=True)
def _new_slot(i, gram, who, slots, e1, others, columns, cross, fresh):
    """Kernel values of a sample that gets the next slot."""
    line = gram[i]
    new = slots - e1
    row = fresh[new]
    row[0] = 1.0
    for s in range(1, slots):
        row[s] = line[who[s]]
    row[slots] = line[i]
    for k in range(new):
        fresh[k, slots] = row[e1 + k]
    for c in range(columns):
        cross[c, slots] = line[others[c]]
    who[slots] = i


@njit(cache=True)
def _new_column(i, gram, who, slots, row):
    """Kernel values of a sample with those that have slots."""
    line = gram[i]
    row[0] = 1.0
    for s in range(1, slots):
        row[s] = line[who[s]]


@njit(cache=True)
def pivot_block(
    gram, samples, watched, system, inverse, even, start, h, y, targets, rates, bounds, status, end, flat, most, refine
):
    """Follow the path over tau in [0, end] until there were `most` events.

    Parameters
    ----------
    gram : ndarray of shape (n, n)
    samples, watched : ndarray of int, shape (e,) and (w,)
        E and W.
    system, inverse : ndarray
        [[0, 1'], [1, K_EE]] and its inverse in their leading parts.
    even : bool
        Whether of the inverse the lower half is kept.
    start : ndarray of shape (2, e + 1)
        theta and beta of E at tau = 0, and their rates.
    h, y, targets, rates, bounds, status : ndarray of shape (n,)
        Decisions at tau = 0; labels; the margins that are asked for and their rates; label times the
        upper bound of alpha; ZERO, BOUND or MARGIN at the start.
    end : float
        Length of the whole range of tau, the unit for ties.
    flat : float
        A pivot up to this counts as zero: the sample depends linearly on those on the margin.
    most : int
        Events after which the block ends.
    refine : bool
        Whether the solutions that events are made of are to be more precise than the inverse: its errors, which an
        event multiplies otherwise, are then only passed on.

    Returns
    -------
    taus : ndarray of shape (r,)
    values, states : ndarray of shape (r, room)
        theta and beta of the slots at each breakpoint, and the statuses that hold after it; there is room for more.
    counts : ndarray of int, shape (r,)
        How many terms the inverse has gained after each breakpoint.
    who : ndarray of int, shape (slots,)
        The sample of each slot.
    cross, column_of : ndarray
        Kernel values of the columns (rows) with the slots, and the column of each sample, -1 where it has none.
    fresh : ndarray
        Kernel values of those that entered (rows) with the slots.
    lefts, rights : ndarray of shape (terms, room)
        The inverse is the old one plus lefts' rights.
    reason : int
        AT_END, FULL or STUCK.
    """
    e1, w, n = samples.size + 1, watched.size, status.size
    room, wide, capacity = e1 + most + 1, w + most + 1, 3 * most + 5
    taus, counts = np.zeros(capacity), np.zeros(capacity, dtype=np.int64)
    values, states = np.empty((capacity, room)), np.empty((capacity, room), dtype=np.int8)
    lefts, rights = np.empty((2 * most, room)), np.empty((2 * most, room))
    fresh, cross = np.empty((most + 1, room)), np.empty((wide, room))
    who, others = np.empty(room, dtype=np.int64), np.empty(wide, dtype=np.int64)
    who[0], who[1:e1], others[:w] = -1, samples, watched
    slot_of, column_of = np.full(n, -1), np.full(n, -1)
    slot_of[samples] = np.arange(1, e1)
    column_of[watched] = np.arange(w)
    beta, speed, limit, state = np.zeros(room), np.zeros(room), np.zeros(room), np.full(room, MARGIN, dtype=np.int8)
    beta[:e1], speed[:e1], limit[1:e1] = start[0], start[1], bounds[samples]
    slack, pace, side = np.zeros(wide), np.zeros(wide), np.zeros(wide)
    for c in range(w):
        _new_column(watched[c], gram, who, e1, cross[c])
    _row_products(cross, speed, w, pace, e1)
    for c in range(w):
        i = watched[c]
        slack[c] = h[i] - y[i] * targets[i]
        pace[c] -= y[i] * rates[i]
        side[c] = 1.0 if (bounds[i] > 0.0) == (status[i] == ZERO) else -1.0
    at, reached, work, left, more = np.empty(room), np.empty(wide), np.empty(2 * most), np.empty(room), np.empty(room)
    enter, leave, right = np.zeros(room), np.zeros(room), np.zeros(room)
    entered, left_by = np.zeros(wide), np.zeros(wide)
    slots, columns, terms, records, events, idle, step = e1, w, 0, 1, 0, 0, 0
    tau = 0.0
    values[0], states[0] = beta, state
    reason = FULL
    while events < most and records + 2 < capacity:
        step += 1
        leaving, column, length = _nearest(
            beta, speed, limit, state, slots, slack, pace, side, columns, end, step, at, reached
        )
        done = tau + length >= end
        if done:
            length = end - tau
        idle = idle + 1 if length <= _TIE * end else 0
        if idle > _MOST_IDLE:
            reason = STUCK
            break
        tau = end if done else tau + length
        _move(length, beta, speed, limit, slots, slack, pace, columns)
        taus[records], values[records], states[records], counts[records] = tau, beta, state, terms
        if done:
            records += 1
            reason = AT_END
            break

        entering, pivot, bound, weak = -1, 0.0, 0.0, False
        if leaving >= 0:
            bound = _ahead(speed[leaving], limit[leaving])
        else:
            i = others[column]
            entering = slot_of[i]
            if entering < 0:
                entering = slot_of[i] = slots
                _new_slot(i, gram, who, slots, e1, others, columns, cross, fresh)
                limit[slots], state[slots] = bounds[i], status[i]
                beta[slots] = bounds[i] if status[i] == BOUND else 0.0
                values[: records + 1, slots], states[: records + 1, slots] = beta[slots], state[slots]
                slots += 1
            kernel = gram[i]
            right[0] = 1.0
            for s in range(1, slots):
                right[s] = kernel[who[s]] if state[s] == MARGIN else 0.0
            _times_inverse(right, inverse, even, e1, lefts, rights, terms, slots, state, work, enter)
            if refine:
                _refine(
                    enter, right, system, inverse, even, e1, fresh, lefts, rights, terms, slots, state, work, left, more
                )
            for s in range(slots):
                enter[s] = -enter[s]
            enter[entering] = 1.0
            _row_products(cross, enter, columns, entered, slots)
            pivot = entered[column]
            weak = pivot <= _LOST * max(_largest(enter, right, slots), kernel[i])
            if weak and terms > 0:
                records += 1
                break
            if pivot <= flat:
                # No margin moves with this beta: it moves, at this tau, until a beta reaches a bound. What is below
                # zero is rounding, which a large inverse would multiply.
                pivot = max(pivot, 0.0)
                inward = np.sign(bounds[i]) if state[entering] == ZERO else -np.sign(bounds[i])
                more[:slots] = inward * enter[:slots]
                length, leaving = _slide(beta, more, limit, state, slots, abs(bounds[i]))
                if length > 0.0:
                    records += 1
                    _move(length * inward, beta, enter, limit, slots, slack, entered, columns)
                    taus[records], values[records], counts[records] = tau, beta, terms
                if leaving >= 0:
                    bound = _ahead(more[leaving], limit[leaving])
                else:
                    # It went all the way to its other end.
                    state[entering] = BOUND if state[entering] == ZERO else ZERO
                    beta[entering] = bounds[i] if state[entering] == BOUND else 0.0
                    side[column] = -side[column]
                    values[records, entering] = beta[entering]
                    entering = -1

        push = pull = 0.0
        if leaving >= 0:
            leave[:slots] = 0.0
            if leaving < e1:
                leave[:e1] = inverse[leaving, :e1]
                if even:
                    leave[leaving:e1] = inverse[leaving:e1, leaving]
            work[:terms] = rights[:terms, leaving]
            size = max(abs(leave[leaving]), _largest(work, lefts[:, leaving], terms))
            _add_rows(lefts, work, terms, leave, slots)
            if terms > 0 and leave[leaving] <= _LOST * size:
                records += 1
                break
            for s in range(slots):
                leave[s] = leave[s] if state[s] == MARGIN else 0.0
            if refine:
                right[:slots] = 0.0
                right[leaving] = 1.0
                _refine(
                    leave, right, system, inverse, even, e1, fresh, lefts, rights, terms, slots, state, work, left, more
                )
            _row_products(cross, leave, columns, left_by, slots)
            if entering < 0:
                if leave[leaving] <= 0.0:
                    reason = STUCK
                    break
                pull = -speed[leaving] / leave[leaving]
                lefts[terms] = leave
                _combine(-1.0 / leave[leaving], leave, 0.0, leave, rights[terms])
                terms += 1
            else:
                # Both at once: with both on the margin the system would be singular, with neither it may be.
                own, other = leave[leaving], enter[leaving]
                share = 1.0 / (pivot * own + other * other)
                pull = (other * pace[column] - pivot * speed[leaving]) * share
                push = -(own * pace[column] + other * speed[leaving]) * share
                lefts[terms], lefts[terms + 1] = enter, leave
                _combine(own * share, enter, -other * share, leave, rights[terms])
                _combine(-other * share, enter, -pivot * share, leave, rights[terms + 1])
                terms += 2
        elif entering >= 0:
            push = -pace[column] / pivot
            lefts[terms] = enter
            _combine(1.0 / pivot, enter, 0.0, enter, rights[terms])
            terms += 1
        if leaving >= 0:
            for s in range(slots):
                speed[s] += pull * leave[s]
            for c in range(columns):
                pace[c] += pull * left_by[c]
        if entering >= 0:
            for s in range(slots):
                speed[s] += push * enter[s]
            for c in range(columns):
                pace[c] += push * entered[c]
            state[entering], side[column], slack[column], pace[column] = MARGIN, 0.0, 0.0, 0.0
        if leaving >= 0:
            i = who[leaving]
            c = column_of[i]
            if c < 0:
                c = column_of[i] = columns
                others[c] = i
                _new_column(i, gram, who, slots, cross[c])
                columns += 1
            beta[leaving], speed[leaving], values[records, leaving] = bound, 0.0, bound
            state[leaving] = ZERO if bound == 0.0 else BOUND
            side[c] = 1.0 if (limit[leaving] > 0.0) == (bound == 0.0) else -1.0
            slack[c], pace[c] = 0.0, pull
        states[records], counts[records] = state, terms
        records += 1
        events += 1
        if weak:
            break
    made = taus[:records], values[:records], states[:records], counts[:records], who[:slots]
    return made + (cross, column_of, fresh, lefts, rights, reason)
