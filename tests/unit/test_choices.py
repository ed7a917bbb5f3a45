"""Tuners choose lambda, realization by realization; their choices are tested on the same path."""

import numpy as np
import pytest
from sieveflow.choice_evaluation import evaluate_choices
from sieveflow.choices import choose_batch, held_out_decisions
from sieveflow.errors import InputError
from sieveflow.path_tuning.class_folds import class_folds
from sieveflow.seeding import stream
from sieveflow.signs import signs
from sieveflow.splits import draw_splits, rows_of, scaled_split
from sklearn.model_selection import cross_val_score
from sklearn.svm import SVC

GO = {"implementation": "global_optimum:GlobalOptimum", "parameters": {}}
GRID = {"implementation": "grid:Grid", "parameters": {"step": 1.0}}
GRAD = {"implementation": "gradient:Gradient", "parameters": {"start": 1.0}}
SEED = {"seed": 1, "dataset": "d", "folds": 5}


@pytest.fixture(scope="module")
def drawn():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(90, 4))
    y = np.where(X[:, 0] + X[:, 1] + rng.normal(size=90) > 0.3, 2.0, 1.0)
    rows = draw_splits(90, dataset="d", n_train=60, n_test=30, seed=1, realizations=2, labels=y)
    return [
        scaled_split(row["realization"], X[train], y[train], X[test], y[test])
        for row in rows
        for train, test in [rows_of(row)]
    ]


def test_go_is_never_above_another_tuner_and_says_that_it_attains_the_minimum(drawn):
    go, *others = (choose_batch(drawn, tuner, **SEED) for tuner in (GO, GRID, GRAD))
    assert [row["is_global"] for row in go] == [1, 1]
    for rows in others:
        for own, best in zip(rows, go, strict=True):
            assert own["cv_error"] >= best["cv_error"] - 1e-12
            assert own["is_global"] == (own["cv_error"] <= best["cv_error"] + 1e-12)


def test_errors_of_a_grid_are_those_of_scikit_learn(drawn):
    realization = drawn[0]
    (row, _) = choose_batch(drawn, GRID, **SEED)
    y = signs(realization.y_train)
    fold = class_folds(y, 5, stream(1, "d", 0, "folds"))
    splits = [(np.flatnonzero(fold != k), np.flatnonzero(fold == k)) for k in range(5)]
    machine = SVC(C=1.0 / row["lambda"], kernel="linear", tol=1e-8)
    shares = 1.0 - cross_val_score(machine, realization.X_train, y, cv=splits)
    assert row["cv_error"] == pytest.approx(shares.mean(), abs=1e-12)


def test_the_test_error_is_that_of_scikit_learn(drawn):
    choices = choose_batch(drawn, GRID, **SEED)
    rows = evaluate_choices(drawn, [{"error": ""} | row for row in choices])
    for realization, choice in zip(drawn, choices, strict=True):
        own = {row["metric"]: row["value"] for row in rows if row["realization"] == realization.number}
        machine = SVC(C=1.0 / choice["lambda"], kernel="linear", tol=1e-8).fit(realization.X_train, realization.y_train)
        assert own["test_error"] == pytest.approx(1.0 - machine.score(realization.X_test, realization.y_test))
        assert own["log2_lambda"] == pytest.approx(np.log2(choice["lambda"]))
        assert own["cv_error"] == choice["cv_error"]


def test_a_realization_that_fails_is_a_row_with_its_error(drawn):
    broken = scaled_split(7, drawn[0].X_train, np.ones(60), drawn[0].X_test, drawn[0].y_test)
    rows = choose_batch([broken, drawn[0]], GO, **SEED)
    assert "found 1 classes" in rows[0]["error"] and "lambda" in rows[1]
    errors = [
        row for row in evaluate_choices([broken, drawn[0]], [{"error": ""} | row for row in rows]) if "error" in row
    ]
    assert [row["realization"] for row in errors] == [7]


def test_folds_have_classes_in_their_shares():
    y = np.array([1.0] * 31 + [-1.0] * 12)
    fold = class_folds(y, 5, np.random.default_rng(3))
    for label, count in ((1.0, 31), (-1.0, 12)):
        sizes = np.bincount(fold[y == label], minlength=5)
        assert sizes.sum() == count and np.ptp(sizes) <= 1
    assert np.ptp(np.bincount(fold)) <= 1


def test_three_classes_are_refused():
    with pytest.raises(InputError, match="found 3 classes"):
        signs(np.array([1.0, 2.0, 3.0]))


def test_decisions_do_not_depend_on_who_asks(drawn):
    first, second = (held_out_decisions(drawn[0], seed=1, dataset="d", folds=5) for _ in range(2))
    assert all(np.array_equal(a.h, b.h) for a, b in zip(first, second, strict=True))
