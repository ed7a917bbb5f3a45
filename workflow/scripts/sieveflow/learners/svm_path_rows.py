"""Parts and sums of the rows of a Gram matrix, without a copy of the rows."""

import numpy as np
from numba import njit


@njit(cache=True)
def row_sum(gram, samples, weights):
    """weights @ gram[samples]: four rows at a time, so that the sum stays in the cache and each row is read once."""
    n = gram.shape[1]
    out = np.zeros(n)
    k = 0
    while k + 4 <= samples.size:
        a, b, c, d = gram[samples[k]], gram[samples[k + 1]], gram[samples[k + 2]], gram[samples[k + 3]]
        wa, wb, wc, wd = weights[k], weights[k + 1], weights[k + 2], weights[k + 3]
        for i in range(n):
            out[i] += (wa * a[i] + wb * b[i]) + (wc * c[i] + wd * d[i])
        k += 4
    while k < samples.size:
        a, wa = gram[samples[k]], weights[k]
        for i in range(n):
            out[i] += wa * a[i]
        k += 1
    return out


@njit(cache=True)
def bordered(gram, rows, columns):
    """[1, gram[rows, columns]]: a column of ones before a part of the matrix."""
    out = np.empty((rows.size, columns.size + 1))
    for r in range(rows.size):
        line = gram[rows[r]]
        out[r, 0] = 1.0
        for c in range(columns.size):
            out[r, c + 1] = line[columns[c]]
    return out


@njit(cache=True)
def two_products(matrix, pair, size):
    """Two vectors (rows of `pair`) times the leading part of a symmetric matrix, which is read once."""
    out = np.zeros((2, size))
    first, second = out[0], out[1]
    k = 0
    while k + 4 <= size:
        a, b, c, d = matrix[k], matrix[k + 1], matrix[k + 2], matrix[k + 3]
        wa, wb, wc, wd = pair[0, k], pair[0, k + 1], pair[0, k + 2], pair[0, k + 3]
        va, vb, vc, vd = pair[1, k], pair[1, k + 1], pair[1, k + 2], pair[1, k + 3]
        for i in range(size):
            first[i] += (wa * a[i] + wb * b[i]) + (wc * c[i] + wd * d[i])
            second[i] += (va * a[i] + vb * b[i]) + (vc * c[i] + vd * d[i])
        k += 4
    while k < size:
        a = matrix[k]
        for i in range(size):
            first[i] += pair[0, k] * a[i]
            second[i] += pair[1, k] * a[i]
        k += 1
    return out
