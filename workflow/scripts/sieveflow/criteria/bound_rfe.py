"""Recursive elimination by bounds on the leave-one-out error of support vector regression."""

import numpy as np

from sieveflow.criteria.elimination import eliminate
from sieveflow.criteria.svr_ranker import SvrRanker
from sieveflow.errors import InputError
from sieveflow.learners.gram_factors import GramFactors
from sieveflow.learners.span import squared_spans
from sieveflow.learners.sphere import enclosing_sphere
from sieveflow.learners.svr import fit_svr

LOSSES = ("linear", "squared")
# Violation of optimality that is left, in deviations of the target: bounds of noise features lie close together.
_TOLERANCE = 1e-6


class BoundRFE(SvrRanker):
    """Drop the feature without which the bound is smallest; a subclass names the bound and whether to train again.

    A subclass has `_retrains`, whether the machine is trained anew without each feature or the solution with all
    features of the round is kept, and `_bound(gram, beta, C)`, the bound for a machine on a Gram matrix.
    """

    def __init__(self, *, C=None, kappa=None, epsilon=None, bound_loss="squared", n_features_to_select=None):
        self.C = C
        self.kappa = kappa
        self.epsilon = epsilon
        self.bound_loss = bound_loss
        self.n_features_to_select = n_features_to_select

    def _rank(self, X, y):
        if self.bound_loss not in LOSSES:
            raise InputError(f"bound_loss: found {self.bound_loss!r}, allowed are {', '.join(LOSSES)}.")
        settings = self._hyperparameters(X, y)
        factors = GramFactors(X, settings["kappa"])
        C, ridge = settings["C"], 0.0
        if self.bound_loss == "squared":
            # Squared slacks are the same machine with 1/C on the diagonal and no upper bound (Chang and Lin, 2005).
            C, ridge = np.inf, 1.0 / settings["C"]
        diagonal = np.arange(y.size), np.arange(y.size)

        def train(gram):
            # With 1/C on the diagonal the plain search is quick, and all support vectors would be in the Newton step.
            return fit_svr(gram, y, C, settings["epsilon"], tol=_TOLERANCE, refine=ridge == 0.0).beta

        def criterion(left):
            gram = factors.gram(left)
            if not self._retrains:
                kept = gram.copy()
                kept[diagonal] += ridge
                beta = train(kept)
            scores = np.empty(left.size)
            for position in range(left.size):
                without = factors.gram_without(gram, left, position)
                without[diagonal] += ridge
                if self._retrains:
                    beta = train(without)
                scores[position] = self._bound(without, beta, C)
            return scores

        return eliminate(X.shape[1], criterion)


def radius_margin_bound(gram, beta, C):
    """R^2 sum_i (alpha_i + alpha_i*): (2.39) of the thesis. No sample has both multipliers, so they add to |beta_i|."""
    return enclosing_sphere(gram).squared_radius * np.abs(beta).sum()


def span_bound(gram, beta, C):
    """sum_i (alpha_i + alpha_i*) S_i^2 with spans of the free support vectors: (2.40) of the thesis."""
    support = np.flatnonzero(beta)
    free = support[np.abs(beta[support]) < C]
    return np.abs(beta[support]) @ squared_spans(gram, free, support)
