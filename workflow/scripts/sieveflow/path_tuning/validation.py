"""Validation functions of held-out samples, Remark 6.2.1 of the thesis, as functions of counts.

Counts are the true positives tp, the false positives fp, and for the area under the ROC curve twice the number of pairs
in the right order; n_pos and n_neg are the held-out samples of either class.
"""

from dataclasses import dataclass

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
    of_counts: callable


def weighted_error(eta):
    """Errors on negative samples weigh eta times as much as errors on positive ones."""
    if not (np.isfinite(eta) and eta > 0.0):
        raise InputError(f"eta: found {eta!r}, allowed are positive numbers.")
    return ValidationFunction(
        "weighted-error",
        f"weighted error rate, eta = {eta:g}",
        lower_is_better=True,
        ranks=False,
        of_counts=lambda tp, fp, n_pos, n_neg: ((n_pos - tp) + eta * fp) / (n_pos + eta * n_neg),
    )


def _precision(tp, fp, n_pos, n_neg):
    # Without positive predictions there is no precision; zero, the worst, keeps such machines from being chosen.
    return tp / np.maximum(tp + fp, 1)


FUNCTIONS = {
    f.name: f
    for f in (
        ValidationFunction(
            "error",
            "error rate",
            lower_is_better=True,
            ranks=False,
            of_counts=lambda tp, fp, n_pos, n_neg: ((n_pos - tp) + fp) / (n_pos + n_neg),
        ),
        ValidationFunction(
            "balanced-error",
            "balanced error rate",
            lower_is_better=True,
            ranks=False,
            of_counts=lambda tp, fp, n_pos, n_neg: 0.5 * ((n_pos - tp) / n_pos + fp / n_neg),
        ),
        ValidationFunction("precision", "precision", lower_is_better=False, ranks=False, of_counts=_precision),
        ValidationFunction(
            "recall",
            "recall",
            lower_is_better=False,
            ranks=False,
            of_counts=lambda tp, fp, n_pos, n_neg: tp / n_pos,
        ),
        ValidationFunction(
            "f-measure",
            "F measure",
            lower_is_better=False,
            ranks=False,
            of_counts=lambda tp, fp, n_pos, n_neg: 2 * tp / (n_pos + tp + fp),
        ),
        ValidationFunction(
            "auc",
            "area under the ROC curve",
            lower_is_better=False,
            ranks=True,
            of_counts=lambda pairs, n_pos, n_neg: pairs / (2 * n_pos * n_neg),
        ),
    )
}


def validation_function(choice):
    """A validation function by name; one that is given as such is returned."""
    if isinstance(choice, ValidationFunction):
        return choice
    if choice not in FUNCTIONS:
        raise InputError(f"validation function: found {choice!r}, allowed are {', '.join(FUNCTIONS)}.")
    return FUNCTIONS[choice]
