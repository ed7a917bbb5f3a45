"""Hyper-parameters of the Gaussian-kernel machine: printed ones, or the best of a grid by cross-validation."""

import logging

import numpy as np

from sieveflow.learners.kernels import squared_distances
from sieveflow.learners.svr import fit_svr
from sieveflow.seeding import stream
from sieveflow.splits import realizations

# Cross-validation only orders grid points, so LIBSVM's usual precision (for a target of unit spread) is enough.
_TOLERANCE = 1e-3


def tune(table, splits, *, dataset, seed, grid, folds, n_realizations):
    """Search a grid of (C, kappa, epsilon) by cross-validation on the training parts of the first realizations.

    Returns a dict with the chosen `hyperparameters`, their `cv_mse`, the `grid` and the `surface` of mean squared
    errors indexed by C, kappa, epsilon. Among equal errors the first point of the grid wins.

    References
    ----------
    Yang and Ong (2010), section 5: the lowest average error of 5-fold cross-validation on five realizations.
    """
    surface = np.zeros((len(grid["C"]), len(grid["kappa"]), len(grid["epsilon"])))
    for realization in realizations(table, splits, range(n_realizations)):
        rng = stream(seed, dataset, realization.number, "folds")
        surface += cv_surface(realization.X_train, realization.y_train, grid, fold_numbers(realization, folds, rng))
        logging.info("cross-validated realization %d", realization.number)
    surface /= n_realizations
    best = np.unravel_index(int(np.argmin(surface)), surface.shape)
    chosen = {name: float(grid[name][index]) for name, index in zip(("C", "kappa", "epsilon"), best, strict=True)}
    return {
        "source": "cross-validation",
        "hyperparameters": chosen,
        "cv_mse": float(surface[best]),
        "grid": grid,
        "surface": surface.tolist(),
    }


def fold_numbers(realization, folds, rng):
    """Assign every training sample to a fold, folds as equal in size as they can be."""
    return rng.permutation(np.arange(realization.y_train.size) % folds)


def cv_surface(X, y, grid, fold):
    """Mean squared error of held-out samples for every grid point, of shape (C, kappa, epsilon).

    Along growing C each machine starts from the one before, whose multipliers remain feasible.
    """
    distances = squared_distances(np.asfortranarray(X), np.asfortranarray(X))
    surface = np.zeros((len(grid["C"]), len(grid["kappa"]), len(grid["epsilon"])))
    costs = np.argsort(grid["C"])
    for k, kappa in enumerate(grid["kappa"]):
        gram = np.exp(-kappa * distances)
        for held_out in np.unique(fold):
            train, test = np.flatnonzero(fold != held_out), np.flatnonzero(fold == held_out)
            inner, outer = gram[np.ix_(train, train)], gram[np.ix_(test, train)]
            tol = _TOLERANCE * float(y[train].std())
            for e, epsilon in enumerate(grid["epsilon"]):
                start = None
                for c in costs:
                    machine = fit_svr(inner, y[train], grid["C"][c], epsilon, tol=tol, start=start)
                    start = machine.beta
                    predicted = outer @ machine.beta + machine.offset
                    surface[c, k, e] += np.square(predicted - y[test]).sum()
    return surface / y.size
