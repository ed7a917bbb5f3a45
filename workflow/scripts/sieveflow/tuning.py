"""Hyper-parameters of a problem: the best of a grid by cross-validation on its first realizations."""

import logging

import numpy as np

from sieveflow.cross_validation import fold_numbers, lowest
from sieveflow.learners.catalogue import LEARNERS, load_learner
from sieveflow.seeding import stream
from sieveflow.splits import all_realizations, realizations


def tune(table, splits, *, dataset, seed, learner, grid, folds, n_realizations, scale="deviation"):
    """Search a grid of hyper-parameters by cross-validation on the training parts of the first realizations.

    Returns a dict with the chosen `hyperparameters`, their error (`cv_mse` where the learner's first measure is mse),
    the `grid` and the `surface` of errors, indexed by the learner's hyper-parameters in their order.

    References
    ----------
    Yang and Ong (2010), section 5: the lowest average error of 5-fold cross-validation on five realizations.
    """
    names = LEARNERS[learner].parameters
    surface = np.zeros([len(grid[name]) for name in names])
    for realization in realizations(table, splits, range(n_realizations), scale):
        rng = stream(seed, dataset, realization.number, "folds")
        fold = fold_numbers(realization.y_train.size, folds, rng)
        surface += load_learner(learner).surface(realization.X_train, realization.y_train, grid, fold)
        logging.info("cross-validated realization %d", realization.number)
    surface /= n_realizations
    return {
        "source": "cross-validation",
        "hyperparameters": lowest(surface, grid, names),
        f"cv_{LEARNERS[learner].metrics[0]}": float(surface.min()),
        "grid": grid,
        "surface": surface.tolist(),
    }


def tune_inside(table, splits, *, dataset, seed, learner, grid, folds, scale="deviation"):
    """Search a grid for every realization on its training part alone, so that no other sample has a say.

    Returns a dict with the chosen values `by_realization` and the lowest error of each.
    """
    found, errors = [], []
    metric = LEARNERS[learner].metrics[0]
    for realization in all_realizations(table, splits, scale):
        values, error = tune_realization(
            realization, dataset=dataset, seed=seed, learner=learner, grid=grid, folds=folds
        )
        found.append(values)
        errors.append(error)
        logging.info("cross-validated realization %d", realization.number)
    return {
        "source": "cross-validation inside each realization",
        "by_realization": found,
        f"cv_{metric}": errors,
        "grid": grid,
    }


def tune_realization(realization, columns=slice(None), *, dataset, seed, learner, grid, folds):
    """The best values of a grid for some columns of one realization, and their error; its folds are its own."""
    fold = fold_numbers(realization.y_train.size, folds, stream(seed, dataset, realization.number, "folds"))
    surface = load_learner(learner).surface(realization.X_train[:, columns], realization.y_train, grid, fold)
    return lowest(surface, grid, LEARNERS[learner].parameters), float(surface.min())
