"""Rank features with one method, realization by realization."""

import inspect
import logging
import traceback

from sieveflow.errors import InputError
from sieveflow.loading import load_method
from sieveflow.seeding import seed_of

COLUMNS = ["realization", "feature", "rank", "score", "error"]


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
    """Rank every realization of a batch: one row per feature, best first, or one row with the error.

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
    rows = []
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
        for column in estimator.ranking_.argsort():
            rows.append(
                {
                    "realization": realization.number,
                    "feature": features[column],
                    "rank": int(estimator.ranking_[column]),
                    "score": float(estimator.scores_[column]),
                }
            )
        logging.info("ranked realization %d", realization.number)
    return rows
