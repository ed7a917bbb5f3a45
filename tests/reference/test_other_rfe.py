"""HSIC-RFE and weight-norm RFE against their definitions."""

from itertools import permutations

import numpy as np
import pytest
from sieveflow.criteria.dependence import hsic_weights, pairs_of
from sieveflow.methods.dw2_rfe import WeightNormRFE
from sieveflow.methods.hsic_rfe import DependenceRFE
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import SVR


def sample(n=40, d=5, seed=0):
    rng = np.random.RandomState(seed)
    X = rng.standard_normal((n, d))
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    return X, np.sin(X[:, 1]) + 0.5 * X[:, 3] ** 2 + 0.1 * rng.standard_normal(n)


def hsic_by_definition(K, L):
    """The unbiased estimate as a mean over ordered samples without repeats: (2.35) term by term."""
    n = len(K)
    both = np.mean([K[i, j] * L[i, j] for i, j in permutations(range(n), 2)])
    apart = np.mean([K[i, j] * L[q, r] for i, j, q, r in permutations(range(n), 4)])
    shared = np.mean([K[i, j] * L[i, q] for i, j, q in permutations(range(n), 3)])
    return both + apart - 2 * shared


def hsic_by_traces(K, L):
    """(2.36) as printed."""
    n = len(K)
    K, L = K - np.diag(np.diag(K)), L - np.diag(np.diag(L))
    one = np.ones(n)
    middle = (one @ K @ one) * (one @ L @ one) / ((n - 1) * (n - 2))
    return (np.trace(K @ L) + middle - 2 / (n - 2) * one @ K @ L @ one) / (n * (n - 3))


def test_weights_give_the_estimate():
    rng = np.random.RandomState(0)
    K, L = (rbf_kernel(rng.standard_normal((9, 2))) for _ in range(2))
    ours = hsic_weights(L) @ K[pairs_of(9)]
    assert ours == pytest.approx(hsic_by_traces(K, L), rel=1e-10)
    assert ours == pytest.approx(hsic_by_definition(K, L), rel=1e-10)


def eliminated(n_features, score):
    """The ranking by plain elimination, `score(left without j)` being lost when j is dropped."""
    left, ranking = list(range(n_features)), {}
    while len(left) > 1:
        scores = [score(left, j) for j in left]
        worst = left[len(left) - 1 - int(np.argmin(scores[::-1]))]
        ranking[worst] = len(left)
        left.remove(worst)
    return [ranking.get(j, 1) for j in range(n_features)]


@pytest.mark.parametrize("seed", range(3))
def test_hsic_elimination(seed):
    X, y = sample(seed=seed)
    z = ((y - y.mean()) / y.std())[:, None]
    L = rbf_kernel(z, gamma=0.5)

    def score(left, j):
        rest = [i for i in left if i != j]
        return -hsic_by_traces(rbf_kernel(X[:, rest], gamma=1 / (2 * len(rest))), L)

    assert DependenceRFE().fit(X, y).ranking_.tolist() == eliminated(5, score)


@pytest.mark.parametrize("seed", range(3))
def test_hsic_elimination_with_linear_kernels(seed):
    X, y = sample(seed=seed)
    z = (y - y.mean()) / y.std()

    def score(left, j):
        rest = [i for i in left if i != j]
        return -hsic_by_traces(X[:, rest] @ X[:, rest].T, np.outer(z, z))

    linear = DependenceRFE(input_kernel="linear", target_kernel="linear")
    assert linear.fit(X, y).ranking_.tolist() == eliminated(5, score)


@pytest.mark.parametrize("seed", range(3))
def test_weight_norm_elimination(seed):
    X, y = sample(n=60, seed=seed)
    C, kappa, epsilon = 8.0, 0.1, 0.1

    def score(left, j):
        rest = [i for i in left if i != j]
        machine = SVR(C=C, gamma=kappa, epsilon=epsilon, tol=1e-8).fit(X[:, left], y)
        beta = np.zeros(y.size)
        beta[machine.support_] = machine.dual_coef_[0]
        full, without = (rbf_kernel(X[:, columns], gamma=kappa) for columns in (left, rest))
        return abs(beta @ full @ beta - beta @ without @ beta)

    ours = WeightNormRFE(C=C, kappa=kappa, epsilon=epsilon).fit(X, y)
    assert ours.ranking_.tolist() == eliminated(5, score)


def test_kernels_that_do_not_exist():
    with pytest.raises(ValueError, match="input_kernel: found 'cubic', allowed are gaussian, linear"):
        DependenceRFE(input_kernel="cubic").fit(*sample())
