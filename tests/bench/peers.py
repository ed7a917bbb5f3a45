"""The same work done with other people's tools."""

import numpy as np
from sklearn.inspection import permutation_importance
from sklearn.svm import SVR

N_REPEATS = 5


class PeerDraws(np.random.RandomState):
    """Give our method the permutations that scikit-learn's permutation_importance draws.

    It draws one seed per call and shuffles the same index again and again; one call of it is one round of ours.
    """

    def __init__(self, seed):
        super().__init__(0)
        self._seeds = np.random.RandomState(seed)
        self._drawn = 0

    def permutation(self, n):
        """The next permutation of the round, or the first of the next round."""
        if self._drawn % N_REPEATS == 0:
            self._round = np.random.RandomState(self._seeds.randint(np.iinfo(np.int32).max + 1))
            self._order = np.arange(n)
        self._drawn += 1
        self._round.shuffle(self._order)
        return self._order.copy()


def sd_l_rfe_of_sklearn(X, y, *, C, kappa, epsilon, seed):
    """SD-L-RFE as a loop over scikit-learn's SVR and permutation_importance with the divergence as score."""
    rng = np.random.RandomState(seed)
    left = list(range(X.shape[1]))
    ranking = np.empty(X.shape[1], dtype=int)
    while len(left) > 1:
        machine = SVR(C=C, gamma=kappa, epsilon=epsilon).fit(X[:, left], y)
        fitted = machine.predict(X[:, left])
        scale = np.abs(y - fitted).mean()

        def score(estimator, permuted, target, fitted=fitted, scale=scale):
            f = estimator.predict(permuted)
            other = np.abs(target - f).mean()
            gap = np.abs(fitted - f)
            return -np.mean(np.log(other / scale) - 1 + scale / other * np.exp(-gap / scale) + gap / other)

        found = permutation_importance(machine, X[:, left], y, scoring=score, n_repeats=N_REPEATS, random_state=rng)
        worst = int(np.argmin(found.importances_mean))
        ranking[left[worst]] = len(left)
        del left[worst]
    ranking[left[0]] = 1
    return ranking
