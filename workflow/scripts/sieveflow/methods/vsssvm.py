"""VS-SSVM: variables that sparse linear machines use more than noise."""

import numpy as np

from sieveflow.criteria.sparse_bags import bagged_weights, flips_sign, gauge_variables
from sieveflow.errors import InputError
from sieveflow.estimator import random_state_of
from sieveflow.selector import FeatureRanker, ranking_from_scores

GAUGES = {"average": np.mean, "max": np.max}
ORDERS = ("weight", "correlation")
_FEWEST_SAMPLES = 5


class SparseMachineRanker(FeatureRanker):
    """Keep the variables whose mean absolute weight over bags of sparse linear machines exceeds that of random ones.

    Random variables are put beside the inputs as a gauge. On every one of `n_bags` random partitions a linear nu-SVR
    with a 1-norm penalty is trained, C and nu by pattern search on the part that is held out. A variable is kept if its
    mean absolute weight exceeds the gauge.

    Parameters
    ----------
    n_bags : int
        Partitions.
    n_gauges : int
        Random variables.
    gauge : {'average', 'max'}
        Which of their mean absolute weights is the threshold. Of variables that are noise themselves about four in ten
        exceed the average.
    rounds : int
        How often the selection is repeated on what it left.
    drop_flips : bool
        Whether variables whose weight changes its sign from bag to bag are dropped too.
    held_out : float
        The part of the samples that each bag holds out.
    gauge_correlation : float
        Random variables are drawn again while their correlation with the target is not below this.
    order : {'weight', 'correlation'}
        Rank by weights; or by the correlation with the target, so that as many are kept, but the most correlated ones:
        what the paper compares with.
    n_features_to_select : int, optional
        How many features `transform` keeps; None keeps those that the method chose.
    random_state : int, RandomState or None
        Source of random variables, partitions and starting points.

    Attributes
    ----------
    ranking_ : ndarray of int
        1 for the best feature, no ties.
    scores_ : ndarray of float
        The number of rounds that a variable passed, plus its mean absolute weight in the last one that it entered, as a
        part of the largest; or correlations.
    support_ : ndarray of bool
        The variables that are kept; at least one.
    weights_ : ndarray of shape (n_bags, n_features)
        Weights in the bags of the first round, each bag divided by its 2-norm.

    References
    ----------
    Bi, Bennett, Embrechts, Breneman and Song (2003), Dimensionality reduction via sparse support vector machines, JMLR
    3.
    """

    def __init__(
        self,
        *,
        n_bags=20,
        n_gauges=20,
        gauge="average",
        rounds=1,
        drop_flips=False,
        held_out=0.2,
        gauge_correlation=0.13,
        order="weight",
        n_features_to_select=None,
        random_state=None,
    ):
        self.n_bags = n_bags
        self.n_gauges = n_gauges
        self.gauge = gauge
        self.rounds = rounds
        self.drop_flips = drop_flips
        self.held_out = held_out
        self.gauge_correlation = gauge_correlation
        self.order = order
        self.n_features_to_select = n_features_to_select
        self.random_state = random_state

    def _rank(self, X, y):
        for name, allowed in (("gauge", GAUGES), ("order", ORDERS)):
            if getattr(self, name) not in allowed:
                raise InputError(f"{name}: found {getattr(self, name)!r}, allowed are {', '.join(allowed)}.")
        if y.size < _FEWEST_SAMPLES:
            raise InputError(f"{type(self).__name__}: found {y.size} samples, allowed are {_FEWEST_SAMPLES} or more.")
        scores, left = self._scores(X, y, random_state_of(self.random_state))
        self._n_chosen = left.size
        if self.order == "correlation":
            scores = np.abs(X.T @ y) / y.size
        return ranking_from_scores(scores), scores

    def _scores(self, X, y, rng):
        """Scores, and the columns that pass all rounds."""
        scores, left = np.zeros(X.shape[1]), np.arange(X.shape[1])
        for number in range(self.rounds):
            noise = gauge_variables(y, self.n_gauges, self.gauge_correlation, rng)
            inputs = np.column_stack([X[:, left], noise])
            weights = bagged_weights(inputs, y, n_bags=self.n_bags, held_out=self.held_out, rng=rng)
            size = np.abs(weights).mean(axis=0)
            own, top = size[: left.size], max(size.max(), np.finfo(float).tiny)
            if number == 0:
                self._weights = weights[:, : left.size]
            scores[left] = number + own / top
            kept = own > GAUGES[self.gauge](size[left.size :])
            if self.drop_flips:
                kept &= ~flips_sign(weights[:, : left.size])
            if not kept.any():
                kept[np.argmax(own)] = True
            left = left[kept]
        scores[left] += 1.0
        return scores, left

    @property
    def weights_(self):
        """Weights in the bags of the first round, each bag divided by its 2-norm."""
        size = np.linalg.norm(self._weights, axis=1, keepdims=True)
        weights = np.empty(self._weights.shape)
        weights[:, self._places] = self._weights / np.where(size > 0, size, 1.0)
        return weights
