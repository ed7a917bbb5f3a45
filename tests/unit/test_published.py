import csv
from pathlib import Path

import pytest
from sieveflow.claims.judging import judge_claims
from sieveflow.published import COLUMNS, judge, verdict

CELL = {
    "table": "4",
    "dataset": "mpg",
    "n_train": "",
    "n_features": "2",
    "method": "corr",
    "subset": "",
    "metric": "MSE",
}
CELL |= {"value": "15.85", "std": "", "p_value": "0.00", "outcome": "+"}
OURS = {"method": "corr", "n_features": "2", "metric": "mse", "mean": "16.0", "std": "3.0", "n_realizations": "30"}
OURS |= {"p_value": "0.001", "outcome": "+", "n_failed": "0"}
PROBLEMS = {"mpg": {"dataset": "mpg", "n_train": 353, "blocked": ""}}


def judged(cell=CELL, ours=OURS, problems=PROBLEMS, methods=("corr",), reasons=(), seeds=()):
    (row,) = judge(
        [cell],
        {"mpg": [ours]},
        study="s",
        scale="full",
        problems=problems,
        methods=methods,
        reasons=reasons,
        printed_count=30,
        alpha=0.05,
        seeds=seeds,
    )
    return row


def test_the_columns_are_the_contract():
    assert ",".join(COLUMNS) == (
        "study,table,dataset,n_train,n_features,method,subset,metric,published,published_std,published_p,"
        "published_outcome,ours,ours_se,ours_p,ours_outcome,scale,n_realizations,z,p_difference,verdict,reason"
    )


def test_near_is_a_match_and_far_differs():
    assert judged()["verdict"] == "match"
    assert judged(ours=OURS | {"mean": "17.0"})["verdict"] == "within noise"
    far = judged(ours=OURS | {"mean": "25.0"})
    assert (far["verdict"], far["reason"]) == ("differs", "unknown")


def test_the_outcome_of_a_test_counts_too():
    assert judged(ours=OURS | {"outcome": ""})["verdict"] == "within noise"
    assert judged(ours=OURS | {"outcome": "-"})["verdict"] == "differs"
    assert judged(cell=CELL | {"p_value": "", "outcome": ""})["verdict"] == "match"


def test_a_known_reason_is_given():
    reasons = [{"cells": {"dataset": "mpg", "n_features": 2}, "code": "data version", "note": ""}]
    assert judged(ours=OURS | {"mean": "25.0"}, reasons=reasons)["reason"] == "data version"


def test_a_cell_that_flips_between_seeds_says_so_whatever_its_verdict():
    seeds = [CELL | {"n_train": "353", "flips": "yes"}, CELL | {"n_train": "353", "n_features": "3", "flips": "no"}]
    assert judged(seeds=seeds)["reason"] == "seed-sensitive"
    assert judged(ours=OURS | {"mean": "25.0"}, seeds=seeds)["reason"] == "seed-sensitive"
    other = CELL | {"n_features": "3"}
    assert judged(cell=other, ours=OURS | {"n_features": "3"}, seeds=seeds)["reason"] == ""


def test_cells_outside_the_study_are_not_run():
    assert judged(methods=())["verdict"] == "not run"
    blocked = {"mpg": PROBLEMS["mpg"] | {"blocked": "needs internet"}}
    assert (judged(problems=blocked)["verdict"], judged(problems=blocked)["reason"]) == ("not run", "needs internet")


def test_all_realizations_failed():
    row = judged(ours=OURS | {"n_realizations": "0", "mean": "", "std": ""})
    assert (row["verdict"], row["reason"]) == ("not run", "failed")


def test_training_size_picks_the_problem():
    cell = CELL | {"n_train": "100"}
    assert judged(cell=cell)["verdict"] == "not run"
    assert judged(cell=CELL | {"n_train": "353"})["verdict"] == "match"


@pytest.mark.parametrize(("hits", "expected"), [("1.0", "match"), ("0.9", "within noise"), ("0.2", "differs")])
def test_hits_are_shown_in_the_unit_of_the_paper(hits, expected):
    cell = CELL | {"metric": "hits_of_30", "value": "30", "n_features": ""}
    row = judged(cell=cell, ours=OURS | {"metric": "hits", "n_features": "5", "mean": hits, "n_realizations": "30"})
    assert (row["ours"], row["verdict"]) == (pytest.approx(30 * float(hits)), expected)


