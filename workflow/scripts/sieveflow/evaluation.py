"""Error of the learner on the best k features, for every k."""

import logging
import traceback

import numpy as np

from sieveflow.hyperparameters import hyperparameters_of
from sieveflow.learners.catalogue import LEARNERS, load_learner
from sieveflow.metrics import METRICS

COLUMNS = ["realization", "n_features", "metric", "value", "error"]
# Stands in the column n_features for the features that the ranking marks as selected, as many as they are.
SELECTED = 0


def evaluate_batch(features, realizations, ranking, model, *, learner, counts=None):
    """Train on the best features of every realization, so many of them as counts say, and measure on its test part.

    Parameters
    ----------
    features : list of str
        Columns of the data set.
    realizations : iterable of Realization
    ranking : list of dict
        Rows of a ranking file.
    model : dict
        What the tuning stage wrote.
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
            hyperparameters = hyperparameters_of(model, realization.number)
            wanted = {count: count for count in counts or range(1, len(order) + 1)}
            if n_selected := sum(row["selected"] == "1" for row in own):
                wanted = {SELECTED: n_selected} | wanted
            for name, count in wanted.items():
                values = errors_with(realization, order[:count], learner, hyperparameters)
                rows += [
                    {"realization": realization.number, "n_features": name, "metric": metric, "value": value}
                    for metric, value in values.items()
                ]
            logging.info("evaluated realization %d", realization.number)
        except Exception as error:
            logging.error("realization %d: %s", realization.number, traceback.format_exc())
            # Some counts may have been done before one failed; a realization counts whole or not at all.
            rows = [row for row in rows if row["realization"] != realization.number]
            rows.append({"realization": realization.number, "error": f"{type(error).__name__}: {error}"})
    return rows


def errors_with(realization, columns, learner, hyperparameters):
    """The learner's measures on the test part, trained with some columns: a dict.

    Parameters
    ----------
    realization : Realization
    columns : sequence of int
    learner : str
        An id of the catalogue of learners.
    hyperparameters : dict
        Those of the learner.
    """
    # Sorted: the same subset must give the same machine to the last bit, whatever order it was ranked in.
    chosen = np.sort(columns)
    inputs = realization.X_train[:, chosen], realization.y_train, realization.X_test[:, chosen]
    predicted = load_learner(learner).predict(*inputs, **hyperparameters)
    # A learner that measures itself too returns a pair.
    predicted, own = predicted if isinstance(predicted, tuple) else (predicted, {})
    values = {
        metric: own[metric] if metric in own else METRICS[metric].measure(realization.y_test, predicted)
        for metric in LEARNERS[learner].metrics
    }
    if not all(np.isfinite(value) for value in values.values()):
        raise ArithmeticError(f"with {len(columns)} features the errors are not finite: {values}")
    return values
