"""Rank features with one method, realization by realization."""

import inspect
import logging
import traceback

from sieveflow.errors import InputError
from sieveflow.hyperparameters import hyperparameters_of
from sieveflow.loading import load_method
from sieveflow.seeding import seed_of, stream
from sieveflow.selection import choose_count

COLUMNS = ["realization", "feature", "rank", "score", "selected", "error"]


def _check_parameters(estimator_class, parameters, method):
    """A misspelt parameter would fail every realization alike; say so once instead."""
    known = inspect.signature(estimator_class).parameters
    for name in [*parameters, *(["random_state"] if method["random"] else [])]:
        if name not in known:
            raise InputError(
                f"config/methods.yaml: {method['id']}: {method['implementation']} takes no '{name}'; "
                f"allowed are {', '.join(known)}."
            )


def rank_batch(features, realizations, method, model, *, seed, dataset, selection=None):
    """Rank every realization of a batch: one row per feature, best first, or one row with the error.

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
    selection : dict, optional
        `folds`: choose the number of features by cross-validation on the training part, and mark the chosen ones.
    """
    estimator_class = load_method(method["implementation"])
    _check_parameters(estimator_class, [*method["parameters"], *method["tuned"]], method)
    rows = []
    for realization in realizations:

        def fitted(X, y, *name, number=realization.number):
            tuned = hyperparameters_of(model, number) if method["tuned"] else {}
            parameters = method["parameters"] | {key: tuned[key] for key in method["tuned"]}
            if method["random"]:
                parameters["random_state"] = seed_of(seed, dataset, number, method["id"], *name)
            return estimator_class(**parameters).fit(X, y)

        try:
            estimator = fitted(realization.X_train, realization.y_train)
            count = None
            if selection:
                rng = stream(seed, dataset, realization.number, "selection")
                learner = hyperparameters_of(model, realization.number)
                count = choose_count(realization, fitted, learner, folds=selection["folds"], rng=rng)
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
                    "selected": "" if count is None else int(estimator.ranking_[column] <= count),
                }
            )
        logging.info("ranked realization %d", realization.number)
    return rows
