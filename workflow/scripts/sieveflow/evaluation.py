"""Error of the learner on the best k features, for every k."""

import logging
import traceback

import numpy as np

from sieveflow.hyperparameters import hyperparameters_of
from sieveflow.learners.catalogue import LEARNERS, load_learner
from sieveflow.metrics import METRICS
from sieveflow.subsets import subsets_of
from sieveflow.tuning import tune_realization

COLUMNS = ["realization", "n_features", "metric", "value", "error"]


def evaluate_batch(features, realizations, ranking, model, *, learner, counts=None, tuning=None):
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
    tuning : dict, optional
        dataset, seed, grid and folds: tune the learner anew for every subset, instead of what the tuning stage wrote.
    """
    column_of = {feature: column for column, feature in enumerate(features)}
    rows = []
    for realization in realizations:
        own = [row for row in ranking if int(row["realization"]) == realization.number]
        failures = [row["error"] for row in own if row["error"]]
        try:
            if failures or not own:
                raise RuntimeError(f"no ranking: {failures[0] if failures else 'the realization is not in the file'}")
            for name, subset in subsets_of(own, counts).items():
                columns = np.sort([column_of[feature] for feature in subset])
                tuned = _hyperparameters(realization, columns, model, learner, tuning)
                values = errors_with(realization, columns, learner, tuned)
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
    predicted, own = _outcome(realization, columns, learner, hyperparameters)
    values = {
        metric: own[metric] if metric in own else METRICS[metric].measure(realization.y_test, predicted)
        for metric in LEARNERS[learner].metrics
    }
    if not all(np.isfinite(value) for value in values.values()):
        raise ArithmeticError(f"with {len(columns)} features the errors are not finite: {values}")
    return values


def predicted_with(realization, columns, learner, hyperparameters):
    """The learner's predictions for the test part, trained with some columns."""
    return _outcome(realization, columns, learner, hyperparameters)[0]


def _outcome(realization, columns, learner, hyperparameters):
    """Predictions, and what a learner measures itself, which then returns a pair."""
    # Sorted: the same subset must give the same machine to the last bit, whatever order it was ranked in.
    chosen = np.sort(columns)
    inputs = realization.X_train[:, chosen], realization.y_train, realization.X_test[:, chosen]
    found = load_learner(learner).predict(*inputs, **hyperparameters)
    return found if isinstance(found, tuple) else (found, {})


def predictions(features, realizations, ranking, model, *, learner, count, tuning=None):
    """Yield observed and predicted targets of realizations with one number of features; those that failed are left out.

    The arguments are those of `evaluate_batch`; a count of SELECTED stands for the features that are marked.
    """
    column_of = {feature: column for column, feature in enumerate(features)}
    for realization in realizations:
        own = [row for row in ranking if int(row["realization"]) == realization.number and not row["error"]]
        subset = subsets_of(own, [count] if count else []).get(count)
        if subset:
            columns = np.sort([column_of[feature] for feature in subset])
            values = _hyperparameters(realization, columns, model, learner, tuning)
            yield realization.y_test, predicted_with(realization, columns, learner, values)


def _hyperparameters(realization, columns, model, learner, tuning):
    """Those of the learner: tuned for these columns, or what the tuning stage wrote."""
    if tuning:
        return tune_realization(realization, columns, learner=learner, **tuning)[0]
    return hyperparameters_of(model, realization.number)
