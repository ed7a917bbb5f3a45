"""Breiman's waveforms: three classes, each a random mixture of two of three triangles over 21 points, with noise."""

import numpy as np

_PAIRS = np.array([[0, 1], [0, 2], [1, 2]])


def generate(rng, *, n):
    """Draw the problem of Breiman et al. (1984), section 2.6.2: classes 0, 1 and 2, equally likely.

    Parameters
    ----------
    rng : RandomState
    n : int
        Number of samples.

    Returns
    -------
    X, y : ndarray

    References
    ----------
    Breiman, Friedman, Olshen and Stone (1984), Classification and regression trees.
    """
    points = np.arange(1, 22)
    triangles = np.array([np.maximum(6.0 - np.abs(points - centre), 0.0) for centre in (7, 15, 11)])
    y = rng.randint(3, size=n)
    share = rng.uniform(size=(n, 1))
    first, second = triangles[_PAIRS[y, 0]], triangles[_PAIRS[y, 1]]
    return share * first + (1.0 - share) * second + rng.standard_normal((n, 21)), y.astype(float)
