import numpy as np
import pytest
from sieveflow.comparison import compare
from sieveflow.evaluation import evaluate_batch
from sieveflow.ranking import columns_of, rank_batch
from sieveflow.splits import scaled_split
from sieveflow.subset_counts import count_subsets
from sieveflow.subsets import SELECTED, subsets_of


def test_what_is_kept_is_held_against_relevant_and_irrelevant_features():
    def row(feature, rank, selected):
        return {"realization": "0", "feature": feature, "rank": rank, "selected": selected, "error": ""}

    rows = [row("a2", "1", "1"), row("b", "2", "1"), row("n", "3", "0")]
    wanted = {"relevant": ["a", "b"], "irrelevant": ["n"], "same": [["a", "a2"]]}
    found = count_subsets(rows, **wanted)
    assert found[SELECTED, "keeps_relevant", ""] == {0: 1.0} and found[SELECTED, "drops_irrelevant", ""] == {0: 1.0}
    rows[1]["selected"], rows[2]["selected"] = "0", "1"
    found = count_subsets(rows, **wanted)
    assert found[SELECTED, "keeps_relevant", ""] == {0: 0.0} and found[SELECTED, "drops_irrelevant", ""] == {0: 0.0}


def row(realization, feature, rank, **more):
    return {"realization": str(realization), "feature": feature, "rank": str(rank), "selected": "", "error": "", **more}


RANKING = [
    *(row(0, feature, rank, tied="0") for rank, feature in enumerate("abc", 1)),
    row(0, "b", 1, budget="1"),
    row(0, "a", 1, budget="2"),
    row(0, "c", 2, budget="2"),
]


def test_a_budget_has_its_own_subset():
    assert subsets_of(RANKING) == {1: ["b"], 2: ["a", "c"], 3: ["a", "b", "c"]}
    assert subsets_of(RANKING, [3]) == {3: ["a", "b", "c"]}
    marked = [r | {"selected": "1" if r["feature"] == "a" and not r.get("budget") else "0"} for r in RANKING]
    assert subsets_of(marked, []) == {SELECTED: ["a"]}


def test_counts():
    found = count_subsets(RANKING, relevant=["c", "x"], same=[["x", "a"]], budgets=[2])
    assert found[2, "hits", ""] == {0: 1.0}
    assert found[2, "times", "a c"] == {0: 1.0}
    assert found[2, "not_nested", ""] == {0: 1.0}
    assert found[3, "ties", ""] == {0: 0.0}
    assert count_subsets(RANKING, relevant=["c", "x"])[2, "hits", ""] == {0: 0.0}


def test_subsets_are_counted_in_their_order_over_realizations():
    ranking = RANKING[:3] + [row(1, feature, rank) for rank, feature in enumerate("bac", 1)]
    found = count_subsets(ranking, budgets=[2])
    assert found[2, "times", "a b"] == {0: 1.0, 1: 0.0}
    assert found[2, "times", "b a"] == {1: 1.0, 0: 0.0}


def test_signs_of_weights():
    found = count_subsets([row(0, "a", 1, weights="0.5 0 0.1"), row(0, "b", 2, weights="-1 2 0")])
    assert found[SELECTED, "positive", "a"] == {0: 1.0} and found[SELECTED, "flips", "a"] == {0: 0.0}
    assert found[SELECTED, "positive", "b"] == {0: 0.0} and found[SELECTED, "flips", "b"] == {0: 1.0}


def realization(n=60, d=5):
    rng = np.random.RandomState(0)
    X = rng.standard_normal((n, d))
    y = X @ np.arange(d, 0.0, -1) + 0.1 * rng.standard_normal(n)
    return scaled_split(0, X[:40], y[:40], X[40:], y[40:], "range")


METHOD = {"id": "m", "parameters": {"C": 1.0, "epsilon": 0.1}, "random": False, "tuned": [], "budgets": True}
METHOD |= {"implementation": "nmmklr:NonMonotonicRanker"}


def test_budgets_go_through_ranking_evaluation_and_comparison():
    rows, _ = rank_batch(list("abcde"), [realization()], METHOD, {}, seed=0, dataset="d", counts=[2, 5])
    assert columns_of(rows) == [
        *("realization", "feature", "rank", "score", "selected", "error"),
        *("budget", "tied", "guarantee", "attained"),
    ]
    written = [{key: str(r.get(key, "")) for key in columns_of(rows)} for r in rows]
    tuning = {"dataset": "d", "seed": 0, "folds": 3, "grid": {"C": [1.0, 10.0], "epsilon": [0.01]}}
    errors = evaluate_batch(
        list("abcde"),
        [realization()],
        written,
        {"hyperparameters": {}},
        learner="linear-svr",
        counts=[2, 5],
        tuning=tuning,
    )
    by_count = {(r["n_features"], r["metric"]): r["value"] for r in errors}
    assert by_count[5, "q2"] < 0.01 < by_count[2, "q2"]
    errors = [
        {key: str(r.get(key, "")) for key in ("realization", "n_features", "metric", "value", "error")} for r in errors
    ]
    table = compare(
        {"m": errors},
        {"m": written},
        reference="m",
        metrics=["mse"],
        n_train=40,
        n_test=20,
        alpha=0.05,
        t_test="paired",
        relevant=["a", "b"],
        subsets=[2],
    )
    means = {(r["n_features"], r["metric"], r["subset"]): r["mean"] for r in table}
    assert means[2, "hits", ""] == 1.0 and means[2, "times", "a b"] == 1.0 and means[5, "not_nested", ""] == 0.0
    assert 0 < means[2, "attained", ""] <= 1.0 == pytest.approx(means[5, "attained", ""])


def test_inputs_scaled_to_a_range():
    made = realization()
    assert made.X_train.min(axis=0) == pytest.approx(-np.ones(5)) and made.X_train.max(axis=0) == pytest.approx(
        np.ones(5)
    )
