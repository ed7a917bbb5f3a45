"""What a study of classes adds: its configuration, its plan, its data, its ties and the command line."""

import csv
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import yaml
from sieveflow.__main__ import main
from sieveflow.comparison import compare
from sieveflow.config import load_settings
from sieveflow.datasets.fetching import fetch
from sieveflow.datasets.generators import weston
from sieveflow.evaluation import evaluate_batch
from sieveflow.metrics import METRICS
from sieveflow.plan import Plan
from sieveflow.ranking import rank_batch
from sieveflow.splits import Realization
from unit.test_config import edit, refuse, root  # noqa: F401 - a fixture

ROOT = Path(__file__).parents[2]
STUDY = {"studies": ["thesis-mi"], "scale": "smoke", "internet": False}


@pytest.fixture(scope="module")
def plan():
    return Plan(load_settings(ROOT, STUDY))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            lambda s: s["tuning"]["grid"].update(epsilon=[1]),
            r"tuning\.grid: found C, kappa, epsilon, learner 'rbf-svc' has C, kappa\.",
        ),
        (
            lambda s: s["problems"]["wine"].update(hyperparameters={"epsilon": 1}),
            r"problems\.wine\.hyperparameters: found epsilon, learner 'rbf-svc' has C, kappa\.",
        ),
        (
            lambda s: s["problems"]["wine"].update(dataset="mpg"),
            r"problems\.wine: the task of 'mpg' is regression, learner 'rbf-svc' does classification\.",
        ),
        (
            lambda s: s["problems"]["wine"].update(n_features=[1, 14]),
            r"problems\.wine\.n_features: found 14, allowed are up to the 13 features\.",
        ),
        (lambda s: s.update(metrics=["mse"]), r"unknown metric of learner 'rbf-svc' 'mse'"),
        (lambda s: s.update(smoke_problems=["wein"]), r"smoke_problems: unknown problem 'wein' \(did you mean 'wine'"),
        (lambda s: s.update(learner="svm"), r"learner: unknown learner 'svm'"),
        (lambda s: s["time_claims"][0].update(faster=["mrmrr"]), r"faster: unknown method 'mrmrr'"),
    ],
)
def test_mistakes_in_a_study_of_classes(root, change, sentence):  # noqa: F811
    edit(root, "studies/thesis-mi.yaml", change)
    refuse(root, sentence, studies=["thesis-mi"])


def test_smoke_takes_some_problems_and_says_so_of_the_others(plan):
    assert plan.problems("thesis-mi", "smoke") == ["monk3-n50", "weston-n20"]
    assert plan.blocked("thesis-mi", "smoke", "weston-n200") == "not at this scale"
    assert plan.blocked("thesis-mi", "full", "weston-n200") == ""


def test_a_method_with_several_tasks_is_told_which(plan):
    told = plan.rank_features("thesis-mi", "wine", "mrmr", "0000-0001")["method"]["parameters"]
    assert told["task"] == "classification"
    assert "task" not in plan.rank_features("thesis-mi", "wine", "hsic", "0000-0001")["method"]["parameters"]


def test_every_printed_cell_belongs_to_a_problem(plan):
    problems = plan.judge_study("thesis-mi", "full")["problems"].values()
    known = {(problem["dataset"], str(problem["n_train"])) for problem in problems}
    with open(ROOT / "resources/published/thesis-mi.csv") as lines:
        cells = list(csv.DictReader(lines))
    assert len(cells) == 464
    for cell in cells:
        assert any(cell["dataset"] == name and cell["n_train"] in ("", size) for name, size in known), cell
        assert cell["method"] in plan.study("thesis-mi")["methods"]


def test_westons_problem():
    entry = yaml.safe_load((ROOT / "config/datasets.yaml").read_text())["weston"]
    fetch("weston", entry)
    X, y = weston.generate(np.random.RandomState(0), n=40_000, noise_variance=20)
    assert Counter(y) == {1.0: 20_000, 2.0: 20_000}
    np.testing.assert_allclose(X[:, 2:].std(axis=0), np.sqrt(20), rtol=0.02)
    for label, mean in ((1.0, (0.75, 3.0)), (2.0, (3.0, -3.0))):
        # Two clouds at plus and minus the mean, told apart by the second input.
        upper = X[(y == label) & (X[:, 1] * np.sign(mean[1]) > 0), :2]
        np.testing.assert_allclose(upper.mean(axis=0), mean, atol=0.05)


