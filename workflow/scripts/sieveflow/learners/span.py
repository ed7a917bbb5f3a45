"""Spans of support vectors: how far each lies from what the others can combine to."""

import numpy as np
from scipy.linalg import eigh
from scipy.linalg.lapack import dpocon, dpotrf, dtrtri

# Eigenvalues are known to about this part of the largest; it is added to each, so that directions that rounding made up
# count for next to nothing.
_ROUNDING = 8 * np.finfo(float).eps
# Below this reciprocal condition number a Cholesky factor has too few digits left.
_WELL_CONDITIONED = 1e-9


def squared_spans(gram, free, members):
    """Squared distances of samples to the affine hull of the free support vectors, each left out of its own hull.

    Parameters
    ----------
    gram : ndarray of shape (n, n)
        Kernel values between samples.
    free : ndarray of int
        The samples that span, F of the thesis.
    members : ndarray of int
        The samples whose distance is wanted, in or out of `free`.

    Returns
    -------
    ndarray of shape (len(members),)
        Where the hull is empty (no other free support vector), the squared length of phi(x_i).

    Notes
    -----
    With the inverse of [[K_FF, 1], [1', 0]] a free support vector has 1 / (its diagonal entry), another sample
    K_ii - v' (inverse) v, v = (K_Fi, 1). A constant added to the kernel moves the hull and the samples alike and keeps
    the border well conditioned.

    References
    ----------
    Yang (2011), PhD thesis, National University of Singapore, (2.26) and (2.40); Chapelle, Vapnik, Bousquet and
    Mukherjee (2002), Machine Learning 46.
    """
    lengths = gram[members, members]
    place = np.full(len(gram), -1)
    place[free] = np.arange(free.size)
    inside = place[members] >= 0
    out = lengths.copy()
    if free.size == 0:
        return out
    solve, diagonal = _inverse(gram[np.ix_(free, free)] + 1.0)
    ones = solve(np.ones((free.size, 1)))[:, 0]
    total = ones.sum()
    if free.size > 1:
        entries = diagonal - np.square(ones) / total
        out[inside] = 1.0 / entries[place[members[inside]]]
    outside = members[~inside]
    if outside.size:
        columns = gram[np.ix_(free, outside)] + 1.0
        reached = (columns * solve(columns)).sum(axis=0)
        out[~inside] = lengths[~inside] + 1.0 - reached + np.square(1.0 - ones @ columns) / total
    # Zero for a sample that the others give exactly, but for rounding.
    return np.maximum(out, 0.0)


def _inverse(matrix):
    """A function that multiplies columns by the inverse of a symmetric matrix, and the diagonal of that inverse.

    Gram matrices are often singular to rounding (equal samples, wide kernels). A Cholesky factor would then carry the
    rounding of the singular directions into all entries; eigenvectors, ten times dearer, keep it apart.
    """
    factor, failed = dpotrf(matrix, lower=1, clean=1)
    if not failed and dpocon(factor, np.abs(matrix).sum(axis=0).max(), uplo="L")[0] > _WELL_CONDITIONED:
        inverse, _ = dtrtri(factor, lower=1)
        return lambda columns: inverse.T @ (inverse @ columns), np.square(inverse).sum(axis=0)
    values, vectors = eigh(matrix, driver="evd", check_finite=False)
    weights = 1.0 / (np.maximum(values, 0.0) + _ROUNDING * values[-1])
    return lambda columns: vectors @ (weights[:, None] * (vectors.T @ columns)), np.square(vectors) @ weights
