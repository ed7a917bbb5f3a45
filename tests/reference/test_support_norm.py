"""Machines under a budget against a conic solver, scikit-learn and brute force."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from reference.conic import solve_budget_svr
from sieveflow.learners.linear_svr import fit_linear_svr, predict, surface
from sieveflow.learners.support_norm import optimal_weights, squared_norm
from sieveflow.learners.support_norm_svr import dual_objective, fit_support_norm_svr
from sieveflow.methods.nmmklr import NonMonotonicRanker
from sklearn.svm import SVR

KINDS = ("plain", "copies", "whole numbers", "constant column", "few samples")


def problem(seed):
    """A problem whose size, budget and degeneracy the seed decides."""
    rng = np.random.RandomState(seed)
    kind = KINDS[seed % len(KINDS)]
    n, d = (
        (rng.randint(4, 10), rng.randint(8, 15)) if kind == "few samples" else (rng.randint(10, 60), rng.randint(1, 12))
    )
    X = rng.standard_normal((n, d))
    if kind == "copies":
        X[:, d // 2] = X[:, 0]
        X[n // 2] = X[0]
    if kind == "constant column":
        X[:, -1] = 0.0
    y = X[:, : min(d, 4)] @ [4.0, 3.0, 2.0, 1.0][: min(d, 4)] + 0.5 * rng.standard_normal(n)
    if kind == "whole numbers":
        X, y = np.round(X), np.round(y)
    y = (y - y.mean()) / (y.std() or 1.0)
    return X, y, 10 ** rng.uniform(-2, 3), rng.choice([0.0, 0.05, 0.3, 5.0]), rng.randint(1, d + 1)


@pytest.mark.parametrize("first", range(0, 200, 20))
def test_the_objective_is_that_of_a_conic_solver(first):
    for seed in range(first, first + 20):
        X, y, C, epsilon, m = problem(seed)
        ours = fit_support_norm_svr(X, y, C, epsilon, m)
        other = solve_budget_svr(X, y, C, epsilon, m)
        assert ours.primal == pytest.approx(other, rel=1e-6, abs=1e-7 * C), seed
        assert ours.dual <= ours.primal


def test_the_certificate_is_a_bound():
    X, y, C, epsilon, m = problem(5)
    best = fit_support_norm_svr(X, y, C, epsilon, m).primal
    rng = np.random.RandomState(0)
    for _ in range(100):
        beta = rng.uniform(-C, C, size=y.size)
        beta -= beta.mean()
        assert dual_objective(X, y, epsilon, m, beta * C / np.abs(beta).max()) <= best * (1 + 1e-9)


@pytest.mark.parametrize("m", [1, 2, 4, 7])
def test_no_other_weights_make_the_norm_smaller(m):
    rng = np.random.RandomState(m)
    w = rng.standard_normal(7)
    p = optimal_weights(w, m)
    assert p.min() >= 0 and p.max() <= 1 and p.sum() == pytest.approx(m)
    for _ in range(200):
        other = rng.uniform(size=7)
        other = np.clip(other * m / other.sum(), 1e-9, 1.0)
        assert np.sum(w**2 / other) * max(other.sum() / m, 1.0) >= squared_norm(w, m) - 1e-9
    expected = {1: np.abs(w).sum() ** 2, 7: w @ w}
    assert squared_norm(w, m) == pytest.approx(expected.get(m, squared_norm(w, m)))


def test_with_all_features_it_is_the_usual_machine():
    X, y, *_ = problem(0)
    peer = SVR(kernel="linear", C=2.0, epsilon=0.1, tol=1e-8).fit(X, y)
    assert predict(X, y, X, C=2.0, epsilon=0.1) == pytest.approx(peer.predict(X), abs=1e-5)


def test_the_unit_of_the_target_changes_nothing():
    X, y, *_ = problem(1)
    plain, scaled = fit_linear_svr(X, y, 2.0, 0.1), fit_linear_svr(X, 1e6 * y, 2e6, 1e5)
    assert scaled.w == pytest.approx(1e6 * plain.w, rel=1e-6, abs=1e-3)


def test_cross_validation_trains_without_the_held_out_fold():
    X, y, *_ = problem(0)
    fold = np.arange(y.size) % 3
    grid = {"C": [0.1, 10.0], "epsilon": [0.05]}
    errors = [
        np.square(predict(X[fold != k], y[fold != k], X[fold == k], C=10.0, epsilon=0.05) - y[fold == k]).sum()
        for k in range(3)
    ]
    assert surface(X, y, grid, fold)[1, 0] == pytest.approx(sum(errors) / y.size, rel=1e-3)


def sample(seed, n=40, d=6):
    rng = np.random.RandomState(seed)
    hidden = rng.standard_normal((n, 3))
    X = hidden @ rng.standard_normal((3, d)) + 0.5 * rng.standard_normal((n, d))
    return X, hidden[:, 0] - hidden[:, 1] + 0.3 * rng.standard_normal(n)


@pytest.mark.parametrize("m", [1, 2, 3])
def test_what_is_proved_of_a_subset_is_true(m):
    for seed in range(4):
        X, y = sample(seed)
        ranker = NonMonotonicRanker(C=1.0, epsilon=0.1).fit(X, y)
        inputs, target, values = ranker._problem
        objective = {s: fit_linear_svr(inputs[:, s], target, **values).primal for s in combinations(range(6), m)}
        chosen = objective[tuple(sorted(np.argsort(ranker._places)[ranker.select(m)]))]
        truth = min(objective.values()) / chosen
        proved = ranker.guarantee(m)
        assert 0 <= proved["guarantee"] <= proved["attained"] + 1e-9
        assert proved["attained"] <= truth + 1e-9


def test_subsets_of_different_budgets_need_not_be_nested():
    rng = np.random.RandomState(2)
    hidden = rng.standard_normal((40, 3))
    X = hidden @ rng.standard_normal((3, 8)) + 0.3 * rng.standard_normal((40, 8))
    y = hidden[:, 0] - hidden[:, 1] + 0.3 * rng.standard_normal(40)
    ranker = NonMonotonicRanker(C=0.1, epsilon=0.1).fit(X, y)
    subsets = [set(ranker.select(m)) for m in range(1, 9)]
    assert [len(subset) for subset in subsets] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert sum(not small <= large for small, large in pairwise(subsets)) > 0


def test_copies_stand_in_the_order_of_the_table_under_both_rules():
    X, y = sample(0)
    X = np.column_stack([X[:, 0] + 1.0, X])
    for rule in ("weight", "tau"):
        ranker = NonMonotonicRanker(C=1.0, epsilon=0.1, tie_rule=rule, n_features_to_select=7).fit(X, y)
        assert ranker.ranking_[1] == ranker.ranking_[0] + 1
        assert ranker.tied_[:2].all()
    with pytest.raises(ValueError, match="tie_rule: found 'coin', allowed are weight, tau"):
        NonMonotonicRanker(tie_rule="coin").fit(X, y)
