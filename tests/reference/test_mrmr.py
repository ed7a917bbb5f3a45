"""mRMR against scikit-learn's mutual information of labels and a plain forward loop."""

import numpy as np
import pytest
from sieveflow.criteria.information import binned, mutual_information
from sieveflow.methods.mrmr import RelevanceRedundancyRanker
from sklearn.metrics import mutual_info_score


def sample(seed, n=97, d=6):
    rng = np.random.RandomState(seed)
    X = rng.standard_normal((n, d))
    X[:, 4] = X[:, 1] + 0.1 * rng.standard_normal(n)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    y = X[:, 1] + 0.7 * X[:, 3] + 0.3 * rng.standard_normal(n)
    return X, (y - y.mean()) / y.std()


@pytest.mark.parametrize("seed", range(3))
def test_mutual_information_is_that_of_scikit_learn(seed):
    a, b = np.random.RandomState(seed).randint(0, 4, size=(2, 50))
    assert mutual_information(a, b) == pytest.approx(mutual_info_score(a, b))


def test_bins_by_hand():
    x = np.array([0.0, 1.0, 2.0, 3.0, 10.0])[:, None]
    assert binned(x, "equal-width", 2)[:, 0].tolist() == [0, 0, 0, 0, 1]
    assert binned(x, "quantile", 2)[:, 0].tolist() == [0, 0, 1, 1, 1]
    assert binned(x, "three-states", 9)[:, 0].tolist() == [1, 1, 1, 1, 2]


@pytest.mark.parametrize("binning", ["equal-width", "quantile", "three-states"])
@pytest.mark.parametrize("seed", range(3))
def test_forward_selection(seed, binning):
    X, y = sample(seed)
    columns, target = binned(X, binning, 10), binned(y[:, None], binning, 10)[:, 0]
    chosen = []
    while len(chosen) < 6:
        rest = [j for j in range(6) if j not in chosen]
        redundancy = {
            j: np.mean([mutual_info_score(columns[:, j], columns[:, i]) for i in chosen]) if chosen else 0.0
            for j in rest
        }
        chosen.append(max(rest, key=lambda j: mutual_info_score(columns[:, j], target) - redundancy[j]))
    ours = RelevanceRedundancyRanker(binning=binning).fit(X, y)
    assert np.argsort(ours.ranking_).tolist() == chosen


def test_selection_that_stops_agrees_up_to_there():
    X, y = sample(0)
    whole, part = RelevanceRedundancyRanker().fit(X, y), RelevanceRedundancyRanker(n_features_to_select=3).fit(X, y)
    assert np.argsort(part.ranking_)[:4].tolist() == np.argsort(whole.ranking_)[:4].tolist()
    assert sorted(part.ranking_) == sorted(whole.ranking_)


def test_classes_are_taken_as_they_are():
    X, y = sample(1)
    columns, codes = binned(X, "equal-width", 10), np.digitize(y, [-0.5, 0.5])
    ours = RelevanceRedundancyRanker(task="classification").fit(X, np.array(["a", "b", "c"])[codes])
    best = max(range(6), key=lambda j: mutual_info_score(columns[:, j], codes))
    assert ours.ranking_[best] == 1
    assert ours.scores_[best] == pytest.approx(mutual_info_score(columns[:, best], codes))


def test_a_copy_of_the_best_is_redundant():
    X, y = sample(0, n=400)
    X[:, 5] = X[:, 1]
    ranking = RelevanceRedundancyRanker().fit(X, y).ranking_
    assert {ranking[1], ranking[5]} != {1, 2}


def test_settings_that_do_not_exist():
    with pytest.raises(ValueError, match="binning: found 'odd', allowed are equal-width"):
        RelevanceRedundancyRanker(binning="odd").fit(*sample(0))
    with pytest.raises(ValueError, match="n_bins: found 1, allowed are whole numbers from 2"):
        RelevanceRedundancyRanker(n_bins=1).fit(*sample(0))
