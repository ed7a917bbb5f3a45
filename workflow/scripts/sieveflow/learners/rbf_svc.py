"""Support vector classification with a Gaussian kernel, as studies tune and test it."""

import numpy as np

from sieveflow.criteria.window_sums import exponentials
from sieveflow.learners.svc import fit_svc, fit_svc_path
from sieveflow.metrics import balanced_error_percent


def surface(X, y, grid, fold):
    """Error of held-out samples in percent, the mean over classes, for every grid point, of shape (C, kappa).

    Parameters
    ----------
    X : ndarray of shape (n, d)
    y : ndarray of shape (n,)
    grid : dict
        Values of C and kappa.
    fold : ndarray of int
        The fold in which each sample is held out.
    """
    costs = np.argsort(grid["C"])
    errors = np.empty((len(grid["C"]), len(grid["kappa"])))
    for k, kappa in enumerate(grid["kappa"]):
        gram = gaussian_kernel(X, X, kappa)
        predicted = np.empty((len(grid["C"]), y.size))
        for held_out in np.unique(fold):
            train, test = np.flatnonzero(fold != held_out), np.flatnonzero(fold == held_out)
            inner, outer = gram[np.ix_(train, train)], gram[np.ix_(test, train)]
            path = fit_svc_path(inner, y[train], np.array(grid["C"])[costs])
            for c, machines in zip(costs, path, strict=True):
                predicted[c, test] = machines.predict(outer)
        errors[:, k] = [balanced_error_percent(y, row) for row in predicted]
    return errors


def predict(X, y, X_test, *, C, kappa):
    """Train on some samples and predict the classes of others."""
    machines = fit_svc(gaussian_kernel(X, X, kappa), y, C)
    support = np.flatnonzero(machines.beta.any(axis=1))
    return machines.vote(gaussian_kernel(X_test, X[support], kappa) @ machines.beta[support])


def gaussian_kernel(a, b, kappa):
    """exp(-kappa |a_r - b_i|^2) for all pairs of rows, from their products: fast where there are many pairs."""
    exponents = a @ b.T
    exponents *= 2.0 * kappa
    exponents -= kappa * np.square(a).sum(axis=1)[:, None]
    exponents -= kappa * np.square(b).sum(axis=1)
    flat = np.minimum(exponents, 0.0, out=exponents).reshape(-1)
    exponentials(flat, flat)
    return exponents
