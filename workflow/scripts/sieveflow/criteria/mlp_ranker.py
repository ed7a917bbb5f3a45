"""What the methods around nets share: elimination, and a net trained anew in every round."""

from numbers import Integral

import numpy as np

from sieveflow.criteria.elimination import eliminate
from sieveflow.errors import InputError
from sieveflow.estimator import random_state_of
from sieveflow.learners.mlp import fit_mlp
from sieveflow.selector import FeatureRanker


class MlpRanker(FeatureRanker):
    """Base of the methods that drop features by what a net of one layer of tanh makes of them.

    A subclass has the parameters `hidden`, `weight_decay`, `n_removed` and `random_state` and implements
    `_criterion(X, y, n_classes, rng)`, which returns the criterion of the elimination.
    """

    task = "classification"

    def _rank(self, X, y):
        for name in ("hidden", "n_removed"):
            value = getattr(self, name)
            if not (isinstance(value, Integral) or float(value).is_integer()) or not value >= 1:
                raise InputError(f"{name}: found {value!r}, allowed are whole numbers from 1.")
        if not 0 <= self.weight_decay < np.inf:
            raise InputError(f"weight_decay: found {self.weight_decay!r}, allowed are numbers from 0.")
        criterion = self._criterion(X, y, int(y.max()) + 1, random_state_of(self.random_state))
        return eliminate(X.shape[1], criterion, int(self.n_removed))

    def _trained(self, X, y, n_classes, rng):
        """The best of several nets."""
        settings = {"hidden": int(self.hidden), "weight_decay": self.weight_decay}
        return fit_mlp(X, y, n_classes, rng=rng, **settings)
