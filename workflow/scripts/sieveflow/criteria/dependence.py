"""Hilbert-Schmidt dependence between inputs and a target, without bias."""

import numpy as np

from sieveflow.errors import InputError


def pairs_of(n):
    """Index of the first and of the second sample of every pair, in the order of pairs used here."""
    return np.triu_indices(n, k=1)


def hsic_weights(target_kernel):
    """Weights w of the pairs of samples such that HSIC_1 of any input kernel k is the sum of w k over pairs.

    (2.36) is linear in the input kernel: its three terms need only the target's kernel, its row sums and its sum, so
    that the dependence of every subset of features costs one product.

    Parameters
    ----------
    target_kernel : ndarray of shape (n, n)

    References
    ----------
    Song et al. (2007), Supervised feature selection via dependence estimation, ICML; (2.36) of Yang (2011).
    """
    n = target_kernel.shape[0]
    off_diagonal = target_kernel - np.diag(np.diag(target_kernel))
    sums = off_diagonal.sum(axis=1)
    first, second = pairs_of(n)
    terms = off_diagonal[first, second] + sums.sum() / ((n - 1) * (n - 2)) - (sums[first] + sums[second]) / (n - 2)
    return 2.0 * terms / (n * (n - 3))


# The kernel between two samples of a class with so many of them; zero between classes.
CLASS_KERNELS = {"equal": np.ones_like, "balanced": np.reciprocal}


def class_weights(counts, kernel):
    """The weights of `hsic_weights` for a kernel on classes: one for every pair of classes.

    Parameters
    ----------
    counts : ndarray of int
        Number of samples of each class.
    kernel : {'equal', 'balanced'}
        1 for samples of one class, or one over their number.
    """
    if kernel not in CLASS_KERNELS:
        raise InputError(f"class_kernel: found {kernel!r}, allowed are {', '.join(CLASS_KERNELS)}.")
    n = counts.sum()
    inside = CLASS_KERNELS[kernel](counts.astype(float))
    sums = inside * (counts - 1)
    total = (counts * sums).sum()
    terms = np.diag(inside) + total / ((n - 1) * (n - 2)) - (sums[:, None] + sums) / (n - 2)
    return 2.0 * terms / (n * (n - 3))
