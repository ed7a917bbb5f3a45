"""What the methods around linear support vector regression share: C and epsilon, the scale of inputs, and ties."""

import numpy as np

from sieveflow.cross_validation import fold_numbers, lowest
from sieveflow.errors import InputError
from sieveflow.learners.linear_svr import surface
from sieveflow.scaling import range_of
from sieveflow.selector import FeatureRanker

_FOLDS = 5
# Cross-validation of a few hundred samples orders these few points as well as all samples would.
_MOST_SAMPLES = 500
# In deviations of the target.
_GRID = {"C": [0.1, 1.0, 10.0, 100.0], "epsilon": [0.01, 0.1]}
# Scores that agree to this part of the largest are equal: the solver's gap is 1e-10, errors go with its root.
PRECISION = 1e-5
# Columns whose correlation lacks less than this to 1 are copies.
_ALIKE = 1e-10
SCALES = ("deviation", "range")


class LinearRanker(FeatureRanker):
    """Base of the methods that train linear machines.

    C and epsilon are in units of the target, as it was given; inside, the target has deviation 1. Weights depend on the
    scale of the inputs: `input_scale` is one of deviation (all features have deviation 1) and range (from -1 to 1).
    """

    def _inputs(self, X):
        if self.input_scale not in SCALES:
            raise InputError(f"input_scale: found {self.input_scale!r}, allowed are {', '.join(SCALES)}.")
        if self.input_scale == "deviation":
            return X
        middle, half = range_of(X)
        return (X - middle) / half

    def _hyperparameters(self, X, y):
        """C and epsilon for the standardised target; those that were not given are tuned."""
        given = {}
        for name, smallest in (("C", np.finfo(float).tiny), ("epsilon", 0.0)):
            value = getattr(self, name)
            if value is not None and not smallest <= value < np.inf:
                raise InputError(f"{name}: found {value!r}, allowed are None and positive numbers (epsilon also 0).")
            given[name] = None if value is None else value / self.target_deviation_
        if None not in given.values():
            return given
        grid = {name: _GRID[name] if value is None else [value] for name, value in given.items()}
        # Of fixed seed: the samples that tune are a property of the data, not a draw of the method.
        chosen = np.random.RandomState(0).permutation(y.size)[:_MOST_SAMPLES]
        fold = fold_numbers(chosen.size, min(_FOLDS, chosen.size), np.random.RandomState(1))
        return lowest(surface(X[chosen], y[chosen], grid, fold), grid, ("C", "epsilon"))

    @property
    def tied_(self):
        """Features whose place among equals was decided by the order of the table."""
        tied = np.empty(self._tied.size, dtype=bool)
        tied[self._places] = self._tied
        return tied

    def _ranked(self, X, scores):
        """Ranks and scores; copies of a feature count as equal, which is noted, and stand in the order of the table."""
        order, levels, self._tied = order_with_ties(scores, copies(X), self._places)
        return ranks_of(order), levels


def copies(X):
    """A number for every column, the same for columns that differ by no more than rounding and a constant."""
    centred = X - X.mean(axis=0)
    size = np.sqrt(np.square(centred).sum(axis=0))
    likeness = (centred.T @ centred >= (1.0 - _ALIKE) * np.outer(size, size)) & np.equal.outer(size > 0, size > 0)
    return np.argmax(likeness, axis=1)


def near_levels(scores):
    """A number for every score, the same for scores that a solver cannot tell apart."""
    order = np.argsort(-scores, kind="stable")
    gaps = -np.diff(scores[order]) > PRECISION * np.abs(scores).max()
    group = np.empty(scores.size, dtype=int)
    group[order] = np.concatenate([[0], np.cumsum(gaps)])
    return group


def order_with_ties(scores, group, places):
    """Columns by falling score; those of one group count as equal, by the best of them, and go by their place.

    Parameters
    ----------
    scores : ndarray
    group : ndarray of int
        Columns with the same number are equal.
    places : ndarray of int
        Places of the columns in the table of the user.

    Returns
    -------
    order : ndarray of int
        Columns, best first.
    levels : ndarray
        The scores, equal ones made equal.
    tied : ndarray of bool
        Whether another column is equal.
    """
    _, group, count = np.unique(group, return_inverse=True, return_counts=True)
    best = np.full(count.size, -np.inf)
    np.maximum.at(best, group, scores)
    return np.lexsort([places, group, -best[group]]), best[group], count[group] > 1


def ranks_of(order):
    """Ranks 1, 2, ... from columns in their order."""
    ranking = np.empty(order.size, dtype=int)
    ranking[order] = np.arange(1, order.size + 1)
    return ranking