@pytest.mark.parametrize(("subset", "ours", "expected"), [("2 1", 18.0, "match"), ("1 2", 0.0, "differs")])
def test_subsets_are_found_by_the_numbers_of_their_features_and_one_never_chosen_counts_as_none(subset, ours, expected):
    cell = CELL | {"metric": "times_of_20", "value": "19", "std": "", "subset": subset, "p_value": "", "outcome": ""}
    mine = OURS | {"metric": "times", "subset": "b a", "mean": "0.9", "n_realizations": "30"}
    problems = {"mpg": PROBLEMS["mpg"] | {"features": ["a", "b"]}}
    row = judged(cell=cell, ours=mine, problems=problems)
    assert (row["ours"], row["verdict"], row["subset"]) == (pytest.approx(ours), expected, subset)


def test_equal_at_the_printed_digits_is_a_match_however_small_the_spread():
    assert verdict("0.54", 0.5449, 9.0, 0.0, 0.05) == "match"
    assert verdict("0.54", 0.5451, 9.0, 0.0, 0.05) == "differs"


def test_every_printed_cell_can_be_read():
    folder = Path(__file__).parents[2] / "resources/published"
    cells = [row for path in folder.glob("*.csv") for row in csv.DictReader(path.open())]
    assert len(cells) == 2647
    assert all(float(cell["value"]) == float(cell["value"]) for cell in cells)


CLAIM = {"id": "c", "text": "t", "better": ["corr"], "metric": "mse", "problems": ["mpg"]}


def claim(entry, outcomes, full=True):
    rows = [OURS | {"n_features": str(k), "outcome": o, "p_value": "0.3"} for k, o in enumerate(outcomes, start=1)]
    rows += [OURS | {"metric": "hits", "method": m, "mean": v} for m, v in (("sd", "0.9"), ("corr", "0.5"))]
    (row,) = judge_claims([entry], {"mpg": rows}, study="s", scale="full", full=full, reference="sd", alpha=0.05)
    return row["verdict"]


def test_claims_of_superiority():
    assert claim(CLAIM, ["+", "+"]) == "holds"
    assert claim(CLAIM, ["+", ""]) == "fails"
    assert claim(CLAIM, ["+", ""], full=False) == "undecided"
    assert claim(CLAIM, ["+", "-"], full=False) == "fails"
    assert claim(CLAIM | {"n_features": [1]}, ["+", "-"]) == "holds"
    assert claim(CLAIM | {"problems": ["nowhere"]}, ["+"]) == "undecided"


def test_claims_of_inferiority_and_of_signs():
    worse = {"id": "c", "text": "t", "worse": ["corr"], "metric": "mse", "problems": ["mpg"]}
    assert claim(worse, ["-", "-"]) == "holds"
    assert claim(worse, ["-", ""]) == "fails"
    assert claim(worse, ["-", ""], full=False) == "undecided"
    rows = [OURS | {"method": "sd", "metric": "positive", "subset": "RM", "mean": "0.95"}]
    rows += [OURS | {"method": "sd", "metric": "flips", "subset": "RM", "mean": "0.05"}]
    found = {}
    for kind in ("positive_weights", "flipping_weights"):
        entry = {"id": "c", "text": "t", kind: ["RM"], "problems": ["mpg"]}
        (row,) = judge_claims([entry], {"mpg": rows}, study="s", scale="full", full=True, reference="sd", alpha=0.05)
        found[kind] = row["verdict"]
    assert found == {"positive_weights": "holds", "flipping_weights": "fails"}


def test_claims_of_no_loss_and_of_hits():
    no_worse = {"id": "c", "text": "t", "no_worse": ["corr"], "metric": "mse", "problems": ["mpg"]}
    assert claim(no_worse, ["", "+"]) == "holds"
    assert claim(no_worse, ["", "-"]) == "fails"
    assert claim({"id": "c", "text": "t", "most_hits": ["sd"], "problems": ["mpg"]}, []) == "holds"
    assert claim({"id": "c", "text": "t", "most_hits": ["corr"], "problems": ["mpg"]}, []) == "fails"
    assert claim({"id": "c", "text": "t", "not_all_hits": ["corr"], "problems": ["mpg"]}, []) == "holds"


@pytest.mark.parametrize(
    ("kind", "method", "full", "expected"),
    [
        ("no_fewer_hits", "corr", True, "holds"),
        ("no_fewer_hits", "corr", False, "undecided"),
        ("all_hits", "sd", False, "fails"),
        ("hardly_hits", "corr", True, "fails"),
        ("hardly_hits", "nobody", True, "undecided"),
    ],
)
def test_claims_of_hits(kind, method, full, expected):
    assert claim({"id": "c", "text": "t", kind: [method], "problems": ["mpg"]}, [], full=full) == expected


