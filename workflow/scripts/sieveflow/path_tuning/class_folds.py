"""Folds that have every class in its share."""

import numpy as np


def class_folds(y, folds, rng):
    """Assign every sample to a fold: sizes of folds, and of each class in them, differ by one at most."""
    order = np.concatenate([rng.permutation(np.flatnonzero(y == label)) for label in np.unique(y)])
    fold = np.empty(y.size, dtype=int)
    fold[order] = np.arange(y.size) % folds
    return fold
