"""Why a filter that scores features one by one has no hit on the Corral problems, and mRMR has some."""

import numpy as np
import pytest
import yaml
from scipy import stats
from sieveflow.datasets.sources import generate
from sieveflow.methods.fisher import FisherRanker
from sieveflow.methods.mrmr import RelevanceRedundancyRanker
from sieveflow.seeding import stream
from sieveflow.splits import standardiser
from sklearn.metrics import mutual_info_score
from support import ROOT

RELEVANT = ["A0", "A1", "B0", "B1"]
N_REALIZATIONS, N_TRAIN = 30, 128


@pytest.fixture(scope="module")
def samples():
    """Training parts of the three problems: names of columns, inputs as they are drawn, classes."""
    entries = yaml.safe_load((ROOT / "config/datasets.yaml").read_text("utf-8"))
    found = {}
    for name in ("corral6", "corral46", "corral47"):
        table = generate(entries[name], entries[name]["sources"][0])
        rows = [stream("corral filters", name, i).permutation(len(table.y))[:N_TRAIN] for i in range(N_REALIZATIONS)]
        found[name] = [(table.features, table.X[own], table.y[own]) for own in rows]
    return found


def is_hit(features, order):
    """Whether of every relevant feature it or its duplicate is among the first four."""
    return sorted(features[column].removesuffix("_0") for column in order[:4]) == RELEVANT


def by_relevance(X, y):
    """Mutual information with the class, feature by feature, best first."""
    return np.argsort([-mutual_info_score(column, y) for column in X.T], kind="stable")


def by_ranker(ranker):
    """A ranker as a function of inputs and classes that returns the order, best first."""

    def order(X, y):
        middle, unit = standardiser(X)
        return np.argsort(ranker.fit((X - middle) / unit, y).ranking_)

    return order


def hits(samples, order):
    return sum(is_hit(features, order(X, y)) for features, X, y in samples)


@pytest.mark.parametrize("name", ["corral6", "corral46", "corral47"])
@pytest.mark.parametrize("order", [by_relevance, by_ranker(FisherRanker())], ids=["information", "fisher"])
def test_scores_of_single_features_have_no_hit(samples, name, order):
    assert hits(samples[name], order) == 0


@pytest.mark.parametrize("name", ["corral46", "corral47"])
def test_a_feature_and_its_duplicate_are_the_same_column(samples, name):
    for features, X, _ in samples[name][:5]:
        for feature in RELEVANT:
            twins = [X[:, features.index(own)] for own in (feature, f"{feature}_0")]
            assert np.array_equal(*twins)


def test_redundancy_gives_hits_that_differ_from_none(samples):
    found = hits(samples["corral46"], by_ranker(RelevanceRedundancyRanker(task="classification")))
    assert found > 3
    assert stats.fisher_exact([[found, N_REALIZATIONS - found], [0, N_REALIZATIONS]]).pvalue < 0.05
