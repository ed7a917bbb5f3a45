"""What the study of nets adds: hyper-parameters of which some are printed, switches of a problem, its data, a claim."""

import csv
import hashlib
import logging
from pathlib import Path

import numpy as np
import pytest
import yaml
from sieveflow.claims.judging import judge_claims
from sieveflow.config import load_settings
from sieveflow.datasets.catalogue import feature_names
from sieveflow.datasets.fetching import fetch
from sieveflow.datasets.generators import corral, waveform
from sieveflow.plan import Plan
from unit.test_config import edit, refuse, root  # noqa: F401 - a fixture

ROOT = Path(__file__).parents[2]
STUDY = "thesis-mlp"
CONFIG = {"studies": [STUDY], "scale": "smoke", "internet": False}
CATALOGUE = yaml.safe_load((ROOT / "config/datasets.yaml").read_text())


@pytest.fixture(scope="module")
def plan():
    return Plan(load_settings(ROOT, CONFIG))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            lambda s: s["tuning"]["grid"].pop("hidden"),
            r"tuning\.grid: found weight_decay, learner 'tanh-mlp' has hidden, weight_decay\.",
        ),
        (lambda s: s["problems"]["wine"].update(hyperparameters={"hidden": 0}), r"hidden: found 0, allowed is a num"),
        (lambda s: s["switches"].update(weight_decay="some"), r'weight_decay: found "some", allowed is text that mat'),
        (lambda s: s["problems"]["musk"].update(switches={"n_removed": 0}), r"n_removed: found 0, allowed is a num"),
        (
            lambda s: s["problems"]["corral46"].update(same=[["A0", "A0_7"]]),
            r"problems\.corral46\.same: unknown feature 'A0_7'",
        ),
    ],
)
def test_mistakes_in_a_study_of_nets(root, change, sentence):  # noqa: F811
    edit(root, f"studies/{STUDY}.yaml", change)
    refuse(root, sentence, studies=[STUDY])


def test_what_is_not_printed_is_searched_for(plan):
    grid = plan.study(STUDY)["tuning"]["grid"]
    assert plan.tune_problem(STUDY, "vehicle")["grid"] == grid | {"hidden": [4]}
    assert plan.tune_problem(STUDY, "image")["grid"] == grid
    assert plan.tune_problem(STUDY, "corral6")["grid"] == grid | {"weight_decay": [0.1]}
    assert plan.tune_problem(STUDY, "weston-n40")["printed"] == {"hidden": 6, "weight_decay": 0.1}


def test_a_switch_of_the_name_of_a_hyper_parameter_sets_it(root):  # noqa: F811
    edit(root, f"studies/{STUDY}.yaml", lambda study: study["switches"].update(weight_decay=0.1))
    fixed = Plan(load_settings(root, CONFIG))
    fixed._code = lambda *_: "code"
    assert fixed.tune_problem(STUDY, "vehicle")["printed"] == {"hidden": 4, "weight_decay": 0.1}
    assert fixed.tune_problem(STUDY, "image")["grid"]["weight_decay"] == [0.1]


def test_a_problem_sets_switches_for_itself(plan):
    removed = {
        problem: plan.rank_features(STUDY, problem, "moi", "0000-0001")["method"]["parameters"]["n_removed"]
        for problem in ("vehicle", "musk", "hillvalley")
    }
    assert removed == {"vehicle": 1, "musk": 10, "hillvalley": 10}


def test_every_printed_cell_belongs_to_a_problem(plan):
    problems = plan.judge_study(STUDY, "full")["problems"].values()
    known = {(problem["dataset"], str(problem["n_train"])) for problem in problems}
    with open(ROOT / f"resources/published/{STUDY}.csv") as lines:
        cells = list(csv.DictReader(lines))
    assert len(cells) == 482
    entries = plan.study(STUDY)["problems"].values()
    counts = {entry.get("printed_as", entry["dataset"]): entry.get("n_features") for entry in entries}
    for cell in cells:
        assert any(cell["dataset"] == name and cell["n_train"] in ("", size) for name, size in known), cell
        assert cell["method"] in plan.study(STUDY)["methods"]
        tried = counts[cell["dataset"]]
        assert not tried or not cell["n_features"] or int(cell["n_features"]) in tried


@pytest.mark.parametrize("name", ["corral6", "corral46", "corral47"])
def test_corral(name):
    fetch(name, CATALOGUE[name])
    entry = CATALOGUE[name]
    parameters = entry["sources"][0]["parameters"]
    X, y = corral.generate(np.random.RandomState(0), n=20_000, **parameters)
    columns = dict(zip(feature_names(entry), X.T, strict=True))
    a, b = columns["A0"] * columns["A1"], columns["B0"] * columns["B1"]
    np.testing.assert_array_equal(y, 1 + np.maximum(a, b))
    for feature, column in columns.items():
        if feature == "R75":
            assert np.mean(column == y - 1) == pytest.approx(0.75, abs=0.015)
            continue
        assert column.mean() == pytest.approx(0.5, abs=0.015)
        original, _, level = feature.partition("_")
        if level and original in columns:
            assert np.mean(column == columns[original]) == pytest.approx(1 - int(level) / 16, abs=0.015)
        elif level:
            np.testing.assert_array_equal(column, columns[f"{original}_0"])
    np.testing.assert_array_equal(columns.get("A0_0", columns["A0"]), columns["A0"])


def test_waveforms():
    X, y = waveform.generate(np.random.RandomState(0), n=60_000)
    triangle = np.maximum(6.0 - np.abs(np.arange(1, 22) - 7), 0.0)
    other = np.maximum(6.0 - np.abs(np.arange(1, 22) - 15), 0.0)
    np.testing.assert_allclose(X[y == 0].mean(axis=0), (triangle + other) / 2, atol=0.05)
    assert np.bincount(y.astype(int)) == pytest.approx([20_000] * 3, rel=0.03)
    # Noise of deviation 1, and a share uniform in (0, 1) of what two triangles differ by.
    expected = np.sqrt(1 + (triangle - other) ** 2 / 12)
    np.testing.assert_allclose(X[y == 0].std(axis=0), expected, atol=0.05)


def test_a_generated_sample_stands_in_for_the_real_one_and_says_so(monkeypatch, caplog):
    monkeypatch.delenv("SIEVEFLOW_MIRROR", raising=False)
    entry = CATALOGUE["waveform21"]
    with caplog.at_level(logging.WARNING):
        content = fetch("waveform21", entry)
    assert "a generated sample stands in for the real one" in caplog.text
    assert hashlib.sha256(content).hexdigest() == entry["sources"][-1]["sha256"] != entry["sha256"]


@pytest.mark.parametrize(
    ("means", "full", "expected"),
    [
        ({1: "9.0", 2: "3.0", 3: "4.0"}, True, "holds"),
        ({1: "9.0", 2: "3.0", 3: "2.9"}, True, "fails"),
        ({1: "9.0", 2: "3.0", 3: "2.9"}, False, "undecided"),
        ({1: "9.0", 3: "4.0"}, True, "undecided"),
    ],
)
def test_claims_of_the_lowest_error(means, full, expected):
    rows = [{"method": "m", "metric": "error_percent", "n_features": str(k), "mean": v} for k, v in means.items()]
    claim = {"id": "c", "text": "t", "lowest_at": ["m"], "metric": "error_percent", "n_features": [2]}
    claim["problems"] = ["p"]
    (row,) = judge_claims([claim], {"p": rows}, study="s", scale="s", full=full, reference="m", alpha=0.05)
    assert row["verdict"] == expected
