"""Error of support vector regression on held-out samples over a grid of hyper-parameters."""

import numpy as np

from sieveflow.learners.kernels import squared_distances
from sieveflow.learners.svr import fit_svr

# Cross-validation only orders grid points, so LIBSVM's usual precision (for a target of unit spread) is enough.
_TOLERANCE = 1e-3


def cv_surface(X, y, grid, fold):
    """Mean squared error of held-out samples for every grid point, of shape (C, kappa, epsilon).

    Along growing C each machine starts from the one before, whose multipliers remain feasible.

    Parameters
    ----------
    X : ndarray of shape (n, d)
    y : ndarray of shape (n,)
    grid : dict
        Values of C, kappa and epsilon.
    fold : ndarray of int
        The fold in which each sample is held out.
    """
    columns = np.asfortranarray(X)
    distances = squared_distances(columns, columns)
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
