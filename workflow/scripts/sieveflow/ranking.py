"""Rank features with one method, realization by realization."""

import inspect
import logging
import traceback

from sieveflow.errors import InputError
from sieveflow.loading import load_method
from sieveflow.seeding import seed_of

COLUMNS = ["realization", "feature", "rank", "score", "error"]
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


def rank_batch(features, realizations, method, hyperparameters, *, seed, dataset):
    """Rank every realization of a batch.

    Returns the rows of the ranking, one per feature, best first, or one with the error; and the rows of the times.

    Parameters
    ----------
    features : list of str
    realizations : iterable of Realization
    method : dict
        id, implementation, parameters, random (whether it takes a random_state).
    hyperparameters : dict
        Tuned values that the method asks for.
    seed : int
        Seed of the study.
    dataset : str
        Id of the data set; with seed, realization and method it names the random stream.
    """
    estimator_class = load_method(method["implementation"])
    parameters = {**method["parameters"], **hyperparameters}
    _check_parameters(estimator_class, parameters, method)
    rows, times = [], []
    for realization in realizations:
        if method["random"]:
            parameters["random_state"] = seed_of(seed, dataset, realization.number, method["id"])
        try:
            estimator = estimator_class(**parameters).fit(realization.X_train, realization.y_train)
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
            }
            rows.append(row if tied is None else row | {TIED: int(tied[column])})
        for metric, seconds in estimator.seconds_.items():
            times.append({"realization": realization.number, "metric": metric, "seconds": seconds})
        logging.info("ranked realization %d", realization.number)
    return rows, times
