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
def decisions(gram, samples, weights, offset):
    """Decisions of all samples: weights[0] + weights[1:] @ gram[samples] + offset."""
    h = row_sum(gram, samples, weights[1:])
    for i in range(h.size):
        h[i] += offset[i] + weights[0]
    return h
