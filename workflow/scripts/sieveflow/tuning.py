"""Hyper-parameters of a problem: the best of a grid by cross-validation on its first realizations."""

import logging

import numpy as np

from sieveflow.cross_validation import cv_surface, fold_numbers, lowest
from sieveflow.seeding import stream
from sieveflow.splits import all_realizations, realizations


def tune(table, splits, *, dataset, seed, grid, folds, n_realizations):
    """Search a grid of (C, kappa, epsilon) by cross-validation on the training parts of the first realizations.

    Returns a dict with the chosen `hyperparameters`, their `cv_mse`, the `grid` and the `surface` of mean squared
    errors indexed by C, kappa, epsilon.

    References
    ----------
    Yang and Ong (2010), section 5: the lowest average error of 5-fold cross-validation on five realizations.
    """
    surface = np.zeros((len(grid["C"]), len(grid["kappa"]), len(grid["epsilon"])))
    for realization in realizations(table, splits, range(n_realizations)):
        rng = stream(seed, dataset, realization.number, "folds")
        fold = fold_numbers(realization.y_train.size, folds, rng)
        surface += cv_surface(realization.X_train, realization.y_train, grid, fold)
        logging.info("cross-validated realization %d", realization.number)
    surface /= n_realizations
    return {
        "source": "cross-validation",
        "hyperparameters": lowest(surface, grid),
        "cv_mse": float(surface.min()),
        "grid": grid,
        "surface": surface.tolist(),
    }


def tune_inside(table, splits, *, dataset, seed, grid, folds):
    """Search a grid for every realization on its training part alone, so that no other sample has a say.

    Returns a dict with the chosen values `by_realization` and the lowest error of each, `cv_mse`.
    """
    found, errors = [], []
    for realization in all_realizations(table, splits):
        fold = fold_numbers(realization.y_train.size, folds, stream(seed, dataset, realization.number, "folds"))
        surface = cv_surface(realization.X_train, realization.y_train, grid, fold)
        found.append(lowest(surface, grid))
        errors.append(float(surface.min()))
        logging.info("cross-validated realization %d", realization.number)
    return {
        "source": "cross-validation inside each realization",
        "by_realization": found,
        "cv_mse": errors,
        "grid": grid,
    }
