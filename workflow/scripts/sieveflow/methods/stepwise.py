"""Forward stepwise regression by partial F-tests, alone or in bags."""

import numpy as np
from scipy import stats

from sieveflow.estimator import random_state_of
from sieveflow.selector import FeatureRanker, ranking_from_scores

# Gains in explained variance that agree to this are equal: the feature that comes first in the table enters.
_PRECISION = 1e-9


class StepwiseRanker(FeatureRanker):
    """Let features into a linear model one by one, each time the one that explains most of what is left.

    Features stay in the model. It is complete when no other feature has a partial F-test below `alpha`; the ranking
    goes on without that test. `select` never gives more features than the model has.

    Parameters
    ----------
    alpha : float
        Significance level for a feature to enter.
    n_bags : int
        With more than one, models are made on so many bootstrap samples; the features of all models are chosen, ranked
        by the share of models that have them.
    n_features_to_select : int, optional
        How many features `transform` keeps; None keeps those of the model.
    random_state : int, RandomState or None
        Source of the bootstrap samples.

    Attributes
    ----------
    ranking_ : ndarray of int
        1 for the best feature, no ties.
    scores_ : ndarray of float
        The part of the variance that a feature explained on entering, never more than that of one before it; with bags,
        the mean of it, plus the share of models that have the feature.
    support_ : ndarray of bool
        The features of the model, or of all models; at least one.

    References
    ----------
    Miller (2002), Subset selection in regression, chapter 3.
    """

    def __init__(self, *, alpha=0.05, n_bags=1, n_features_to_select=None, random_state=None):
        self.alpha = alpha
        self.n_bags = n_bags
        self.n_features_to_select = n_features_to_select
        self.random_state = random_state

    def _rank(self, X, y):
        if self.n_bags == 1:
            order, gains, self._n_chosen = self._model(X, y)
            scores = np.empty(order.size)
            scores[order] = np.minimum.accumulate(gains)
            ranking = np.empty(order.size, dtype=int)
            ranking[order] = np.arange(1, order.size + 1)
            return ranking, scores
        rng = random_state_of(self.random_state)
        scores, chosen = np.zeros(X.shape[1]), np.zeros(X.shape[1], dtype=bool)
        for _ in range(self.n_bags):
            drawn = rng.randint(y.size, size=y.size)
            order, gains, n_chosen = self._model(X[drawn], y[drawn])
            scores[order] += gains / self.n_bags
            scores[order[:n_chosen]] += 1.0 / self.n_bags
            chosen[order[:n_chosen]] = True
        self._n_chosen = int(chosen.sum())
        # A feature that no model has comes after all that one has, however much variance it would explain.
        scores[~chosen] = np.minimum(scores[~chosen], 0.5 * scores[chosen].min())
        return ranking_from_scores(scores), scores

    def _model(self, X, y):
        """Columns in the order in which they enter, the variance that each explains, and how many pass the test."""
        n, d = X.shape
        inputs, rest = X - X.mean(axis=0), y - y.mean()
        start, total = np.square(inputs).sum(axis=0), float(rest @ rest)
        left = np.ones(d, dtype=bool)
        order, gains, n_chosen = [], [], None
        for step in range(d):
            size = np.square(inputs).sum(axis=0)
            # What is left of a column that depends on those in the model is rounding.
            usable = left & (size > 1e-10 * start)
            gain = np.zeros(d)
            gain[usable] = np.square(inputs[:, usable].T @ rest) / (size[usable] * max(total, np.finfo(float).tiny))
            near = np.flatnonzero(left & (gain >= gain[left].max() - _PRECISION))
            best = near[np.argmin(self._places[near])]
            if n_chosen is None and not self._passes(gain[best], float(rest @ rest) / max(total, 1e-300), n - step - 2):
                n_chosen = step
            if usable[best]:
                direction = inputs[:, best] / np.sqrt(size[best])
                rest = rest - direction * (direction @ rest)
                inputs = inputs - np.outer(direction, direction @ inputs)
            order.append(best)
            gains.append(gain[best])
            left[best] = False
        return np.array(order), np.array(gains), max(1, d if n_chosen is None else n_chosen)

    def _passes(self, gain, unexplained, freedom):
        """The partial F-test of a feature that explains a part of the variance that is not explained yet."""
        if freedom < 1 or gain <= _PRECISION:
            return False
        error = max(unexplained - gain, 0.0) / freedom
        return error == 0.0 or stats.f.sf(gain / error, 1, freedom) < self.alpha

    def select(self, n_features):
        """The features to keep where n_features are allowed, best first; fewer where the model has fewer."""
        self._check_count("n_features", n_features)
        return np.argsort(self.ranking_)[: min(n_features, self._n_chosen)]
