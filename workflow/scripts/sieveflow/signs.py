"""The labels of two classes as signs."""

import numpy as np

from sieveflow.errors import InputError


def signs(y):
    """Labels 1 and -1 of two classes, 1 for the larger label."""
    labels = np.unique(y)
    if labels.size != 2:
        raise InputError(f"target: found {labels.size} classes, a tuner of the SVM path takes two.")
    return np.where(y == labels[1], 1.0, -1.0)
