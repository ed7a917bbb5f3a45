"""How many of the ranked features to keep, by cross-validation that ranks anew in every fold."""

import numpy as np

from sieveflow.cross_validation import fold_numbers
from sieveflow.evaluation import errors_with
from sieveflow.learners.catalogue import LEARNERS
from sieveflow.splits import scaled_split


def choose_count(realization, fitted, learner, hyperparameters, *, folds, rng):
    """The number of features with the lowest cross-validated error, by the learner's first measure.

    Among equal ones the smallest. Only the training part is used, and a fold that is held out has no part in the
    ranking that it judges.

    Parameters
    ----------
    realization : Realization
    fitted : callable
        Ranks features: takes X, y and a name for its random stream, returns an estimator with `ranking_`.
    learner : str
        An id of the catalogue of learners.
    hyperparameters : dict
        Those of the learner.
    folds : int
    rng : RandomState
        Draws the folds.
    """
    X, y = realization.X_train, realization.y_train
    fold = fold_numbers(y.size, folds, rng)
    metric = LEARNERS[learner].metrics[0]
    total = np.zeros(X.shape[1])
    for number in np.unique(fold):
        train, test = fold != number, fold == number
        inner = scaled_split(realization.number, X[train], y[train], X[test], y[test])
        order = fitted(inner.X_train, inner.y_train, "selection", number).ranking_.argsort()
        for count in range(1, order.size + 1):
            values = errors_with(inner, order[:count], learner, hyperparameters)
            total[count - 1] += np.count_nonzero(test) * values[metric]
    return int(np.argmin(total)) + 1
