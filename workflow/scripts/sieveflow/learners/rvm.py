"""Relevance vector regression with a Gaussian kernel, as studies tune and test it."""

import numpy as np

from sieveflow.learners.rvm_estimator import RelevanceVectorRegressor

# Cross-validation only orders widths, which so many samples do as well as all.
_MOST_SAMPLES = 2000


def surface(X, y, grid, fold):
    """Root mean squared error of held-out samples for every width, of shape (kappa,).

    Parameters
    ----------
    X : ndarray of shape (n, d)
    y : ndarray of shape (n,)
    grid : dict
        Values of kappa.
    fold : ndarray of int
        The fold in which each sample is held out. A machine is trained on the first 2,000 samples of the others.
    """
    errors = np.zeros(len(grid["kappa"]))
    for held_out in np.unique(fold):
        train, test = np.flatnonzero(fold != held_out)[:_MOST_SAMPLES], fold == held_out
        for k, kappa in enumerate(grid["kappa"]):
            machine = RelevanceVectorRegressor(kappa=kappa).fit(X[train], y[train])
            errors[k] += np.square(machine.predict(X[test]) - y[test]).sum()
    return np.sqrt(errors / y.size)


def predict(X, y, X_test, *, kappa):
    """Train on some samples and predict the targets of others; and the number of relevance vectors."""
    machine = RelevanceVectorRegressor(kappa=kappa).fit(X, y)
    return machine.predict(X_test), {"relevance_vectors": float(machine.relevance_.size)}
