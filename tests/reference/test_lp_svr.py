"""The linear programs of VS-SSVM against a cold solve of the primal, and what is built on them."""

import numpy as np
import pytest
from scipy.optimize import linprog
from sieveflow.criteria.sparse_bags import bagged_weights, flips_sign, gauge_variables
from sieveflow.learners import lp_svr
from sieveflow.learners.kernels import gaussian_kernel
from sieveflow.learners.lp_svr import LpSvr
from sieveflow.learners.pattern_search import pattern_search
from sieveflow.learners.rbf_lp_svr import predict
from sieveflow.methods.vsssvm import SparseMachineRanker


def primal(X, y, C, nu):
    """Weights, offset, half width and objective of the program as the paper writes it."""
    n, d = X.shape
    eye, one = np.eye(n), np.ones((n, 1))
    cost = np.concatenate([np.ones(2 * d), [0.0], np.full(2 * n, C / n), [C * nu]])
    above = np.hstack([-X, X, -one, -eye, 0 * eye, -one])
    below = np.hstack([X, -X, one, 0 * eye, -eye, -one])
    bounds = [(0, None)] * (2 * d) + [(None, None)] + [(0, None)] * (2 * n + 1)
    found = linprog(cost, np.vstack([above, below]), np.concatenate([-y, y]), bounds=bounds)
    return found.fun, found.x[:d] - found.x[d : 2 * d]


def sample(n=40, d=8, seed=0):
    rng = np.random.RandomState(seed)
    X = rng.standard_normal((n, d))
    y = X[:, 0] - 2 * X[:, 1] + np.exp(0.5 * X[:, 2]) + 0.2 * rng.standard_normal(n)
    return X, (y - y.mean()) / y.std()


@pytest.mark.parametrize("kind", ["plain", "copies", "few samples"])
def test_warm_solutions_are_those_of_a_cold_solver(kind):
    X, y = sample(n=6 if kind == "few samples" else 40)
    if kind == "copies":
        X[:, 5] = X[:, 1]
        X[3] = X[2]
    machines = LpSvr(X, y)
    rng = np.random.RandomState(1)
    for _ in range(25):
        C, nu = 10 ** rng.uniform(-1, 3), rng.uniform(0.02, 0.9)
        ours = machines.fit(C, nu)
        objective, w = primal(X, y, C, nu)
        assert ours.objective == pytest.approx(objective, rel=1e-7, abs=1e-9)
        slack = np.maximum(np.abs(y - X @ ours.w - ours.offset) - ours.epsilon, 0.0).mean()
        assert np.abs(ours.w).sum() + C * (slack + nu * ours.epsilon) == pytest.approx(objective, rel=1e-7, abs=1e-9)
        assert np.abs(ours.w).sum() == pytest.approx(np.abs(w).sum(), rel=1e-5, abs=1e-6) or kind != "plain"


def awkward(kind, rng):
    """Programs full of ties: equal targets, equal rows and columns, columns of zeros, singular kernels."""
    n, d = rng.randint(2, 40), rng.randint(1, 45)
    A, y = rng.standard_normal((n, d)), rng.standard_normal(n)
    if kind == "integers":
        return rng.randint(-2, 3, size=(n, d)).astype(float), rng.randint(-2, 3, size=n).astype(float)
    if kind == "copies":
        return np.ascontiguousarray(A[rng.randint(n, size=n)][:, rng.randint(d, size=d)]), y
    if kind == "constants":
        A[:, ::2] = 0.0
        A[:, -1] = 1.0
        return A, np.round(y)
    if kind == "signs":
        return A, np.sign(y)
    Z = rng.randint(0, 3, size=(n, 3)).astype(float)
    return gaussian_kernel(Z, Z, 10 ** rng.uniform(-3, 1)), Z.sum(axis=1) - 3.0 + rng.randint(0, 2, size=n)


