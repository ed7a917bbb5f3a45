"""What all methods share: input checks, a common scale, and the ways scikit-learn asks for the selected features."""

from numbers import Integral

import numpy as np

from sieveflow.errors import InputError
from sieveflow.estimator import Selector, read_samples, require_fitted
from sieveflow.scaling import standardise
from sieveflow.stopwatch import measured
from sieveflow.targets import TARGETS

ROWS_AT_ONCE = 50


class FeatureRanker(Selector):
    """Base of the methods that rank features.

    A method stores its parameters in the constructor and implements `_rank(X, y)`. It is given standardised inputs and
    the target as its `task` has it: for regression standardised, for classification the classes as 0, 1, ...; it
    returns the ranking (1 is best, no ties) and the scores (larger is better). `task` belongs to the class, or is a
    parameter where a method can do both. The columns come in an order that depends on their values alone, so that a
    ranking follows its columns to the last bit when they are put in another order; only columns with equal values are
    told apart by their place, which a method that breaks ties finds in `_places`.

    A method that decides itself how many features to keep sets `_n_chosen` in `_rank`; it then has `support_`. One that
    chooses another subset for another number of features overrides `select`.

    The parameter `n_features_to_select` says how many features `transform` keeps; None keeps half of them, as
    scikit-learn's RFE does, or those that the method chose itself.

    Attributes
    ----------
    ranking_ : ndarray of int
        1 for the best feature, no ties.
    scores_ : ndarray of float
        Larger is better.
    support_ : ndarray of bool
        The features that the method chose, where it decides itself how many.
    target_deviation_ : float
        Standard deviation of the target, the unit that methods measure errors in; 1 for classes.
    seconds_ : dict
        Processor time: rank_seconds, and what a method measures beside it.
    """

    # A method whose definition cannot be relied on to find the one feature that decides the target says so.
    finds_planted = True
    task = "regression"

    def fit(self, X, y):
        """Rank the features.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)

        Returns
        -------
        self
        """
        if self.task not in TARGETS:
            raise InputError(f"task: found {self.task!r}, allowed are {', '.join(TARGETS)}.")
        target = TARGETS[self.task]
        # One layout: sums over a column must not depend on how the table lies in memory.
        X, y = read_samples(self, X, y, target.numeric)
        X, _ = standardise(X)
        y, self.target_deviation_ = target.read(y, type(self).__name__)
        order = order_of_columns(X)
        self.seconds_ = {}
        self._places, self._n_chosen = order, None
        with measured(self.seconds_, "rank_seconds"):
            ranking, scores = self._rank(np.ascontiguousarray(X[:, order]), y)
        # What a method spends on tuning stands beside the time for its ranking.
        self.seconds_["rank_seconds"] -= self.seconds_.get("cv_seconds", 0.0)
        self.ranking_ = np.empty(order.size, dtype=int)
        self.scores_ = np.empty(order.size)
        self.ranking_[order], self.scores_[order] = ranking, scores
        if self._n_chosen is not None:
            self.support_ = self.ranking_ <= self._n_chosen
        return self

    def select(self, n_features):
        """The features to keep where n_features are allowed: columns, best first."""
        self._check_count("n_features", n_features)
        return np.argsort(self.ranking_)[:n_features]

    def _get_support_mask(self):
        require_fitted(self, "ranking_")
        return self.ranking_ <= self._n_selected()

    def _n_selected(self):
        wanted = self.n_features_to_select
        if wanted is None:
            return self._n_chosen or max(1, self.n_features_in_ // 2)
        self._check_count("n_features_to_select", wanted, "None and ")
        return wanted

    def _check_count(self, name, count, also=""):
        require_fitted(self, "ranking_")
        if not isinstance(count, Integral) or not 1 <= count <= self.n_features_in_:
            raise InputError(f"{name}: found {count!r}, allowed are {also}1 to {self.n_features_in_}.")


def order_of_columns(X):
    """The columns by their values, from the first sample on; equal columns in their own order.

    The same as `np.lexsort(X[::-1])`, which looks at all samples and takes several kilobytes for each; a few tell most
    columns apart.
    """
    places = np.zeros(X.shape[1], dtype=int)
    for start in range(0, X.shape[0], ROWS_AT_ONCE):
        rows = X[start : start + ROWS_AT_ONCE]
        order = np.lexsort((*rows[::-1], places))
        differs = (np.diff(places[order]) != 0) | (np.diff(rows[:, order]) != 0).any(axis=0)
        places[order] = np.concatenate([[0], np.cumsum(differs)])
        if differs.all():
            break
    return order


def ranking_from_scores(scores):
    """Ranks 1, 2, ... by falling score; of equal scores the leftmost comes first."""
    ranking = np.empty(scores.size, dtype=int)
    ranking[np.argsort(-scores, kind="stable")] = np.arange(1, scores.size + 1)
    return ranking
