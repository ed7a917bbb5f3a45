"""Audits of influences answer from data, and can answer either way."""

import numpy as np
import pytest
from sieveflow.auditing import run_audit
from sieveflow.audits import physical_pair, raw_inputs, width_by_validation
from sieveflow.audits.influence_ladder import ladder
from sieveflow.audits.influence_trials import parts, trial, width_by_cv
from sieveflow.plots.audit import plot_audit
from sieveflow.tables import Table

FEATURES = ["a", "b", "c", "d"]
COMMON = {"n_train": 120, "n_test": 80}
SEARCH = COMMON | {"folds": 3, "widths": [0.3, 1.4, 5.6]}
ALL = {
    "influence_figures": SEARCH | {"printed": {"d": ["a", "b"]}},
    "raw_inputs": SEARCH | {"printed": ["c", "d"], "most": 1},
    "width_by_validation": SEARCH | {"printed": ["c", "d"], "most": 1},
    "permuted_target": COMMON | {"width": 1.4, "most": 2},
    "physical_pair": SEARCH | {"pair": ["a", "b"], "printed": ["c", "d"], "most": 2},
}


def table():
    """A target of the first two features; the other two vary a hundred times as much."""
    rng = np.random.RandomState(0)
    X = rng.standard_normal((240, 4))
    y = X[:, 0] * X[:, 1] + X[:, 0] + 0.1 * rng.standard_normal(240)
    return Table(FEATURES, X * [1, 1, 100, 100], y)


@pytest.mark.parametrize("name", ALL)
def test_every_audit_has_numbers_and_a_picture(name, tmp_path):
    spec = {
        "title": "T",
        "hypothesis": "H",
        "implementation": name,
        "parameters": ALL[name],
        "seed": 1,
        "realizations": 2,
    }
    result = run_audit({"d": table()}, spec)
    assert result["rows"] and result["finding"].endswith(".")
    plot_audit(tmp_path / "a.svg", result, name)
    assert (tmp_path / "a.svg").read_text().startswith("<?xml")


def test_a_better_pair_is_found_and_a_worse_one_is_not():
    # So few samples that features without meaning cost something.
    settings = SEARCH | {"n_train": 30, "seed": 1, "realizations": 4, "most": 4}
    for pair, printed, outcome in ((["a", "b"], ["c", "d"], "supported"), (["c", "d"], ["a", "b"], "refuted")):
        assert physical_pair.audit({"d": table()}, **settings, pair=pair, printed=printed)["outcome"] == outcome


def test_features_of_large_scale_come_out_of_raw_inputs_only():
    settings = SEARCH | {"seed": 1, "realizations": 1, "most": 1}
    assert raw_inputs.audit({"d": table()}, **settings, printed=["c", "d"])["outcome"] == "supported"
    assert raw_inputs.audit({"d": table()}, **settings, printed=["a", "c"])["outcome"] == "refuted"


def test_the_width_of_cross_validation_is_followed_realization_by_realization():
    # So few samples that both the width and what is selected differ from one realization to the next.
    sizes, widths = {"n_train": 12, "n_test": 80, "realizations": 5}, SEARCH["widths"]
    rows = ladder({"d": table()}, 1, 5, ["a"], widths, 3, 12, 80)
    for kind, raw in (("raw", True), ("standardised", False)):
        own = list(parts(table(), dataset="d", seed=1, raw=raw, **sizes))
        taken = [trial(part, width_by_cv(part, widths, dataset="d", seed=1, folds=3)) for part in own]
        ladder_rows = [row for row in rows if row["inputs"] == kind]
        joint = sum(row["both"] for row in ladder_rows)
        assert joint == pytest.approx(np.mean([one.selected == (0,) for one in taken]))
        assert joint != pytest.approx(sum(row["by cv"] * row["printed set"] for row in ladder_rows))


@pytest.mark.parametrize(("both", "outcome"), [((0, 0), "refuted"), ((0.5, 0), "undecided"), ((0.5, 0.5), "supported")])
def test_two_shares_of_a_half_need_not_meet(monkeypatch, both, outcome):
    common = {"data set": "d", "realizations": 2, "rmse": 1.0, "printed set": 0.5, "by cv": 0.5}
    rows = [
        common | {"inputs": "raw", "width": width, "both": share} for width, share in zip((1, 2), both, strict=True)
    ]
    monkeypatch.setattr(width_by_validation, "ladder", lambda *_: rows)
    settings = SEARCH | {"seed": 1, "realizations": 2, "most": 2, "printed": ["c", "d"]}
    result = width_by_validation.audit({"d": table()}, **settings)
    assert result["outcome"] == outcome
    assert f"in {int(2 * sum(both))} of 2 realizations" in result["finding"]


def test_parts_are_raw_or_standardised():
    sizes = COMMON | {"dataset": "d", "seed": 1, "realizations": 1}
    (raw,), (scaled,) = (list(parts(table(), raw=raw, **sizes)) for raw in (True, False))
    assert raw.X[:, 2].std() > 50
    np.testing.assert_allclose(scaled.X.std(axis=0), 1.0)
    assert raw.kappa(1.0) == pytest.approx(1 / (2 * raw.X.var(axis=0).sum()))