def realization(n=60):
    rng = np.random.RandomState(0)
    X = rng.standard_normal((2 * n, 3))
    y = 1.0 + (X[:, 1] > 0)
    return Realization(4, X[:n], y[:n], X[n:], y[n:])


def test_errors_are_those_of_the_learner_at_the_counts_asked_for():
    row = {"realization": "4", "selected": "", "error": ""}
    ranking = [row | {"feature": feature, "rank": rank} for rank, feature in zip("123", "bac", strict=True)]
    model = {"hyperparameters": {"C": 4.0, "kappa": 0.5}}
    rows = evaluate_batch(["a", "b", "c"], [realization()], ranking, model, learner="rbf-svc", counts=[1, 3])
    found = {(row["n_features"], row["metric"]): row["value"] for row in rows}
    assert found.keys() == {(k, metric) for k in (1, 3) for metric in ("error_percent", "balanced_error_percent")}
    assert found[1, "error_percent"] < found[3, "error_percent"] < 30


def test_the_balanced_error_is_the_mean_over_classes():
    y, predicted = np.array([1, 1, 1, 2]), np.array([1, 1, 2, 1])
    assert METRICS["error_percent"].measure(y, predicted) == 50.0
    assert METRICS["balanced_error_percent"].measure(y, predicted) == pytest.approx((100 / 3 + 100) / 2)


def test_ties_and_times_of_a_ranking():
    method = {
        "id": "mi-pw",
        "implementation": "mi_pw:ParzenInformationRFE",
        "parameters": {"sigma": 0.01},
        "random": False,
        "tuned": [],
    }
    rows, times = rank_batch(["a", "b", "c"], [realization()], method, {}, seed=1, dataset="d")
    assert [row["tied"] for row in rows] == [0, 0, 1]
    assert {row["metric"] for row in times} == {"rank_seconds"}
    evaluation = [{"realization": "4", "n_features": "1", "metric": "error_percent", "value": "3", "error": ""}]
    rankings = {"m": [{key: str(value) for key, value in (row | {"error": ""}).items()} for row in rows]}
    settings = {
        "metrics": ["error_percent"],
        "relevant": [],
        "n_train": 60,
        "n_test": 60,
        "alpha": 0.05,
        "t_test": "paired",
    }
    compared = compare({"m": evaluation}, rankings, reference="m", **settings)
    assert [(row["metric"], row["n_features"], row["mean"]) for row in compared] == [
        ("error_percent", 1, 3.0),
        ("ties", 3, 1.0),
    ]


@pytest.fixture
def classes(tmp_path):
    rng = np.random.RandomState(0)
    X = rng.standard_normal((60, 3))
    rows = [[*inputs, "yes" if inputs[1] > 0 else "no"] for inputs in X.tolist()]
    path = tmp_path / "classes.csv"
    with path.open("w", newline="") as out:
        csv.writer(out).writerows([["a", "b", "c", "ill"], *rows])
    return path


def test_rank_takes_names_of_classes(classes, capsys):
    methods = ["--method", "mi-pw", "--method", "mrmr"]
    assert main(["rank", str(classes), "--target", "ill", *methods]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "mi-pw" and shown[2].split()[:2] == ["1", "b"]
    assert shown[5] == "mrmr" and shown[7].split()[:2] == ["1", "b"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--method", "corr"], "column 'ill', row 1: found 'yes', allowed are numbers."),
        (["--method", "mrmr"], "column 'ill', row 1: found 'yes', allowed are numbers."),
        (["--method", "corr", "--task", "classification"], "the task is classification, method 'corr' does regression"),
        (["--method", "mi-pw", "--method", "corr"], "the task is classification, method 'corr' does regression"),
    ],
)
def test_rank_refuses_what_does_not_fit_the_task(classes, arguments, sentence, capsys):
    assert main(["rank", str(classes), "--target", "ill", *arguments]) == 2
    assert sentence in capsys.readouterr().err
