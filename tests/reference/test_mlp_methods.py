"""The methods of chapter 3 against their formulas."""

import numpy as np
import pytest
from sieveflow.learners.mlp import fit_mlp
from sieveflow.methods.fisher import FisherRanker
from sieveflow.methods.mlp_fspp_rfe import ProbabilitySensitivityRFE
from sieveflow.methods.moi import OutputInformationRFE, credits
from sieveflow.seeding import stream
from sklearn.feature_selection import f_classif
from sklearn.metrics import mutual_info_score

WRAPPERS = [ProbabilitySensitivityRFE, OutputInformationRFE]


def exclusive_or(n=160, d=6):
    """Classes that the product of the second and the fifth input decides; neither says anything alone."""
    X = stream("exclusive or", n, d).standard_normal((n, d))
    return X, (X[:, 1] * X[:, 4] > 0).astype(int)


def test_fishers_score_is_the_f_statistic_but_for_degrees_of_freedom():
    rng = np.random.RandomState(0)
    X, y = rng.standard_normal((90, 5)), rng.randint(3, size=90)
    X[:, 3] += y
    ranker = FisherRanker().fit(X, y)
    np.testing.assert_allclose(ranker.scores_, f_classif(X, y)[0] * (3 - 1) / (90 - 3), rtol=1e-10)
    assert ranker.ranking_[3] == 1


@pytest.mark.parametrize("method", WRAPPERS)
def test_features_that_matter_together_come_first(method):
    X, y = exclusive_or()
    ranking = method(random_state=0).fit(X, y).ranking_
    assert sorted(ranking[[1, 4]]) == [1, 2]
    assert sorted(FisherRanker().fit(X, y).ranking_[[1, 4]]) != [1, 2]


@pytest.mark.parametrize("method", WRAPPERS)
def test_several_features_go_in_a_round(method):
    X, y = exclusive_or()
    one, many = (method(n_removed=count, random_state=0).fit(X, y) for count in (1, 3))
    assert sorted(many.ranking_) == [1, 2, 3, 4, 5, 6]
    assert np.all(np.diff(many.scores_[np.argsort(many.ranking_)]) <= 0)
    assert set(np.argsort(many.ranking_)[:3]) >= {1, 4} <= set(np.argsort(one.ranking_)[:3])


def test_credit_adds_up_to_the_information_of_all_outputs():
    X, y = exclusive_or()
    net = fit_mlp(X, y, 2, hidden=4, weight_decay=0.1, rng=stream("credit"))
    chosen = np.argmax(net.probabilities(X), axis=0)
    found = credits(net, X, y)
    assert found.sum() == pytest.approx(2 * mutual_info_score(y, chosen))
    assert np.all(found >= 0) and set(np.argsort(-found)[:2]) == {1, 4}


def test_a_net_that_decides_nothing_gives_no_credit():
    X, y = exclusive_or()
    net = fit_mlp(X, y, 2, hidden=2, weight_decay=1e6, rng=stream("nothing"))
    np.testing.assert_allclose(credits(net, X, y), 0.0, atol=1e-12)


@pytest.mark.parametrize("method", WRAPPERS)
@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("hidden", 0, "hidden: found 0, allowed are whole numbers from 1"),
        ("hidden", 2.5, "hidden: found 2.5"),
        ("n_removed", 0, "n_removed: found 0, allowed are whole numbers from 1"),
        ("weight_decay", -1, "weight_decay: found -1, allowed are numbers from 0"),
        ("weight_decay", float("nan"), "weight_decay: found nan"),
    ],
)
def test_settings_that_cannot_be(method, name, value, sentence):
    with pytest.raises(ValueError, match=sentence):
        method(**{name: value}).fit(*exclusive_or(20, 5))


def test_permutations_that_cannot_be():
    X, y = exclusive_or(20, 5)
    with pytest.raises(ValueError, match="permutation: found 'sort', allowed are uniform, swaps"):
        ProbabilitySensitivityRFE(permutation="sort").fit(X, y)
    with pytest.raises(ValueError, match="n_permutations: found 0"):
        ProbabilitySensitivityRFE(n_permutations=0).fit(X, y)
