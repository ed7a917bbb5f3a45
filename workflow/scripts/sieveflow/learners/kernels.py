"""Gaussian kernels from squared distances."""

import numpy as np

from sieveflow.compiled import njit


@njit(cache=True)
def squared_distances(a, b):
    """Squared Euclidean distances between the rows of a and of b, features added in column order.

    The fixed order matters: two rankings that agree on a subset must give the same kernel to the last bit, or a
    paired test of two equal machines would test rounding.
    """
    out = np.zeros((a.shape[0], b.shape[0]))
    for j in range(a.shape[1]):
        for r in range(a.shape[0]):
            value = a[r, j]
            for i in range(b.shape[0]):
                gap = value - b[i, j]
                out[r, i] += gap * gap
    return out


def gaussian_kernel(a, b, kappa):
    """exp(-kappa |a_r - b_i|^2) for all pairs of rows."""
    distances = squared_distances(np.asfortranarray(a, dtype=float), np.asfortranarray(b, dtype=float))
    distances *= -kappa
    return np.exp(distances, out=distances)
