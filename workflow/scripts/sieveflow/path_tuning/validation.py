"""Validation functions of held-out samples, Remark 6.2.1 of the thesis, as functions of counts.

Counts are the true positives tp, the false positives fp, and for the area under the ROC curve twice the number of pairs
in the right order; n_pos and n_neg are the held-out samples of either class.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from sieveflow.errors import InputError


@dataclass(frozen=True)
class ValidationFunction:
    """A function of the counts of one fold.

    Attributes
    ----------
    name, label : str
    lower_is_better : bool
    ranks : bool
        Whether it depends on the order of the decisions and not on their signs.
    of_counts : callable
        (tp, fp, n_pos, n_neg) -> value, or (pairs, n_pos, n_neg) -> value; works on arrays of counts.
    """

    name: str
    label: str
    lower_is_better: bool
    ranks: bool
    of_counts: Callable


def _weighted_error(tp, fp, n_pos, n_neg, eta=1.0):
    return ((n_pos - tp) + eta * fp) / (n_pos + eta * n_neg)


def _balanced_error(tp, fp, n_pos, n_neg):
    return 0.5 * ((n_pos - tp) / n_pos + fp / n_neg)


def _precision(tp, fp, n_pos, n_neg):
    # Without positive predictions there is no precision; zero, the worst, keeps such machines from being chosen.
    return tp / np.maximum(tp + fp, 1)


def _recall(tp, fp, n_pos, n_neg):
    return tp / n_pos


def _f_measure(tp, fp, n_pos, n_neg):
    return 2 * tp / (n_pos + tp + fp)


def _area(pairs, n_pos, n_neg):
    return pairs / (2 * n_pos * n_neg)


FUNCTIONS = {
    function.name: function
    for function in (
        ValidationFunction("error", "error rate", True, False, _weighted_error),
        ValidationFunction("balanced-error", "balanced error rate", True, False, _balanced_error),
        ValidationFunction("precision", "precision", False, False, _precision),
        ValidationFunction("recall", "recall", False, False, _recall),
        ValidationFunction("f-measure", "F measure", False, False, _f_measure),
        ValidationFunction("auc", "area under the ROC curve", False, True, _area),
    )
}


def weighted_error(eta):
    """The error in which a wrong negative sample weighs eta times as much as a wrong positive one."""
    if not (np.isfinite(eta) and eta > 0.0):
        raise InputError(f"eta: found {eta!r}, allowed are positive numbers.")
    label = f"weighted error rate, eta = {eta:g}"
    return ValidationFunction("weighted-error", label, True, False, partial(_weighted_error, eta=float(eta)))


def validation_function(choice):
    """A validation function by name; one that is given as such is returned."""
    if isinstance(choice, ValidationFunction):
        return choice
    if choice not in FUNCTIONS:
        raise InputError(f"validation function: found {choice!r}, allowed are {', '.join(FUNCTIONS)}.")
    return FUNCTIONS[choice]
