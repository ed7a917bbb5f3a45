"""What fewer features change, and the claims about it."""

import numpy as np
import pytest
from scipy import stats
from sieveflow.claims.judging import judge_claims
from sieveflow.comparison import compare
from sieveflow.errors import InputError
from sieveflow.study_checks import check_study

FEW, EVERY = np.array([1.0, 2.0, 4.0, 3.0]), np.array([1.5, 2.1, 4.9, 3.4])


def evaluation(values):
    return [
        {"realization": str(r), "n_features": str(count), "metric": "rmse", "value": repr(float(v)), "error": ""}
        for count, own in values.items()
        for r, v in enumerate(own)
    ]


def change_rows(few, changes=("rmse",)):
    settings = {"metrics": ["rmse"], "n_train": 10, "n_test": 5, "alpha": 0.05, "t_test": "paired"}
    found = compare({"own": evaluation({2: few, 8: EVERY})}, {}, reference="own", changes=changes, **settings)
    return [row for row in found if row["metric"] == "rmse_change"]


def test_a_change_is_tested_in_pairs_against_all_features():
    (row,) = change_rows(FEW)
    assert row["n_features"] == 2
    assert row["mean"] == pytest.approx(np.mean(FEW - EVERY))
    assert row["std"] == pytest.approx(np.std(FEW - EVERY, ddof=1))
    assert row["p_value"] == pytest.approx(stats.ttest_rel(FEW, EVERY).pvalue)


@pytest.mark.parametrize(("few", "outcome"), [(EVERY - 1, "-"), (EVERY + 1, "+"), (EVERY, "")])
def test_plus_says_that_all_features_are_better(few, outcome):
    (row,) = change_rows(few)
    assert row["outcome"] == outcome


def test_without_being_asked_for_there_are_no_changes():
    assert change_rows(FEW, changes=()) == []


def judged(claim, rows, full=True):
    rows = [{"method": "own", "p_value": "0.01", "outcome": "", "std": "0.0"} | row for row in rows]
    claim = {"id": "c", "text": "t", "problems": ["p"]} | claim
    (row,) = judge_claims([claim], {"p": rows}, study="s", scale="full", full=full, reference="own", alpha=0.05)
    return row["verdict"]


@pytest.mark.parametrize(
    ("kind", "outcome", "full", "expected"),
    [
        ("better_than_all", "-", True, "holds"),
        ("better_than_all", "", True, "fails"),
        ("better_than_all", "", False, "undecided"),
        ("better_than_all", "+", False, "fails"),
        ("no_worse_than_all", "", True, "holds"),
        ("no_worse_than_all", "-", True, "holds"),
        ("no_worse_than_all", "", False, "undecided"),
        ("no_worse_than_all", "+", True, "fails"),
    ],
)
def test_claims_of_what_selection_changes(kind, outcome, full, expected):
    row = {"metric": "rmse_change", "n_features": "2", "mean": "0.1", "outcome": outcome}
    assert judged({kind: ["own"], "metric": "rmse", "n_features": [2]}, [row], full) == expected
    assert judged({kind: ["own"], "metric": "rmse", "n_features": [5]}, [row], full) == "undecided"


@pytest.mark.parametrize(
    ("few", "full", "expected"),
    [("0.1", True, "holds"), ("0.1", False, "undecided"), ("0.3", True, "fails"), ("0.3", False, "undecided")],
)
def test_claims_of_steadiness(few, full, expected):
    claim = {"steadier_than_all": ["own"], "metric": "rmse", "n_features": [2, 5], "at_least": 1}
    rows = [
        {"metric": "rmse", "n_features": n, "mean": "1", "std": s} for n, s in (("0", "9"), ("2", few), ("8", "0.2"))
    ]
    assert judged(claim, rows, full) == expected
    assert judged(claim, rows[2:], full) == "undecided"


@pytest.mark.parametrize(
    ("mean", "std", "full", "expected"),
    [
        ("2.0", "0.0", True, "holds"),
        ("2.0", "0.0", False, "undecided"),
        ("2.0", "0.5", True, "fails"),
        ("3.0", "0.0", False, "fails"),
        ("", "", True, "undecided"),
    ],
)
def test_claims_of_how_many_are_chosen(mean, std, full, expected):
    row = {"metric": "selected", "n_features": "0", "mean": mean, "std": std}
    assert judged({"chooses": ["own"], "n_features": [2]}, [row], full) == expected


METHODS = {"rvm": {"tasks": ["regression"]}}
DATASETS = {"d": {"n": 20, "task": "regression", "features": ["a", "b", "c"], "sources": []}}


def study(**own):
    return {
        "methods": ["rvm"],
        "reference": "rvm",
        "scales": {"smoke": 1, "quick": 2, "full": 3},
        "learner": "rvm",
        "metrics": ["rmse"],
        "switches": {},
        "tuning": {"folds": 2, "realizations": 1, "grid": {"kappa": [0.1]}},
        "problems": {"p": {"dataset": "d", "n_train": 9, "n_test": 9, "n_features": [1, 3]}},
        "changes": ["rmse"],
        "claims": [],
    } | own


def test_a_study_of_changes_tries_all_features():
    check_study(study(), "here", METHODS, {}, DATASETS)
    short = {"p": {"dataset": "d", "n_train": 9, "n_test": 9, "n_features": [1, 2]}}
    with pytest.raises(InputError, match=r"problems\.p\.n_features: found \[1, 2\], changes need all 3 features"):
        check_study(study(problems=short), "here", METHODS, {}, DATASETS)


def test_a_claim_of_change_needs_the_change():
    claim = {"id": "c", "text": "t", "better_than_all": ["rvm"], "metric": "rmse", "n_features": [1], "problems": ["p"]}
    check_study(study(claims=[claim]), "here", METHODS, {}, DATASETS)
    with pytest.raises(InputError, match=r"claims\.c\.metric: unknown metric of `changes` 'rmse'"):
        check_study(study(claims=[claim], changes=[]), "here", METHODS, {}, DATASETS)
