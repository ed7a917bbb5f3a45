"""Choose the regularisation of a linear SVM with one tuner, realization by realization."""

import logging
import traceback

from sieveflow.loading import load_tuner
from sieveflow.path_tuning.class_folds import class_folds
from sieveflow.path_tuning.fold_decisions import fold_decisions
from sieveflow.path_tuning.step_function import cv_function
from sieveflow.seeding import stream
from sieveflow.signs import signs

COLUMNS = ["realization", "lambda", "cv_error", "is_global", "lower", "upper", "evaluations", "error"]


def held_out_decisions(realization, *, seed, dataset, folds):
    """What the machines of all lambda, trained without a fold, say about it: a list of FoldDecisions."""
    y = signs(realization.y_train)
    fold = class_folds(y, folds, stream(seed, dataset, realization.number, "folds"))
    return fold_decisions(realization.X_train @ realization.X_train.T, y, fold)


def choose_batch(realizations, tuner, *, seed, dataset, folds):
    """One row per realization: the chosen lambda, its cross-validated error, and whether that is the global minimum.

    Parameters
    ----------
    realizations : iterable of Realization
    tuner : dict
        implementation and parameters.
    seed : int
        Seed of the study; with data set and realization it names the stream of the folds, the same for all tuners.
    folds : int
    """
    chooser = load_tuner(tuner["implementation"])(**tuner["parameters"])
    rows = []
    for realization in realizations:
        try:
            decisions = held_out_decisions(realization, seed=seed, dataset=dataset, folds=folds)
            found = chooser.choose(decisions)
            exact = cv_function(decisions)
            rows.append(
                {
                    "realization": realization.number,
                    "lambda": found.lam,
                    "cv_error": found.value,
                    "is_global": int(bool(exact.is_best(found.value))),
                    "lower": found.lower,
                    "upper": found.upper,
                    "evaluations": found.evaluations,
                }
            )
            logging.info("chose for realization %d", realization.number)
        except Exception as error:
            logging.error("realization %d: %s", realization.number, traceback.format_exc())
            rows.append({"realization": realization.number, "error": f"{type(error).__name__}: {error}"})
    return rows
