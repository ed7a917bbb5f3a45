"""Recursive elimination by sensitivity of the predictive density, for any of its densities."""

import numpy as np
from sklearn.utils import check_random_state

from sieveflow.density import GramFactors
from sieveflow.elimination import eliminate
from sieveflow.learners.svr import fit_svr


def rank_by_sensitivity(X, y, sensitivity, *, C, kappa, epsilon, n_permutations, random_state):
    """Rank features by Algorithm SD-L-RFE of Yang and Ong (2010).

    Every round trains one machine on the features that are left. One set of permutations serves all features of a
    round: it compares them on the same draw, and it makes the ranking follow its columns when they are reordered.
    """
    rng = check_random_state(random_state)
    factors = GramFactors(X, kappa)

    def criterion(left):
        gram = factors.gram(left)
        machine = fit_svr(gram, y, C, epsilon)
        permutations = np.array([rng.permutation(y.size) for _ in range(n_permutations)])
        return [
            sensitivity(
                y,
                machine.fitted,
                factors.permuted_predictions(gram, left, position, machine.beta, machine.offset, permutations),
            )
            for position in range(left.size)
        ]

    return eliminate(X.shape[1], criterion)
