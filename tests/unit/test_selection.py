"""Choices that stay inside a realization."""

import numpy as np
import pytest
from sieveflow import selection, tuning
from sieveflow.evaluation import evaluate_batch
from sieveflow.hyperparameters import hyperparameters_of
from sieveflow.ranking import rank_batch
from sieveflow.splits import COLUMNS, Realization, draw_splits
from sieveflow.subsets import SELECTED
from sieveflow.tables import Table, write_csv

LEARNER = {"C": 10.0, "kappa": 0.1, "epsilon": 0.1}
METHOD = {"id": "corr", "implementation": "corr:CorrelationRanker", "parameters": {}, "random": False, "tuned": []}


def realization(n_relevant=2, n=60, d=6, seed=0):
    rng = np.random.RandomState(seed)
    X = rng.standard_normal((2 * n, d))
    y = 2 * X[:, :n_relevant].sum(axis=1) + 0.05 * rng.standard_normal(2 * n)
    return Realization(0, X[:n], y[:n], X[n:], y[n:])


class Given:
    """A ranking that is the same whatever the data."""

    ranking_ = np.array([1, 2, 3, 4, 5, 6])


@pytest.mark.parametrize("n_relevant", [1, 2, 3])
def test_as_many_features_are_chosen_as_matter(n_relevant):
    own = realization(n_relevant)
    chosen = selection.choose_count(
        own, lambda X, y, *name: Given(), "rbf-svr", LEARNER, folds=5, rng=np.random.RandomState(0)
    )
    assert chosen == n_relevant


def test_a_held_out_fold_has_no_part_in_its_ranking():
    own, seen = realization(), []

    def fitted(X, y, *name):
        seen.append((y.copy(), name))
        return Given()

    selection.choose_count(own, fitted, "rbf-svr", LEARNER, folds=5, rng=np.random.RandomState(0))
    assert [name for _, name in seen] == [("selection", fold) for fold in range(5)]
    assert all(y.size == 48 for y, _ in seen)
    left_out = [set(own.y_train) - set(y) for y, _ in seen]
    assert set.union(*left_out) == set(own.y_train)


def test_the_test_part_has_no_say():
    own = realization()
    other = Realization(0, own.X_train, own.y_train, -own.X_test, own.y_test[::-1])
    found = [
        rank_batch(
            list("abcdef"),
            [case],
            METHOD,
            {"hyperparameters": LEARNER},
            seed=1,
            dataset="x",
            learner="rbf-svr",
            selection={"folds": 5},
        )[0]
        for case in (own, other)
    ]
    assert found[0] == found[1]
    assert {row["selected"] for row in found[0]} <= {0, 1}


def test_the_chosen_count_is_evaluated_beside_all_counts():
    own = realization()
    ranking, _ = rank_batch(
        list("abcdef"),
        [own],
        METHOD,
        {"hyperparameters": LEARNER},
        seed=1,
        dataset="x",
        learner="rbf-svr",
        selection={"folds": 5},
    )
    rows = [
        {key: str(row.get(key, "")) for key in ("realization", "feature", "rank", "selected", "error")}
        for row in ranking
    ]
    values = {
        (row["n_features"], row["metric"]): row["value"]
        for row in evaluate_batch(list("abcdef"), [own], rows, {"hyperparameters": LEARNER}, learner="rbf-svr")
    }
    count = sum(row["selected"] for row in ranking)
    assert values[SELECTED, "mse"] == values[count, "mse"]
    assert {key[0] for key in values} == set(range(7))


def test_every_realization_is_tuned_on_its_own_training_part(tmp_path):
    rng = np.random.RandomState(0)
    X = rng.standard_normal((60, 3))
    y = X[:, 0] + 0.1 * rng.standard_normal(60)
    rows = draw_splits(60, dataset="x", n_train=30, n_test=10, seed=1, realizations=3)
    write_csv(tmp_path / "splits.csv", COLUMNS, rows)
    grid = {"C": [1.0, 64.0], "kappa": [0.01, 4.0], "epsilon": [0.1]}
    settings = {"dataset": "x", "seed": 1, "learner": "rbf-svr", "grid": grid, "folds": 3}
    found = tuning.tune_inside(Table(list("abc"), X, y), tmp_path / "splits.csv", **settings)
    assert len(found["by_realization"]) == 3
    changed = y.copy()
    changed[np.array(rows[1]["test"].split(), dtype=int)] += 100.0
    again = tuning.tune_inside(Table(list("abc"), X, changed), tmp_path / "splits.csv", **settings)
    assert again["cv_mse"][1] == found["cv_mse"][1]
    assert hyperparameters_of(found, 2) == found["by_realization"][2]
