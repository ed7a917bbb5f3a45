"""Sensitivity of a predictive density to a feature: the criterion of SD-L-RFE and SD-G-RFE.

References
----------
Yang and Ong (2010), Feature selection for support vector regression using probabilistic prediction, KDD.
"""

import numpy as np

from sieveflow.compiled import njit


@njit(cache=True)
def _smallest_scale(y):
    """A scale just above rounding, so that a machine that fits every sample still has a density."""
    return np.finfo(np.float64).eps * max(np.abs(y).max(), np.finfo(np.float64).tiny)


@njit(cache=True)
def laplace_sensitivity(y, fitted, permuted):
    """Mean KL divergence (18) between Laplace densities around `fitted` and around each row of `permuted`.

    The score (19) of the paper is this plus one, a constant that it drops.
    """
    floor = _smallest_scale(y)
    sigma = max(np.abs(y - fitted).mean(), floor)
    total = 0.0
    for p in range(permuted.shape[0]):
        sigma_j = max(np.abs(y - permuted[p]).mean(), floor)
        part = 0.0
        for i in range(y.size):
            shift = abs(fitted[i] - permuted[p, i])
            part += sigma / sigma_j * np.exp(-shift / sigma) + shift / sigma_j
        total += part / y.size - 1.0 + np.log(sigma_j / sigma)
    return total / permuted.shape[0]


@njit(cache=True)
def gaussian_sensitivity(y, fitted, permuted):
    """Mean KL divergence (20) between Gaussian densities around `fitted` and around each row of `permuted`.

    The score (21) of the paper is this plus a half, a constant that it drops.
    """
    floor = _smallest_scale(y)
    sigma = max(np.sqrt(np.square(y - fitted).mean()), floor)
    total = 0.0
    for p in range(permuted.shape[0]):
        sigma_j = max(np.sqrt(np.square(y - permuted[p]).mean()), floor)
        shift = np.square(fitted - permuted[p]).mean() / sigma_j**2
        total += 0.5 * (shift + (sigma / sigma_j) ** 2 - 1.0) + np.log(sigma_j / sigma)
    return total / permuted.shape[0]
