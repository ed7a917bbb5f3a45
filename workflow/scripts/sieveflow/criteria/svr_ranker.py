"""What the methods around support vector regression share: its hyper-parameters, given or tuned inside."""

import numpy as np

from sieveflow.cross_validation import fold_numbers, lowest
from sieveflow.errors import InputError
from sieveflow.learners.svr_surface import cv_surface
from sieveflow.selector import FeatureRanker

_FOLDS = 5
# Cross-validation of a few hundred samples orders these few points as well as all samples would.
_MOST_SAMPLES = 500


class SvrRanker(FeatureRanker):
    """Base of the methods that train epsilon-SVR with the kernel exp(-kappa |x - z|^2).

    C and epsilon are in units of the target, as it was given; inside, the target has deviation 1.
    """

    def _hyperparameters(self, X, y):
        """C, kappa and epsilon for the standardised target; those that were not given are tuned."""
        for name in ("C", "kappa", "epsilon"):
            value = getattr(self, name)
            lowest_allowed = 0.0 if name == "epsilon" else np.finfo(float).tiny
            if value is not None and not lowest_allowed <= value < np.inf:
                raise InputError(f"{name}: found {value!r}, allowed are None and positive numbers (epsilon also 0).")
        unit = self.target_deviation_
        given = {
            "C": None if self.C is None else self.C / unit,
            "kappa": self.kappa,
            "epsilon": None if self.epsilon is None else self.epsilon / unit,
        }
        if all(value is not None for value in given.values()):
            return given
        grid = {name: default_grid(X.shape[1])[name] if value is None else [value] for name, value in given.items()}
        # Of fixed seed: the samples that tune are a property of the data, not a draw of the method.
        chosen = np.random.RandomState(0).permutation(y.size)[:_MOST_SAMPLES]
        fold = fold_numbers(chosen.size, min(_FOLDS, chosen.size), np.random.RandomState(1))
        return lowest(cv_surface(X[chosen], y[chosen], grid, fold), grid)


def default_grid(n_features):
    """The grid for values that were not given: C and epsilon in deviations of the target, kappa per feature."""
    return {
        "C": [0.5, 2.0, 8.0, 32.0],
        "kappa": [1 / (8 * n_features), 1 / (2 * n_features), 2 / n_features],
        "epsilon": [0.05, 0.2],
    }
