"""What a method is given as its target, by task."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sieveflow.errors import InputError
from sieveflow.estimator import require_classes
from sieveflow.scaling import standardise


@dataclass(frozen=True)
class Target:
    """How a target is read: whether it must hold numbers, and what becomes of them.

    `read` takes the target and a name for errors, and returns what a method is given and the unit that it is in.
    """

    numeric: bool
    read: Callable


def standardised_numbers(y, name):
    """Numbers with mean 0 and deviation 1, and their deviation before."""
    y, deviation = standardise(np.asarray(y, dtype=float))
    if not y.any():
        raise InputError(f"{name}: the target is constant; it must vary.")
    return y, deviation


def class_codes(y, name):
    """Classes as 0, 1, ... in the order in which they first appear, so that their names change nothing."""
    require_classes(y)
    labels, first, codes = np.unique(y, return_index=True, return_inverse=True)
    if labels.size < 2:
        raise InputError(f"{name}: the target is constant: found one class, allowed are at least two.")
    return np.argsort(np.argsort(first))[codes], 1.0


TARGETS = {
    "regression": Target(numeric=True, read=standardised_numbers),
    "classification": Target(numeric=False, read=class_codes),
}
