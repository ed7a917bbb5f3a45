"""Influence of features and the rules that cut a list of them off."""

import numpy as np
import pytest
from sieveflow.criteria.influence import (
    features_before_drop,
    features_of_two_phases,
    gradients_by_difference,
    influence,
)
from sieveflow.learners.rvm_estimator import RelevanceVectorRegressor
from sieveflow.methods.rvm import RelevanceInfluence


def sample(n=150):
    rng = np.random.RandomState(0)
    X = rng.standard_normal((n, 5))
    return X, np.sin(X[:, 1]) + X[:, 3] * X[:, 1] + 0.1 * rng.standard_normal(n)


def test_influences_are_mean_shares():
    shares = influence(np.array([[3.0, 4.0], [0.0, 2.0], [0.0, 0.0]]))
    np.testing.assert_allclose(shares, [0.5 * 9 / 25, 0.5 * (16 / 25 + 1)])


def test_nothing_has_no_influence():
    assert influence(np.zeros((2, 3))).tolist() == [0.0, 0.0, 0.0]
    assert influence(np.zeros((0, 3))).tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("falling", "count"), [([0.5, 0.4, 0.05, 0.05], 2), ([0.5, 0.3, 0.2], 3), ([1.0, 0.2], 1), ([1.0], 1)]
)
def test_the_drop_rule_cuts_before_the_first_drop_to_a_fifth(falling, count):
    assert features_before_drop(falling, 0.2) == count


def test_two_phases_go_on_as_long_as_the_training_error_falls():
    errors = {1: 5.0, 2: 4.0, 3: 3.0, 4: 3.5, 5: 1.0}
    assert features_of_two_phases([0.6, 0.2, 0.1, 0.06, 0.04], 0.5, errors.get) == 3
    assert features_of_two_phases([0.6, 0.4], 0.5, {2: 1.0}.get) == 2


def test_quotients_come_near_the_gradient():
    X, y = sample()
    machine = RelevanceVectorRegressor(kappa=0.1).fit(X, y)
    exact = machine.gradient(machine.vectors_)
    quotients = gradients_by_difference(machine, machine.vectors_, 1e-4)
    np.testing.assert_allclose(quotients, exact, atol=1e-3 * np.abs(exact).max())


@pytest.mark.parametrize("derivative", ["exact", "difference"])
@pytest.mark.parametrize("rule", ["drop", "two-phase"])
def test_the_method_finds_the_two_features_that_matter(derivative, rule):
    X, y = sample()
    method = RelevanceInfluence(derivative=derivative, rule=rule).fit(X, y)
    assert set(np.flatnonzero(method.ranking_ <= 2)) == {1, 3}
    assert method.scores_.sum() == pytest.approx(1.0)
    assert method.get_support()[[1, 3]].all()
    np.testing.assert_array_equal(method.get_support(), method.support_)
    if rule == "drop":
        assert method.support_.sum() == 2


@pytest.mark.parametrize("setting", [{"derivative": "guess"}, {"rule": "all"}, {"kappa": -1.0}])
def test_a_wrong_setting_is_named(setting):
    with pytest.raises(ValueError, match=next(iter(setting))):
        RelevanceInfluence(**setting).fit(*sample(20))
