"""Linear support vector regression, as studies tune and test it."""

import numpy as np

from sieveflow.learners.support_norm_svr import fit_support_norm_svr

# Cross-validation only orders grid points.
_GAP = 1e-6


def surface(X, y, grid, fold):
    """Mean squared error of held-out samples for every grid point, of shape (C, epsilon).

    Parameters
    ----------
    X : ndarray of shape (n, d)
    y : ndarray of shape (n,)
    grid : dict
        Values of C and epsilon.
    fold : ndarray of int
        The fold in which each sample is held out.
    """
    errors = np.zeros((len(grid["C"]), len(grid["epsilon"])))
    for held_out in np.unique(fold):
        train, test = fold != held_out, fold == held_out
        for c, C in enumerate(grid["C"]):
            for e, epsilon in enumerate(grid["epsilon"]):
                machine = fit_linear_svr(X[train], y[train], C, epsilon, gap=_GAP)
                errors[c, e] += np.square(X[test] @ machine.w + machine.offset - y[test]).sum()
    return errors / y.size


def fit_linear_svr(X, y, C, epsilon, **settings):
    """Train on all features; returns a SupportNormFit."""
    return fit_support_norm_svr(X, y, C, epsilon, X.shape[1], **settings)


def predict(X, y, X_test, *, C, epsilon):
    """Train on some samples and predict the targets of others."""
    machine = fit_linear_svr(X, y, C, epsilon)
    return X_test @ machine.w + machine.offset
