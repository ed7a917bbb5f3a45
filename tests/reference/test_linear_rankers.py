"""Stepwise against statsmodels, the lasso against its optimality conditions, weights against scikit-learn."""

import numpy as np
import pytest
import statsmodels.api as sm
from sieveflow.methods.lasso_lw import LassoWeightRanker
from sieveflow.methods.stepwise import StepwiseRanker
from sieveflow.methods.svr_lw import LinearWeightRanker
from sklearn.svm import SVR


def sample(n=50, d=7, seed=0):
    rng = np.random.RandomState(seed)
    X = rng.standard_normal((n, d)) @ (np.eye(d) + 0.3)
    return X, X[:, 1] + 0.5 * X[:, 4] + rng.standard_normal(n)


def forward(X, y, alpha):
    """Forward selection by refitting every model."""
    order, chosen = [], None
    while len(order) < X.shape[1]:
        p = {
            j: sm.OLS(y, sm.add_constant(X[:, [*order, j]])).fit().pvalues[-1]
            for j in range(X.shape[1])
            if j not in order
        }
        best = min(p, key=p.get)
        if chosen is None and p[best] >= alpha:
            chosen = len(order)
        order.append(best)
    return order, len(order) if chosen is None else chosen


@pytest.mark.parametrize("seed", range(4))
def test_features_enter_as_when_every_model_is_fitted(seed):
    X, y = sample(seed=seed)
    order, chosen = forward(X, y, 0.05)
    ranker = StepwiseRanker().fit(X, y)
    assert np.argsort(ranker.ranking_).tolist() == order
    assert ranker.support_.sum() == max(1, chosen)
    assert ranker.select(7).tolist() == order[: max(1, chosen)]


def test_dependent_columns_do_not_enter():
    X, y = sample()
    X = np.column_stack([X, X[:, 1] + 2 * X[:, 4], X[:, 1] + 5.0])
    ranker = StepwiseRanker().fit(X, y)
    assert not (ranker.support_[1] and ranker.support_[8])
    assert ranker.ranking_[1] < ranker.ranking_[8]


def test_bags_keep_what_one_of_them_keeps():
    X, y = sample()
    bagged = StepwiseRanker(n_bags=15, random_state=0).fit(X, y)
    assert bagged.support_.sum() >= StepwiseRanker().fit(X, y).support_.sum()
    assert set(np.argsort(bagged.ranking_)[:2]) == {1, 4}


def test_weights_of_the_lasso_are_optimal():
    X, y = sample()
    ranker = LassoWeightRanker(penalty=0.2).fit(X, y)
    Z, target = (X - X.mean(axis=0)) / X.std(axis=0), (y - y.mean()) / y.std()
    active = np.flatnonzero(ranker.scores_ > 0)
    assert set(active) >= {1} and active.size < 7
    signs = np.sign(np.linalg.lstsq(Z[:, active], target, rcond=None)[0])
    gram = Z[:, active].T @ Z[:, active] / y.size
    w = np.linalg.solve(gram, Z[:, active].T @ target / y.size - 0.2 * signs)
    assert ranker.scores_[active] == pytest.approx(np.abs(w), abs=1e-6)
    slope = np.abs(Z.T @ (target - Z[:, active] @ w)) / y.size
    rest = np.setdiff1d(np.arange(7), active)
    assert ranker.scores_[rest] == pytest.approx(slope[rest] - 0.2, abs=1e-6)


def test_weights_of_the_machine_are_those_of_sklearn():
    X, y = sample()
    Z, target = (X - X.mean(axis=0)) / X.std(axis=0), (y - y.mean()) / y.std()
    peer = SVR(kernel="linear", C=1.0, epsilon=0.1, tol=1e-8).fit(Z, target)
    ranker = LinearWeightRanker(C=y.std(), epsilon=0.1 * y.std()).fit(X, y)
    assert ranker.scores_ == pytest.approx(np.abs(peer.coef_[0]), abs=1e-4)
    ranged = LinearWeightRanker(C=y.std(), epsilon=0.1 * y.std(), input_scale="range").fit(X, y)
    assert not np.allclose(ranged.scores_, ranker.scores_, rtol=0.1)
