"""The smallest sphere around samples in the space of a kernel."""

from dataclasses import dataclass

import numpy as np

from sieveflow.compiled import njit

# Curvature below this is taken as this: two equal samples give a flat direction.
_MIN_CURVATURE = 1e-12


@dataclass(frozen=True)
class Sphere:
    """The smallest sphere; its centre is sum_i weights[i] phi(x_i).

    Attributes
    ----------
    weights : ndarray of shape (n,)
        The dual variables gamma: not negative, adding up to 1, zero for samples inside.
    squared_radius : float
        R^2, the value of the dual problem; the true one is at most `gap` above it.
    gap : float
        The duality gap: by how much a sample still sticks out of the sphere of that radius, in squared distance.
    """

    weights: np.ndarray
    squared_radius: float
    gap: float


def enclosing_sphere(gram, *, tol=1e-9, max_iter=10_000_000):
    """Find the smallest sphere that holds all samples.

    Solves max_gamma sum_i gamma_i K_ii - gamma' K gamma over the simplex; for a kernel with K_ii = 1 that is (2.24) of
    the thesis. Mass moves from one sample to another, the pair chosen by second-order gain.

    Parameters
    ----------
    gram : ndarray of shape (n, n)
        Kernel values between samples.
    tol : float
        Largest duality gap that is accepted, as a part of the largest K_ii.
    max_iter : int
        Steps after which the search stops with a RuntimeError.

    Returns
    -------
    Sphere

    References
    ----------
    Yang (2011), PhD thesis, National University of Singapore, (2.24); Schoelkopf, Burges and Vapnik (1995), KDD.
    """
    gram = np.ascontiguousarray(gram, dtype=float)
    weights = np.full(len(gram), 1.0 / len(gram))
    diagonal = np.ascontiguousarray(np.diagonal(gram))
    allowed = tol * float(np.abs(diagonal).max())
    # Half the gap on updated products, the other half for what their rounding hides.
    if not _shrink(gram, diagonal, 0.5 * allowed, max_iter, weights, gram @ weights):
        raise RuntimeError(f"the smallest sphere was not found in {max_iter} steps (allowed gap {allowed:.3g})")
    support = np.flatnonzero(weights)
    inner = gram[:, support] @ weights[support]
    depth = diagonal - 2.0 * inner
    return Sphere(weights, float(weights @ (diagonal - inner)), float(depth.max() - weights @ depth))


@njit(cache=True)
def _shrink(gram, diagonal, tol, max_iter, weights, half):
    """Move weights in place until the gap is at most tol; `half` is K gamma. Returns whether it got there."""
    n = weights.size
    for _ in range(max_iter):
        # depth_t = K_tt - 2 (K gamma)_t is the squared distance from the centre but for a constant: mass moves from
        # the nearest sample that has some to one that lies farther out.
        far = -np.inf
        i = -1
        mean = 0.0
        for t in range(n):
            depth = diagonal[t] - 2.0 * half[t]
            mean += weights[t] * depth
            if depth > far:
                far = depth
                i = t
        if far - mean <= tol:
            return True
        j = -1
        best = 0.0
        row_i = gram[i]
        for t in range(n):
            if weights[t] > 0.0:
                drop = far - (diagonal[t] - 2.0 * half[t])
                if drop > 0.0:
                    curvature = max(row_i[i] + diagonal[t] - 2.0 * row_i[t], _MIN_CURVATURE)
                    # A step that would take more than is there gains less than the parabola promises.
                    step = min(drop / (2.0 * curvature), weights[t])
                    gain = step * (drop - step * curvature)
                    if gain > best:
                        best = gain
                        j = t
        if j < 0:
            return False
        row_j = gram[j]
        curvature = max(row_i[i] + row_j[j] - 2.0 * row_i[j], _MIN_CURVATURE)
        drop = far - (diagonal[j] - 2.0 * half[j])
        step = drop / (2.0 * curvature)
        if step >= weights[j]:
            step = weights[j]
            weights[j] = 0.0
        else:
            weights[j] -= step
        weights[i] += step
        for t in range(n):
            half[t] += step * (row_i[t] - row_j[t])
    return False
