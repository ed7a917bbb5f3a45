"""Nets with one layer of tanh, as studies tune and test them."""

import numpy as np

from sieveflow.learners.mlp import fit_mlp
from sieveflow.metrics import balanced_error_percent
from sieveflow.seeding import stream


def surface(X, y, grid, fold):
    """Error of held-out samples in percent, the mean over classes, for every grid point: (hidden, weight_decay).

    Parameters
    ----------
    X : ndarray of shape (n, d)
    y : ndarray of shape (n,)
    grid : dict
        Numbers of hidden units, and values of the weight decay.
    fold : ndarray of int
        The fold in which each sample is held out.
    """
    errors = np.empty((len(grid["hidden"]), len(grid["weight_decay"])))
    predicted = np.empty_like(y)
    for place in np.ndindex(errors.shape):
        settings = {"hidden": grid["hidden"][place[0]], "weight_decay": grid["weight_decay"][place[1]]}
        for held_out in np.unique(fold):
            train, test = fold != held_out, fold == held_out
            predicted[test] = predict(X[train], y[train], X[test], **settings)
        errors[place] = balanced_error_percent(y, predicted)
    return errors


def predict(X, y, X_test, *, hidden, weight_decay):
    """Train on some samples and predict the classes of others.

    The starts depend on the shape of the net alone: what the same features are given to is the same net.
    """
    labels, codes = np.unique(y, return_inverse=True)
    rng = stream("tanh-mlp", X.shape[1], int(hidden), labels.size)
    net = fit_mlp(X, codes, labels.size, hidden=int(hidden), weight_decay=weight_decay, rng=rng)
    return labels[np.argmax(net.probabilities(X_test), axis=0)]
