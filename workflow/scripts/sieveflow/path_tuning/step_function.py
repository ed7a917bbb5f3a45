"""A cross-validated function of lambda, exact: constant between the lambdas at which a prediction changes."""

from dataclasses import dataclass

import numpy as np

from sieveflow.errors import InputError
from sieveflow.path_tuning.crossings import order_changes, sign_changes
from sieveflow.path_tuning.validation import validation_function

# The path tells ties apart by perturbations of 1e-9, and its conditions hold to about 1e-8. So changes closer than this
# share of lambda are one change, and decisions below this share of the largest one at the same lambda are zero (two of
# them closer than that are equal): what hangs on the perturbation is not counted.
_SAME = NOISE = 1e-8


@dataclass(frozen=True)
class StepFunction:
    """Values on intervals of lambda, from large to small; between two intervals predictions change.

    Attributes
    ----------
    upper, lower : ndarray of shape (k,)
        Ends of the intervals, falling.
    values : ndarray of shape (k,)
    function : ValidationFunction
    """

    upper: np.ndarray
    lower: np.ndarray
    values: np.ndarray
    function: object

    def at(self, lambdas):
        """Values at some lambdas; at a change, that of the interval below."""
        lambdas = np.asarray(lambdas, dtype=float)
        if lambdas.size and not (self.lower[-1] <= lambdas.min() and lambdas.max() <= self.upper[0]):
            raise InputError(f"lambda: allowed are values from {self.lower[-1]:g} to {self.upper[0]:g}.")
        return self.values[np.maximum(np.searchsorted(-self.upper, -lambdas, side="right") - 1, 0)]

    @property
    def best(self):
        """The best value, up to rounding of the mean over folds."""
        return self.values.min() if self.function.lower_is_better else self.values.max()

    def is_best(self, values):
        """Which values are as good as the best one."""
        return np.abs(values - self.best) <= 1e-12


def cv_function(folds, choice="error"):
    """The mean over folds of a validation function, for all lambda.

    Parameters
    ----------
    folds : list of FoldDecisions
    choice : str or ValidationFunction

    Returns
    -------
    StepFunction
    """
    function = validation_function(choice)
    top, bottom = folds[0].lambdas[0], folds[0].lambdas[-1]
    changes = [_fold_changes(fold, function) for fold in folds]
    at = np.concatenate([lambdas for lambdas, _ in changes])
    order = np.argsort(-at, kind="stable")
    owner = np.repeat(np.arange(len(folds)), [lambdas.size for lambdas, _ in changes])[order]
    at = at[order]
    counts = np.concatenate([steps for _, steps in changes])[order]
    mean = np.zeros(at.size)
    for number, fold in enumerate(folds):
        n_pos, n_neg = int((fold.y > 0.0).sum()), int((fold.y < 0.0).sum())
        running = np.cumsum(np.where(owner[:, None] == number, counts, 0), axis=0)
        mean += function.of_counts(*running.T, n_pos, n_neg)
    mean /= len(folds)
    # An interval begins after the last of changes that are one, and ends where the next change is.
    last = np.append(at[:-1] - at[1:] > _SAME * at[:-1], True)
    upper, lower, values = at[last], np.append(at[1:][last[:-1]], bottom), mean[last]
    upper[0] = top
    wide = upper - lower > _SAME * upper
    return StepFunction(upper[wide], lower[wide], values[wide], function)


def _fold_changes(fold, function):
    """Lambdas and changes of the counts in one fold; those at the largest lambda start the counts."""
    positive = fold.y > 0.0
    if not positive.any() or positive.all():
        raise InputError("folds: found one with samples of one class only, allowed are folds with both classes.")
    noise = NOISE * np.abs(fold.h).max(axis=1)
    if function.ranks:
        at, pairs = order_changes(fold.lambdas, fold.h, np.flatnonzero(positive), np.flatnonzero(~positive), noise)
        return at, pairs[:, None]
    at, sample, state = sign_changes(fold.lambdas, fold.h, noise)
    # A sample that starts as negative changes nothing; later entries flip the prediction.
    first = np.append(True, sample[1:] != sample[:-1])
    change = np.where(state == 1, 1, np.where(first, 0, -1))
    return at, np.stack([change * positive[sample], change * ~positive[sample]], axis=1)
