"""MLP-FSPP-RFE: elimination by the sensitivity of a net's probabilities to a feature."""

import numpy as np

from sieveflow.criteria.density_rfe import PERMUTATIONS
from sieveflow.criteria.mlp_ranker import MlpRanker
from sieveflow.errors import InputError


class ProbabilitySensitivityRFE(MlpRanker):
    r"""Rank features by how much permuting them changes the probabilities of the classes, with elimination.

    Every round trains a net on the features that are left and drops those with the smallest

    .. math:: \hat S(j) = \frac{1}{N} \sum_{k=1}^c \sum_{i=1}^N |\hat P(\omega_k | x_i) - \hat P(\omega_k | x_{(j),i})|,

    x_(j) being the samples with feature j permuted. One set of permutations serves all features of a round: it
    compares them on the same draw, and it makes the ranking follow its columns when they are reordered.

    Parameters
    ----------
    hidden : int
        Number of hidden units.
    weight_decay : float
        Half of it times the sum of squared weights is added to the summed cross-entropy.
    n_removed : int
        How many features a round drops.
    n_permutations : int
        Permutations per round, whose scores are averaged.
    permutation : {'uniform', 'swaps'}
        Orders that are equally likely, or the swaps of section 3.2, which are not.
    n_features_to_select : int, optional
        How many features `transform` keeps; None keeps half of them.
    random_state : int, RandomState or None
        Draws starting weights and permutations.

    Attributes
    ----------
    ranking_ : ndarray of int
        1 for the best feature, no ties.
    scores_ : ndarray of float
        The score with which a feature was dropped, never more than that of one that outlived it.

    References
    ----------
    Algorithm 1 and (3.8) of Yang (2011), PhD thesis, National University of Singapore; Yang, Shen, Ong and Li (2009),
    IEEE Transactions on Neural Networks 20.
    """

    def __init__(
        self,
        *,
        hidden=4,
        weight_decay=0.1,
        n_removed=1,
        n_permutations=5,
        permutation="uniform",
        n_features_to_select=None,
        random_state=None,
    ):
        self.hidden = hidden
        self.weight_decay = weight_decay
        self.n_removed = n_removed
        self.n_permutations = n_permutations
        self.permutation = permutation
        self.n_features_to_select = n_features_to_select
        self.random_state = random_state

    def _criterion(self, X, y, n_classes, rng):
        if self.permutation not in PERMUTATIONS:
            raise InputError(f"permutation: found {self.permutation!r}, allowed are {', '.join(PERMUTATIONS)}.")
        if not self.n_permutations >= 1:
            raise InputError(f"n_permutations: found {self.n_permutations!r}, allowed are whole numbers from 1.")
        draw = PERMUTATIONS[self.permutation]

        def criterion(left):
            inputs = X[:, left]
            net = self._trained(inputs, y, n_classes, rng)
            return net.sensitivity(inputs, np.array([draw(rng, y.size) for _ in range(self.n_permutations)]))

        return criterion
