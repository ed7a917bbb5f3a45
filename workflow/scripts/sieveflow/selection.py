"""How many of the ranked features to keep, by cross-validation that ranks anew in every fold."""

import numpy as np

from sieveflow.cross_validation import fold_numbers
from sieveflow.evaluation import errors_by_count
from sieveflow.splits import standardised_split


def choose_count(realization, fitted, hyperparameters, *, folds, rng):
    """The number of features with the lowest cross-validated mean squared error; among equal ones the smallest.

    Only the training part is used, and a fold that is held out has no part in the ranking that it judges.

    Parameters
    ----------
    realization : Realization
    fitted : callable
        Ranks features: takes X, y and a name for its random stream, returns an estimator with `ranking_`.
    hyperparameters : dict
        C, kappa, epsilon of the learner.
    folds : int
    rng : RandomState
        Draws the folds.
    """
    X, y = realization.X_train, realization.y_train
    fold = fold_numbers(y.size, folds, rng)
    total = np.zeros(X.shape[1])
    for number in np.unique(fold):
        train, test = fold != number, fold == number
        inner = standardised_split(realization.number, X[train], y[train], X[test], y[test])
        order = fitted(inner.X_train, inner.y_train, "selection", number).ranking_.argsort()
        total += np.count_nonzero(test) * np.array([e["mse"] for e in errors_by_count(inner, order, hyperparameters)])
    return int(np.argmin(total)) + 1
