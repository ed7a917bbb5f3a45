"""Error of the learner on the best k features, for every k."""

import logging
import traceback

import numpy as np

from sieveflow.learners.catalogue import LEARNERS, load_learner
from sieveflow.metrics import METRICS

COLUMNS = ["realization", "n_features", "metric", "value", "error"]


def evaluate_batch(features, realizations, ranking, hyperparameters, *, learner, counts=None):
    """Train on the best features of every realization, so many of them as counts say, and measure on its test part.

    Parameters
    ----------
    features : list of str
        Columns of the data set.
    realizations : iterable of Realization
    ranking : list of dict
        Rows of a ranking file.
    hyperparameters : dict
        Those of the learner.
    learner : str
        An id of the catalogue of learners.
    counts : list of int, optional
        Numbers of features; None for 1, 2, ... up to all.
    """
    column_of = {feature: column for column, feature in enumerate(features)}
    rows = []
    for realization in realizations:
        own = [row for row in ranking if int(row["realization"]) == realization.number]
        failures = [row["error"] for row in own if row["error"]]
        try:
            if failures or not own:
                raise RuntimeError(f"no ranking: {failures[0] if failures else 'the realization is not in the file'}")
            order = [column_of[row["feature"]] for row in sorted(own, key=lambda row: int(row["rank"]))]
            rows += _errors(realization, order, learner, hyperparameters, counts or range(1, len(order) + 1))
            logging.info("evaluated realization %d", realization.number)
        except Exception as error:
            logging.error("realization %d: %s", realization.number, traceback.format_exc())
            rows.append({"realization": realization.number, "error": f"{type(error).__name__}: {error}"})
    return rows


def _errors(realization, order, learner, hyperparameters, counts):
    predict, metrics = load_learner(learner).predict, LEARNERS[learner].metrics
    rows = []
    for k in counts:
        # Sorted: the same subset must give the same machine to the last bit, whatever order it was ranked in.
        chosen = np.sort(order[:k])
        inputs = realization.X_train[:, chosen], realization.y_train, realization.X_test[:, chosen]
        predicted = predict(*inputs, **hyperparameters)
        values = {metric: METRICS[metric].measure(realization.y_test, predicted) for metric in metrics}
        if not all(np.isfinite(value) for value in values.values()):
            raise ArithmeticError(f"with {k} features the errors are not finite: {values}")
        rows += [
            {"realization": realization.number, "n_features": k, "metric": metric, "value": value}
            for metric, value in values.items()
        ]
    return rows
