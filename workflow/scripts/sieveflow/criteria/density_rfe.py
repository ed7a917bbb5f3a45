"""Recursive elimination by sensitivity of the predictive density, for any of its densities."""

import numpy as np

from sieveflow.criteria.elimination import eliminate
from sieveflow.criteria.svr_ranker import SvrRanker
from sieveflow.errors import InputError
from sieveflow.estimator import random_state_of
from sieveflow.learners.gram_factors import GramFactors
from sieveflow.learners.svr import fit_svr


class DensityRFE(SvrRanker):
    """Algorithm SD-L-RFE of Yang and Ong (2010); a subclass names the divergence, `_sensitivity`.

    Every round trains one machine on the features that are left. One set of permutations serves all features of a
    round: it compares them on the same draw, and it makes the ranking follow its columns when they are reordered.
    """

    def __init__(
        self,
        *,
        C=None,
        kappa=None,
        epsilon=None,
        n_permutations=5,
        permutation="uniform",
        n_features_to_select=None,
        random_state=None,
    ):
        self.C = C
        self.kappa = kappa
        self.epsilon = epsilon
        self.n_permutations = n_permutations
        self.permutation = permutation
        self.n_features_to_select = n_features_to_select
        self.random_state = random_state

    def _rank(self, X, y):
        if self.permutation not in PERMUTATIONS:
            raise InputError(f"permutation: found {self.permutation!r}, allowed are {', '.join(PERMUTATIONS)}.")
        if not self.n_permutations >= 1:
            raise InputError(f"n_permutations: found {self.n_permutations!r}, allowed are whole numbers from 1.")
        draw = PERMUTATIONS[self.permutation]
        rng = random_state_of(self.random_state)
        settings = self._hyperparameters(X, y)
        factors = GramFactors(X, settings["kappa"])

        def criterion(left):
            gram = factors.gram(left)
            machine = fit_svr(gram, y, settings["C"], settings["epsilon"])
            permutations = np.array([draw(rng, y.size) for _ in range(self.n_permutations)])
            scores = np.empty(left.size)
            for position in range(left.size):
                permuted = factors.permuted_predictions(
                    gram, left, position, machine.beta, machine.offset, permutations
                )
                scores[position] = self._sensitivity(y, machine.fitted, permuted)
            return scores

        return eliminate(X.shape[1], criterion)


def uniform_permutation(rng, n):
    """Every order equally likely."""
    return rng.permutation(n)


def swapped_permutation(rng, n):
    """The scheme of section 3 of Yang and Ong (2010): swap sample i with any sample, for i = 1 to n - 1.

    Its orders are not equally likely.
    """
    order = np.arange(n)
    for i, other in enumerate(np.floor(n * rng.random_sample(n - 1)).astype(int)):
        order[i], order[other] = order[other], order[i]
    return order


PERMUTATIONS = {"uniform": uniform_permutation, "swaps": swapped_permutation}
