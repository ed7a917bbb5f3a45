"""RVM: influence of features on a relevance vector machine."""

import numpy as np

from sieveflow.criteria.influence import (
    features_before_drop,
    features_of_two_phases,
    gradients_by_difference,
    influence,
)
from sieveflow.errors import InputError
from sieveflow.learners.rvm_estimator import RelevanceVectorRegressor
from sieveflow.selector import FeatureRanker, ranking_from_scores

_DERIVATIVES = ("exact", "difference")
_RULES = ("drop", "two-phase")
# (10) of the paper.
_DELTA = 1e-4


class RelevanceInfluence(FeatureRanker):
    r"""Rank features by their share in the squared gradient of one relevance vector machine.

    The machine is trained once, with kernel exp(-kappa |x - z|^2) on standardised inputs, and a feature scores

    .. math:: d_k = \frac{1}{|RV|} \sum_{x_i \in RV} \frac{(\partial f(x_i) / \partial x_k)^2}
              {\sum_l (\partial f(x_i) / \partial x_l)^2} .

    How many features are selected follows from the scores too.

    Parameters
    ----------
    kappa : float, optional
        Kernel parameter; None for one over twice the number of features.
    derivative : {'exact', 'difference'}
        The gradient, or the paper's quotient with a step of 1e-4.
    rule : {'drop', 'two-phase'}
        The features before the first score that drops to 20 % of the one before; or those before the first drop to
        50 %, and then further ones as long as a machine trained with them has a lower training error.
    n_features_to_select : int, optional
        How many features `transform` keeps; None keeps those of the rule.

    Attributes
    ----------
    ranking_ : ndarray of int
        1 for the best feature, no ties.
    scores_ : ndarray of float
        d_k; they sum to 1.
    support_ : ndarray of bool
        The features that the rule selects.
    n_relevance_vectors_ : int

    References
    ----------
    Shmilovici and Ben-Shimon, A feature selection strategy for the relevance vector machine, (9) to (11).
    """

    def __init__(self, *, kappa=None, derivative="exact", rule="drop", n_features_to_select=None):
        self.kappa = kappa
        self.derivative = derivative
        self.rule = rule
        self.n_features_to_select = n_features_to_select

    def _rank(self, X, y):
        for name, allowed in (("derivative", _DERIVATIVES), ("rule", _RULES)):
            if getattr(self, name) not in allowed:
                raise InputError(f"{name}: found {getattr(self, name)!r}, allowed are {', '.join(allowed)}.")
        machine = RelevanceVectorRegressor(kappa=self.kappa).fit(X, y)
        self.n_relevance_vectors_ = machine.relevance_.size
        vectors = machine.vectors_
        if vectors.shape[0] == 0:
            gradients = vectors
        elif self.derivative == "exact":
            gradients = machine.gradient(vectors)
        else:
            gradients = gradients_by_difference(machine, vectors, _DELTA)
        scores = influence(gradients)
        ranking = ranking_from_scores(scores)
        order = np.argsort(ranking)
        if self.rule == "drop":
            self._n_chosen = features_before_drop(scores[order], 0.2)
        else:
            self._n_chosen = features_of_two_phases(
                scores[order], 0.5, lambda count: self._training_error(X[:, np.sort(order[:count])], y)
            )
        return ranking, scores

    def _training_error(self, X, y):
        machine = RelevanceVectorRegressor(kappa=self.kappa).fit(X, y)
        return float(np.square(machine.predict(X) - y).mean())
