"""Error of a linear SVM at the regularisation that a tuner chose."""

import logging
import traceback

import numpy as np

from sieveflow.learners.svm_path import svm_path
from sieveflow.path_tuning.step_function import NOISE
from sieveflow.signs import signs


def evaluate_choices(realizations, choices):
    """Train on all of every realization's training part at the chosen lambda, and measure on its test part.

    Returns rows as the evaluation of rankings has them: the error of the test part, and beside it what the tuner
    chose and how many events the path of the training part has.

    Parameters
    ----------
    realizations : iterable of Realization
    choices : list of dict
        Rows that `choose_batch` wrote.
    """
    chosen = {int(row["realization"]): row for row in choices}
    rows = []
    for realization in realizations:
        common = {"realization": realization.number, "n_features": realization.X_train.shape[1]}
        try:
            choice = chosen.get(realization.number, {"error": "the realization is not in the file"})
            if choice["error"]:
                raise RuntimeError(f"no choice: {choice['error']}")
            values = _measures(realization, choice)
            rows += [common | {"metric": metric, "value": value} for metric, value in values.items()]
            logging.info("tested realization %d", realization.number)
        except Exception as error:
            logging.error("realization %d: %s", realization.number, traceback.format_exc())
            rows.append({"realization": realization.number, "error": f"{type(error).__name__}: {error}"})
    return rows


def test_error(realization, lam, path=None):
    """Share of test samples that the machine of lambda gets wrong; `path` is that of the training part, if known."""
    X, larger = realization.X_train, realization.y_train.max()
    path = path or svm_path(X @ X.T, signs(realization.y_train))
    decided = path.decision_at(lam, realization.X_test @ X.T)
    # As for held-out samples: what hangs on the path's perturbation is zero, and zero is the positive class.
    positive = decided >= -NOISE * np.abs(decided).max()
    return float(np.mean(positive != (realization.y_test == larger)))


def _measures(realization, choice):
    path = svm_path(realization.X_train @ realization.X_train.T, signs(realization.y_train))
    lam = float(choice["lambda"])
    return {
        "test_error": test_error(realization, lam, path),
        "cv_error": float(choice["cv_error"]),
        "is_global": float(choice["is_global"]),
        "log2_lambda": float(np.log2(lam)),
        # As l_max of (6.3) counts them: the end of the range is the last one.
        "events": float(path.n_events + 1),
    }