@pytest.mark.parametrize(("others", "expected"), [("0.9", "fails"), ("0.6", "holds"), ("0.3", "holds")])
def test_no_fewer_hits_is_a_matter_of_significance(others, expected):
    pairs = (("sd", "0.5"), ("corr", others))
    rows = [OURS | {"metric": "hits", "method": m, "mean": v, "n_realizations": "30"} for m, v in pairs]
    entry = {"id": "c", "text": "t", "no_fewer_hits": ["corr"], "problems": ["mpg"]}
    (row,) = judge_claims([entry], {"mpg": rows}, study="s", scale="full", full=True, reference="sd", alpha=0.05)
    assert row["verdict"] == expected


def test_claims_of_no_difference():
    entry = {"id": "c", "text": "t", "no_difference": ["corr"], "metric": "mse", "problems": ["mpg"]}
    assert claim(entry, ["", ""]) == "holds"
    assert claim(entry, ["", "+"]) == "fails"


@pytest.mark.parametrize(("rise", "expected"), [("9.0", "holds"), ("5.1", "undecided"), ("2.0", "fails")])
def test_claims_of_degrading_less(rise, expected):
    def rows(sd, corr):
        means = (("sd", sd), ("corr", corr))
        return [OURS | {"method": m, "mean": v, "std": "1.0", "n_features": "5"} for m, v in means]

    entry = {
        "id": "c",
        "text": "t",
        "degrades_less": ["corr"],
        "metric": "mse",
        "n_features": [5],
        "problems": ["a", "b"],
    }
    comparisons = {"a": rows("1.0", "1.0"), "b": rows("5.0", rise)}
    (row,) = judge_claims([entry], comparisons, study="s", scale="full", full=True, reference="sd", alpha=0.05)
    assert row["verdict"] == expected


def test_a_printed_lambda_is_judged_on_its_logarithm_against_single_realizations():
    cell = {"table": "6.3", "dataset": "d", "n_train": "", "n_features": "", "method": "path", "subset": ""}
    cell |= {"metric": "lambda", "value": "8.000", "std": "", "p_value": "", "outcome": ""}
    ours = {"method": "go", "n_features": "4", "metric": "log2_lambda", "std": "1.0", "n_realizations": "10"}
    ours |= {"p_value": "", "outcome": ""}
    verdicts = {}
    for mean in ("3.4", "5.0", "6.5"):
        (row,) = judge(
            [cell],
            {"p": [ours | {"mean": mean}]},
            study="s",
            scale="full",
            problems={"p": {"dataset": "d", "n_train": 5}},
            methods=["go"],
            reasons=[],
            printed_count=10,
            alpha=0.05,
            names={"lambda": "log2_lambda"},
            stand_ins={"path": "go"},
            counts={"6.3": 1},
        )
        assert row["ours"] == pytest.approx(2.0 ** float(mean))
        verdicts[mean] = row["verdict"]
    # One realization has our spread of a factor two: 3 is 0.4, 2.0 and 3.5 deviations away.
    assert verdicts == {"3.4": "match", "5.0": "within noise", "6.5": "differs"}


def test_means_of_tuners_are_counted_and_averaged_over_problems():
    def rows(**means):
        return [{"method": name, "metric": "e", "mean": mean, "n_features": "1"} for name, mean in means.items()]

    comparisons = {"a": rows(x="0.2", y="0.3"), "b": rows(x="0.2", y="0.1"), "c": rows(x="0.2", y="0.2")}

    def verdict_of(full=True, **claim):
        entry = {"id": "c", "text": "t", "metric": "e", "problems": ["a", "b", "c"]} | claim
        (row,) = judge_claims([entry], comparisons, study="s", scale="s", full=full, reference="x", alpha=0.05)
        return row["verdict"]

    assert verdict_of(lowest=["x", "y"], at_least=2) == "holds"
    assert verdict_of(lowest=["x"], at_least=3) == "fails"
    assert verdict_of(lowest=["x"], at_least=3, full=False) == "undecided"
    assert verdict_of(mean_between=["y"], limits=[0.15, 0.25]) == "holds"
    assert verdict_of(mean_between=["x"], limits=[0.21, 0.25]) == "fails"
    # The mean 0.2 of y has a standard error of 0.06.
    assert verdict_of(mean_between=["y"], limits=[0.25, 0.3]) == "holds"
