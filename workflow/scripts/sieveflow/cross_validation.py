"""Folds, and the best point of a grid."""

import numpy as np


def fold_numbers(n, folds, rng):
    """Assign every sample to a fold, folds as equal in size as they can be."""
    return rng.permutation(np.arange(n) % folds)


def lowest(surface, grid, names=("C", "kappa", "epsilon")):
    """The grid point with the lowest error; among equal ones the first. `names` are those of the surface's axes."""
    best = np.unravel_index(int(np.argmin(surface)), surface.shape)
    return {name: float(grid[name][index]) for name, index in zip(names, best, strict=True)}
