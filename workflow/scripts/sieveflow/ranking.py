"""Rank features with one method, realization by realization."""

import inspect
import logging
import traceback
from importlib import import_module

from sieveflow.errors import InputError
from sieveflow.hyperparameters import hyperparameters_of
from sieveflow.loading import load_method
from sieveflow.seeding import seed_of, stream

COLUMNS = ["realization", "feature", "rank", "score", "selected", "error"]
# Of methods that say which places a tie decided.
TIED = "tied"
TIMES = ["realization", "metric", "seconds"]


def _check_parameters(estimator_class, parameters, method):
    """A misspelt parameter would fail every realization alike; say so once instead."""
    known = inspect.signature(estimator_class).parameters
    for name in [*parameters, *(["random_state"] if method["random"] else [])]:
        if name not in known:
            raise InputError(
                f"config/methods.yaml: {method['id']}: {method['implementation']} takes no '{name}'; "
                f"allowed are {', '.join(known)}."
            )


def rank_batch(features, realizations, method, model, *, seed, dataset, learner=None, selection=None):
    """Rank every realization of a batch.

    Returns the rows of the ranking, one per feature, best first, or one with the error; and the rows of the times.

    Parameters
    ----------
    features : list of str
    realizations : iterable of Realization
    method : dict
        id, implementation, parameters, random (whether it takes a random_state).
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
    """
    estimator_class = load_method(method["implementation"])
    _check_parameters(estimator_class, [*method["parameters"], *method["tuned"]], method)
    rows, times = [], []
    for realization in realizations:

        def fitted(X, y, *name, number=realization.number):
            tuned = hyperparameters_of(model, number) if method["tuned"] else {}
            parameters = method["parameters"] | {key: tuned[key] for key in method["tuned"]}
            if method["random"]:
                parameters["random_state"] = seed_of(seed, dataset, number, method["id"], *name)
            return estimator_class(**parameters).fit(X, y)

        try:
            estimator = fitted(realization.X_train, realization.y_train)
            # Of methods that say themselves how many features they select.
            count = getattr(estimator, "n_selected_", None)
            if selection:
                rng = stream(seed, dataset, realization.number, "selection")
                tuned = hyperparameters_of(model, realization.number)
                # By name: studies that do not choose must not depend on how others do.
                choose_count = import_module("sieveflow.selection").choose_count
                count = choose_count(realization, fitted, learner, tuned, folds=selection["folds"], rng=rng)
        except Exception as error:
            # One realization must not take the others with it; its row says what happened and the report counts it.
            logging.error("realization %d: %s", realization.number, traceback.format_exc())
            rows.append({"realization": realization.number, "error": f"{type(error).__name__}: {error}"})
            continue
        tied = getattr(estimator, "tied_", None)
        for column in estimator.ranking_.argsort():
            row = {
                "realization": realization.number,
                "feature": features[column],
                "rank": int(estimator.ranking_[column]),
                "score": float(estimator.scores_[column]),
                "selected": "" if count is None else int(estimator.ranking_[column] <= count),
            }
            rows.append(row if tied is None else row | {TIED: int(tied[column])})
        for metric, seconds in estimator.seconds_.items():
            times.append({"realization": realization.number, "metric": metric, "seconds": seconds})
        logging.info("ranked realization %d", realization.number)
    return rows, times
