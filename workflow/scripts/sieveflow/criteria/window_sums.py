"""Sums of Gaussian windows over pairs of samples, class by class: the inner loops of the methods around densities.

All compiled code that shares the exponential is in this file, since Numba's cache does not notice changes elsewhere.
"""

from math import factorial, log

import numpy as np
from numba import types
from numba.extending import intrinsic, overload

from sieveflow.compiled import njit

# Sums may be taken in any order and with fused operations; not so the exponential, whose steps rely on their order.
_SUMS = {"reassoc", "contract", "nsz", "nnan"}
# Beyond this below the largest exponent, a window with the smallest weight of interest is less than rounding.
_REACH = 60.0


@intrinsic
def _float_of_bits(typing_context, bits):
    """The float32 or float64 with the bits of an integer of that size."""
    kind = types.float32 if bits == types.int32 else types.float64

    def code(context, builder, signature, arguments):
        return builder.bitcast(arguments[0], context.get_value_type(signature.return_type))

    return kind(bits), code


@intrinsic
def _bits_of_float(typing_context, number):
    """The integer with the bits of a float32 or float64."""
    kind = types.int32 if number == types.float32 else types.int64

    def code(context, builder, signature, arguments):
        return builder.bitcast(arguments[0], context.get_value_type(signature.return_type))

    return kind(number), code


def _exp(x):
    """exp(x) for x of at most a little above zero; below the range of its type, the smallest normal number."""
    return np.exp(x)  # outside of compiled code, which takes what follows


@overload(_exp)
def _exp_in_the_type_of(x):
    """Cephes' reduction to |r| <= log(2) / 2 and a polynomial: no branch and no call, so that loops become vectors."""
    if x == types.float32:
        f = np.float32
        per_log2, high, low, least = f(1.4426950408889634), f(0.693359375), f(-2.12194440e-4), f(-87.0)
        half, one = f(0.5), f(1.0)
        a5, a4, a3 = f(1.9875691500e-4), f(1.3981999507e-3), f(8.3334519073e-3)
        a2, a1 = f(4.1665795894e-2), f(1.6666665459e-1)

        def single(x):
            x = max(x, least)
            n = np.floor(x * per_log2 + half)
            r = x - n * high
            r = r - n * low
            p = ((((a5 * r + a4) * r + a3) * r + a2) * r + a1) * r + half
            p = p * r * r + r + one
            return p * _float_of_bits(np.int32((np.int32(n) + 127) << 23))

        return single

    def double(x):
        x = max(x, -708.0)
        n = np.floor(x * 1.4426950408889634 + 0.5)
        r = x - n * 6.93145751953125e-1
        r = r - n * 1.42860682030941723212e-6
        p = (1.6059043836821613e-10 * r + 2.08767569878681e-09) * r + 2.505210838544172e-08
        p = ((p * r + 2.755731922398589e-07) * r + 2.7557319223985893e-06) * r + 2.48015873015873e-05
        p = ((p * r + 1.984126984126984e-04) * r + 1.388888888888889e-03) * r + 8.333333333333333e-03
        p = ((p * r + 4.1666666666666664e-02) * r + 1.6666666666666666e-01) * r + 0.5
        p = (p * r + 1.0) * r + 1.0
        return p * _float_of_bits((np.int64(n) + 1023) << 52)

    return double


def _power(x):
    """Two to the power of x, at most a little above zero; below the range of its type, a number near its smallest."""
    return np.exp2(x)  # outside of compiled code, which takes what follows


@overload(_power)
def _power_in_the_type_of(x):
    """As `_exp`, with less to do: the nearest integer goes straight into the exponent, and the rest in a series."""
    if x == types.float32:
        f = np.float32
        b6, b5, b4 = f(1.535336188319500e-4), f(1.339887440266574e-3), f(9.618437357674640e-3)
        b3, b2, b1 = f(5.550332471162809e-2), f(2.402264791363012e-1), f(6.931472028550421e-1)
        one, lowest = f(1.0), f(-125.0)

        def single(x):
            x = max(x, lowest)
            n = np.rint(x)
            r = x - n
            p = (((((b6 * r + b5) * r + b4) * r + b3) * r + b2) * r + b1) * r + one
            return _float_of_bits(np.int32(_bits_of_float(p) + (np.int32(n) << 23)))

        return single

    c = [log(2.0) ** k / factorial(k) for k in range(14)]
    c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13 = c[1:]

    def double(x):
        x = max(x, -1021.0)
        n = np.rint(x)
        r = x - n
        p = ((((c13 * r + c12) * r + c11) * r + c10) * r + c9) * r + c8
        p = (((((p * r + c7) * r + c6) * r + c5) * r + c4) * r + c3) * r + c2
        p = (p * r + c1) * r + 1.0
        return _float_of_bits(_bits_of_float(p) + (np.int64(n) << 52))

    return double


@njit(cache=True)
def exponentials(x, out):
    """Exponentials of numbers up to zero, as the sums below take them."""
    for i in range(x.size):
        out[i] = _exp(x[i])


@njit(cache=True)
def pair_distances(columns):
    """Squared distances between samples, of which the part above the diagonal is filled.

    Parameters
    ----------
    columns : ndarray of shape (d, n)
        Samples in columns, one feature after the other.
    """
    d, n = columns.shape
    out = np.zeros((n, n))
    for i in range(n):
        for j in range(d):
            _add_gaps(out[i, i + 1 :], columns[j, i], columns[j, i + 1 :], 1.0)
    return out