@pytest.mark.parametrize("kind", ["integers", "copies", "constants", "signs", "kernel"])
def test_ties_do_not_stop_the_simplex_method(kind):
    for seed in range(20):
        rng = np.random.RandomState(seed)
        A, y = awkward(kind, rng)
        machines = LpSvr(A, y)
        for _ in range(4):
            C, nu = 10 ** rng.uniform(-1, 3.5), rng.uniform(0.02, 0.95)
            objective, _ = primal(A, y, C, nu)
            assert machines.fit(C, nu).objective == pytest.approx(objective, rel=1e-7, abs=1e-9), f"seed {seed}"


def test_a_program_that_is_not_certified_is_an_error(monkeypatch):
    monkeypatch.setattr(lp_svr, "solve", lambda *arguments: None)
    with pytest.raises(RuntimeError, match=r"the linear program of C=1, nu=0\.5 was not solved"):
        LpSvr(*sample()).fit(1.0, 0.5)


def test_pattern_search_comes_as_near_as_its_last_step():
    best, value = pattern_search(lambda p: (p[0] - 0.3) ** 2 + (p[1] - 0.8) ** 2, (1.0, 0.0))
    assert np.abs(np.subtract(best, (0.3, 0.8))).max() <= 0.125
    assert value == pytest.approx((best[0] - 0.3) ** 2 + (best[1] - 0.8) ** 2)


def test_gauges_have_nothing_to_do_with_the_target():
    _, y = sample(n=60)
    noise = gauge_variables(y, 12, 0.1, np.random.RandomState(0))
    assert noise.shape == (60, 12)
    assert max(abs(np.corrcoef(column, y)[0, 1]) for column in noise.T) < 0.1
    assert noise.std(axis=0) == pytest.approx(np.ones(12))


def test_weights_are_of_machines_that_generalise():
    X, y = sample(n=80)
    weights = bagged_weights(X, y, n_bags=5, held_out=0.2, rng=np.random.RandomState(0))
    assert weights.shape == (5, 8)
    assert (weights[:, 0] > 0).all() and (weights[:, 1] < 0).all()
    assert np.abs(weights[:, :2]).min() > np.abs(weights[:, 3:]).max()


def test_flips():
    weights = np.array([[1.0, 1.0, 0.0, -1.0], [2.0, -1.0, 0.0, 0.0]])
    assert flips_sign(weights).tolist() == [False, True, False, False]


def test_rounds_gauges_and_flips_leave_fewer_variables():
    X, y = sample(n=60, d=20)
    settings = {"n_bags": 6, "n_gauges": 10, "random_state": 0}
    kept = {
        name: SparseMachineRanker(**settings, **more).fit(X, y)
        for name, more in {
            "plain": {},
            "max": {"gauge": "max"},
            "second": {"rounds": 2, "drop_flips": True},
            "corr": {"order": "correlation"},
        }.items()
    }
    count = {name: int(ranker.support_.sum()) for name, ranker in kept.items()}
    assert count["max"] <= count["plain"] < 20 and count["second"] <= count["plain"]
    assert all(ranker.support_[:2].all() for ranker in kept.values())
    assert count["corr"] == count["plain"]
    largest = np.argsort(-np.abs([np.corrcoef(column, y)[0, 1] for column in X.T]))[: count["corr"]]
    assert set(np.flatnonzero(kept["corr"].support_)) == set(largest)
    flipping = flips_sign(kept["second"].weights_)
    assert not (flipping & kept["second"].support_).any()
    with pytest.raises(ValueError, match="gauge: found 'least', allowed are average, max"):
        SparseMachineRanker(gauge="least").fit(X, y)


def test_the_bagged_machine_follows_a_curve():
    rng = np.random.RandomState(0)
    X = rng.uniform(-2, 2, size=(80, 1))
    y = 5.0 + 3.0 * np.sin(2 * X[:, 0])
    error = np.square(predict(X, y, X) - y).mean() / y.var()
    assert error < 0.05
    assert predict(X, 10 * y, X) == pytest.approx(10 * predict(X, y, X), rel=1e-6)
