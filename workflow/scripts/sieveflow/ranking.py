"""Rank features with one method, realization by realization."""

import inspect
import logging
import traceback
from importlib import import_module

from sieveflow.errors import InputError
from sieveflow.hyperparameters import hyperparameters_of
from sieveflow.loading import load_method
from sieveflow.seeding import seed_of, stream
from sieveflow.time_limits import Clock

COLUMNS = ["realization", "feature", "rank", "score", "selected", "error"]
# Of methods that say more: the number of features that a subset was chosen for, which places a tie decided, what is
# proved of a subset, and the weights of a feature in each of several machines, separated by blanks.
EXTRAS = ["budget", "tied", "guarantee", "attained", "weights"]
TIMES = ["realization", "metric", "seconds"]


def columns_of(rows):
    """The columns of a ranking file: those of every method, and the extras that some row has."""
    return COLUMNS + [name for name in EXTRAS if any(name in row for row in rows)]


def _check_parameters(estimator_class, parameters, method):
    """A misspelt parameter would fail every realization alike; say so once instead."""
    known = inspect.signature(estimator_class).parameters
    for name in [*parameters, *(["random_state"] if method["random"] else [])]:
        if name not in known:
            raise InputError(
                f"config/methods.yaml: {method['id']}: {method['implementation']} takes no '{name}'; "
                f"allowed are {', '.join(known)}."
            )


def rank_batch(
    features,
    realizations,
    method,
    model,
    *,
    seed,
    dataset,
    learner=None,
    selection=None,
    counts=None,
    time_limit=None,
):
    """Rank every realization of a batch.

    Returns the rows of the ranking, one per feature, best first, or one with the error; and the rows of the times. A
    method with `budgets` has rows of its own for every number of features beside them.

    Parameters
    ----------
    features : list of str
    realizations : iterable of Realization
    method : dict
        id, implementation, parameters, random (whether it takes a random_state), budgets (whether it is asked for
        another subset for every number of features).
    model : dict
        What the tuning stage wrote; the method is given those values that it asks for.
    seed : int
        Seed of the study.
    dataset : str
        Id of the data set; with seed, realization and method it names the random stream.
    learner : str, optional
        An id of the catalogue of learners: the one that judges numbers of features.
    selection : dict, optional
        `folds`: choose the number of features by cross-validation on the training part, and mark the chosen ones.
    counts : list of int, optional
        The numbers of features; None for 1, 2, ... up to all.
    time_limit : float, optional
        Seconds for the whole batch; realizations that do not fit in fail.
    """
    estimator_class = load_method(method["implementation"])
    _check_parameters(estimator_class, [*method["parameters"], *method["tuned"]], method)
    clock = Clock(time_limit)
    rows, times = [], []
    for realization in realizations:

        def fitted(X, y, *name, number=realization.number):
            tuned = hyperparameters_of(model, number) if method["tuned"] else {}
            parameters = method["parameters"] | {key: tuned[key] for key in method["tuned"]}
            if method["random"]:
                parameters["random_state"] = seed_of(seed, dataset, number, method["id"], *name)
            return estimator_class(**parameters).fit(X, y)

        try:
            with clock.running():
                estimator = fitted(realization.X_train, realization.y_train)
            count = None
            if selection:
                rng = stream(seed, dataset, realization.number, "selection")
                tuned = hyperparameters_of(model, realization.number)
                # By name: studies that do not choose must not depend on how others do.
                choose_count = import_module("sieveflow.selection").choose_count
                count = choose_count(realization, fitted, learner, tuned, folds=selection["folds"], rng=rng)
            chosen = _rows(estimator, count)
            if method.get("budgets"):
                for budget in range(1, len(features) + 1) if counts is None else counts:
                    chosen += _budget_rows(estimator, budget)
        except Exception as error:
            # One realization must not take the others with it; its row says what happened and the report counts it.
            logging.error("realization %d: %s", realization.number, traceback.format_exc())
            rows.append({"realization": realization.number, "error": f"{type(error).__name__}: {error}"})
            continue
        rows += [{"realization": realization.number} | row | {"feature": features[row["feature"]]} for row in chosen]
        for metric, seconds in estimator.seconds_.items():
            times.append({"realization": realization.number, "metric": metric, "seconds": seconds})
        logging.info("ranked realization %d", realization.number)
    return rows, times


def _rows(estimator, count):
    """One row per column, best first; `count` says how many are selected where the method does not say it itself."""
    chosen = getattr(estimator, "support_", None if count is None else estimator.ranking_ <= count)
    extras = {
        "tied": lambda column: int(estimator.tied_[column]),
        "weights": lambda column: " ".join(f"{weight:.6g}" for weight in estimator.weights_[:, column]),
    }
    told = {name: read for name, read in extras.items() if hasattr(estimator, f"{name}_")}
    return [
        {
            "feature": column,
            "rank": int(estimator.ranking_[column]),
            "score": float(estimator.scores_[column]),
            "selected": "" if chosen is None else int(chosen[column]),
        }
        | {name: read(column) for name, read in told.items()}
        for column in estimator.ranking_.argsort()
    ]


def _budget_rows(estimator, budget):
    """One row per column of the subset for a budget, best first, with what the method proves of it."""
    proved = estimator.guarantee(budget) if hasattr(estimator, "guarantee") else {}
    subset = estimator.select(budget)
    return [{"feature": column, "rank": place, "budget": budget} | proved for place, column in enumerate(subset, 1)]
