"""Run times beside printed ones: medians and the order of methods."""

import pytest
from sieveflow.published import judge
from sieveflow.timing import judge_order, summarise

TIMES = {
    ("p", "quick"): [{"metric": "rank_seconds", "seconds": text} for text in ("9.0", "0.5", "0.25")],
    ("p", "slow"): [{"metric": "rank_seconds", "seconds": "2.0"}, {"metric": "cv_seconds", "seconds": "0.125"}],
}
CELL = dict.fromkeys(("n_train", "n_features", "subset", "std", "p_value", "outcome"), "")
CELL |= {"table": "5.6", "dataset": "d", "method": "quick", "metric": "rank_seconds", "value": "813.30"}


def test_printed_times_stand_beside_medians():
    others = [CELL | {"metric": "error_percent"}, CELL | {"dataset": "e"}, CELL | {"method": "unknown"}]
    rows = summarise([CELL, *others, CELL | {"method": "slow", "metric": "cv_seconds"}], TIMES, {"p": "d"})
    assert [(row["method"], row["ours"], row["n_realizations"]) for row in rows] == [
        ("quick", 0.5, 3),
        ("slow", 0.125, 1),
    ]
    assert rows[0]["published"] == "813.30"


@pytest.mark.parametrize(
    ("faster", "than", "problems", "verdict", "detail"),
    [
        ("quick", "slow", ["p"], "holds", "on every problem"),
        ("slow", "quick", ["p"], "fails", "slow 2 s and quick 0.5 s on p"),
        ("quick", "slow", ["p", "q"], "undecided", "not run: quick and slow on q"),
    ],
)
def test_the_order_of_methods_is_judged(faster, than, problems, verdict, detail):
    claim = {"id": "c", "text": "t", "faster": [faster], "than": [than], "metric": "rank_seconds", "problems": problems}
    (row,) = judge_order([claim], TIMES, study="s", scale="full")
    assert (row["verdict"], row["detail"]) == (verdict, detail)


def test_printed_seconds_are_not_compared():
    problems = {"p": {"dataset": "d", "n_train": 10}}
    settings = {"study": "s", "scale": "full", "methods": ["quick"], "reasons": [], "printed_count": 30, "alpha": 0.05}
    (row,) = judge([CELL], {"p": []}, problems=problems, **settings)
    assert (row["verdict"], row["reason"]) == ("not comparable", "another machine")
    assert "ours" not in row