@njit(cache=True)
def _add_gaps(row, value, others, sign):
    for t in range(row.size):
        gap = value - others[t]
        row[t] += sign * (gap * gap)


@njit(cache=True)
def add_feature(distances, column, sign):
    """Add the squared differences of one feature to the distances (sign 1), or take them off (sign -1)."""
    n = column.size
    for i in range(n):
        _add_gaps(distances[i, i + 1 :], column[i], column[i + 1 :], sign)


@njit(cache=True, fastmath=_SUMS)
def _part(row, x, column_sums, value, sign):
    total = sign * 0
    for t in range(row.size):
        gap = value - x[t]
        window = _power(row[t] - sign * (gap * gap))
        total += window
        column_sums[t] += window
    return total


@njit(cache=True)
def class_sums(distances, columns, sign, scale, starts):
    """Sums of windows from each sample to the others of each class, with or without each feature in turn.

    The distances are updated by the feature's difference inside the loop, and every pair is evaluated once.

    Parameters
    ----------
    distances : ndarray of shape (n, n)
        Squared distances above the diagonal; its type, float32 or float64, is that of all arithmetic.
    columns : ndarray of shape (m, n)
        The features to add or to take off, of the same type.
    sign : float
        1 to add the feature, -1 to take it off.
    scale : float
        Windows are exp(scale * distance), scale below zero.
    starts : ndarray of int
        Where each class starts, samples being sorted by class; and at the end n.

    Returns
    -------
    ndarray of shape (m, n_classes, n)
        Without the window of a sample at itself, which is 1.
    """
    m, n = columns.shape
    out = np.zeros((m, starts.size - 1, n), dtype=distances.dtype)
    # Scaled here, once for all pairs, exponents are powers of two as they are.
    to_powers = scale * distances.dtype.type(1.4426950408889634)
    columns = columns * np.sqrt(-to_powers)
    own = 0
    for i in range(n):
        while i >= starts[own + 1]:
            own += 1
        # Samples outside, features inside: the row of distances stays in the nearest cache.
        exponents = distances[i] * to_powers
        for f in range(m):
            for k in range(own, starts.size - 1):
                low, high = max(i + 1, starts[k]), starts[k + 1]
                row, x = exponents[low:high], columns[f, low:high]
                out[f, k, i] += _part(row, x, out[f, own, low:high], columns[f, i], sign)
    return out


@njit(cache=True, fastmath=_SUMS)
def _weighted_part(row, x, weights, value):
    total = 0.0
    for t in range(row.size):
        gap = value - x[t]
        total += weights[t] * _power(row[t] + gap * gap)
    return total


@njit(cache=True)
def weighted_sums_without(distances, columns, weights, scale):
    """Weighted sums of windows over all pairs, without each feature in turn.

    Parameters
    ----------
    distances : ndarray of shape (n, n)
        Squared distances above the diagonal.
    columns : ndarray of shape (m, n)
        The features to take off.
    weights : ndarray of shape (n, n)
        Weights of the pairs, above the diagonal.
    scale : float
        Windows are exp(scale * distance), scale below zero.

    Returns
    -------
    ndarray of shape (m,)
    """
    m, n = columns.shape
    out = np.zeros(m)
    to_powers = scale * 1.4426950408889634
    columns = columns * np.sqrt(-to_powers)
    for i in range(n):
        exponents = distances[i] * to_powers
        for f in range(m):
            out[f] += _weighted_part(exponents[i + 1 :], columns[f, i + 1 :], weights[i, i + 1 :], columns[f, i])
    return out


@njit(cache=True, fastmath=_SUMS)
def _exponents(out, row, x, old, new, scale):
    top = -np.inf
    for t in range(row.size):
        before, after = old - x[t], new - x[t]
        exponent = scale * (row[t] - before * before + after * after)
        out[t] = exponent
        top = max(top, exponent)
    return top


@njit(cache=True, fastmath=_SUMS)
def _weighted(exponents, top, weights):
    total = 0.0
    for t in range(exponents.size):
        # A reduced set is large only where windows are narrow, and then nearly all of them are out of reach.
        if exponents[t] > top - _REACH:
            total += weights[t] * _exp(exponents[t] - top)
    return total


@njit(cache=True)
def permuted_log_densities(distances, samples, centres, permuted, weights, scale, starts):
    """Logarithms of weighted sums of windows at every sample with one feature replaced, for each feature and class.

    Parameters
    ----------
    distances : ndarray of shape (n, c)
        Squared distances from samples to centres.
    samples, permuted : ndarray of shape (m, n)
        The features of the samples, and what each is replaced by.
    centres : ndarray of shape (m, c)
        The features of the centres.
    weights : ndarray of shape (c,)
    scale : float
        Windows are exp(scale * distance), scale below zero.
    starts : ndarray of int
        Where the centres of each class start; and at the end c.

    Returns
    -------
    ndarray of shape (m, n_classes, n)
        Minus infinity for a class without centres.
    """
    m, n = samples.shape
    out = np.full((m, starts.size - 1, n), -np.inf)
    exponents = np.empty(distances.shape[1])
    for i in range(n):
        for f in range(m):
            for k in range(starts.size - 1):
                low, high = starts[k], starts[k + 1]
                if low < high:
                    part, row, x = exponents[low:high], distances[i, low:high], centres[f, low:high]
                    top = _exponents(part, row, x, samples[f, i], permuted[f, i], scale)
                    out[f, k, i] = top + np.log(_weighted(part, top, weights[low:high]))
    return out
