"""Error of the learner on the best k features, for every k."""

import logging
import traceback

import numpy as np

from sieveflow.hyperparameters import hyperparameters_of
from sieveflow.learners.kernels import gaussian_kernel
from sieveflow.learners.svr import fit_svr
from sieveflow.metrics import mean_squared_error, squared_correlation

COLUMNS = ["realization", "n_features", "metric", "value", "error"]


# Stands in the column n_features for the features that the ranking marks as selected, as many as they are.
SELECTED = 0


def evaluate_batch(features, realizations, ranking, model):
    """Train on the best 1, 2, ... features of every realization and measure on its test part.

    Parameters
    ----------
    features : list of str
        Columns of the data set.
    realizations : iterable of Realization
    ranking : list of dict
        Rows of a ranking file.
    model : dict
        What the tuning stage wrote: C, kappa, epsilon.
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
            errors = errors_by_count(realization, order, hyperparameters_of(model, realization.number))
            n_selected = sum(row["selected"] == "1" for row in own)
            rows += _rows(realization.number, errors, n_selected)
            logging.info("evaluated realization %d", realization.number)
        except Exception as error:
            logging.error("realization %d: %s", realization.number, traceback.format_exc())
            rows.append({"realization": realization.number, "error": f"{type(error).__name__}: {error}"})
    return rows


def _rows(number, errors, n_selected):
    counts = dict(enumerate(errors, start=1))
    if n_selected:
        counts = {SELECTED: errors[n_selected - 1]} | counts
    return [
        {"realization": number, "n_features": count, "metric": metric, "value": value}
        for count, values in counts.items()
        for metric, value in values.items()
    ]


def errors_by_count(realization, order, hyperparameters):
    """Errors on the test part with the best 1, 2, ... features: a list of dicts of metrics.

    Parameters
    ----------
    realization : Realization
    order : sequence of int
        Columns, the best first.
    hyperparameters : dict
        C, kappa, epsilon.
    """
    out = []
    for k in range(1, len(order) + 1):
        # Sorted: the same subset must give the same machine to the last bit, whatever order it was ranked in.
        chosen = np.sort(order[:k])
        predicted = _predict(realization, chosen, **hyperparameters)
        values = {
            "mse": mean_squared_error(realization.y_test, predicted),
            "scc": squared_correlation(realization.y_test, predicted),
        }
        if not all(np.isfinite(value) for value in values.values()):
            raise ArithmeticError(f"with {k} features the errors are not finite: {values}")
        out.append(values)
    return out


def _predict(realization, chosen, C, kappa, epsilon):
    X = realization.X_train[:, chosen]
    machine = fit_svr(gaussian_kernel(X, X, kappa), realization.y_train, C, epsilon)
    support = np.flatnonzero(machine.beta)
    kernel = gaussian_kernel(realization.X_test[:, chosen], X[support], kappa)
    return kernel @ machine.beta[support] + machine.offset
