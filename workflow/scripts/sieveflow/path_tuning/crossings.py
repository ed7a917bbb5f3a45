"""Where predictions, and the order of predictions, change along the path."""

import numpy as np

from sieveflow.compiled import njit

NEGATIVE, TIE, POSITIVE = 0, 1, 2


@njit(cache=True)
def _sign(value, noise):
    if value > noise:
        return POSITIVE
    return NEGATIVE if value < -noise else TIE


@njit(cache=True)
def _changes(lambdas, values, noise, out_lambda, out_state, tie):
    """Write the first state of a piecewise linear function, then each change with its lambda; returns how many.

    `noise` says for every breakpoint what counts as zero. A state holds on an open interval. Where the function is
    zero at one end of a stretch its sign at the other end counts; where it is zero all along the state is `tie`. (6.20)
    looks at products of decisions and misses exact zeros.
    """
    count = 0
    state = -1
    for k in range(lambdas.size - 1):
        upper, lower = _sign(values[k], noise[k]), _sign(values[k + 1], noise[k + 1])
        if upper == TIE:
            upper = lower
        if lower == TIE:
            lower = upper
        if upper == TIE:
            upper = lower = tie
        if upper != state:
            out_lambda[count], out_state[count] = lambdas[k], upper
            count += 1
        if lower != upper:
            # (6.22)
            a, b = values[k], values[k + 1]
            out_lambda[count] = (lambdas[k + 1] * a - lambdas[k] * b) / (a - b)
            out_state[count] = lower
            count += 1
        state = lower
    return count


@njit(cache=True)
def sign_changes(lambdas, h, noise):
    """Changes of prediction: lambda, sample, and whether it is now predicted positive; first entries start the path.

    A sample with h = 0 is predicted positive, as below (6.18).
    """
    r, m = h.shape
    columns = np.ascontiguousarray(h.T)
    at, states = np.empty(2 * r), np.empty(2 * r, dtype=np.int64)
    size = 16 * m + 64
    out_lambda, out_sample, out_state = np.empty(size), np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int64)
    total = 0
    for j in range(m):
        count = _changes(lambdas, columns[j], noise, at, states, POSITIVE)
        while total + count > size:
            size *= 2
            out_lambda = np.append(out_lambda, np.empty(size - out_lambda.size))
            out_sample = np.append(out_sample, np.empty(size - out_sample.size, dtype=np.int64))
            out_state = np.append(out_state, np.empty(size - out_state.size, dtype=np.int64))
        for c in range(count):
            out_lambda[total], out_sample[total], out_state[total] = at[c], j, states[c] == POSITIVE
            total += 1
    return out_lambda[:total], out_sample[:total], out_state[:total]


@njit(cache=True)
def order_changes(lambdas, h, positives, negatives, noise):
    """Changes of order between a positive and a negative sample: lambda, and twice the change of the count of pairs.

    The first entry is the count where the path starts: two for a pair in the right order, one for a tie.
    """
    r = lambdas.size
    columns = np.ascontiguousarray(h.T)
    at, states = np.empty(2 * r), np.empty(2 * r, dtype=np.int64)
    difference = np.empty(r)
    size = 1024
    out_lambda, out_change = np.empty(size), np.empty(size, dtype=np.int64)
    out_lambda[0], out_change[0] = lambdas[0], 0
    total = 1
    for i in positives:
        for j in negatives:
            difference[:] = columns[i] - columns[j]
            count = _changes(lambdas, difference, noise, at, states, TIE)
            while total + count > size:
                out_lambda = np.append(out_lambda, np.empty(size))
                out_change = np.append(out_change, np.empty(size, dtype=np.int64))
                size *= 2
            out_change[0] += states[0]
            for c in range(1, count):
                out_lambda[total], out_change[total] = at[c], states[c] - states[c - 1]
                total += 1
    return out_lambda[:total], out_change[:total]
