"""The command line, as a user meets it."""

import csv
import json
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import numpy as np
import pytest
import yaml
from sieveflow.__main__ import build_parser, main
from sieveflow.commands import new
from sieveflow.config import check_schema, read_json_schema, read_yaml
from sieveflow.contract import CHECKS, run_contract, run_sklearn_checks
from sieveflow.datasets.fetching import fetch
from sieveflow.registry import method_in

ROOT = Path(__file__).parents[2]
METHODS = ROOT / "workflow/scripts/sieveflow/methods"


@pytest.fixture
def table(tmp_path):
    rng = np.random.RandomState(0)
    X = rng.standard_normal((60, 4))
    y = 2 * X[:, 1] + X[:, 3] ** 2 + 0.1 * rng.standard_normal(60)
    path = tmp_path / "mine.csv"
    with path.open("w", newline="") as out:
        csv.writer(out).writerows([["a", "b <i>", "c", "d", "out"], *np.column_stack([X, y]).tolist()])
    return path


def test_rank_shows_a_table(table, capsys):
    assert main(["rank", str(table), "--target", "out"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "sd-l-rfe"
    assert shown[2].split()[:2] == ["1", "b"]


def test_rank_writes_csv_and_json(table, tmp_path):
    arguments = ["rank", str(table), "--target", "out", "--method", "corr", "--method", "sd-g-rfe", "--seed", "3"]
    for ending in ("csv", "json"):
        assert main([*arguments, "--out", str(tmp_path / f"r.{ending}")]) == 0
    rows = list(csv.DictReader((tmp_path / "r.csv").open()))
    assert list(rows[0]) == ["method", "feature", "rank", "score"]
    assert [row["method"] for row in rows] == ["corr"] * 4 + ["sd-g-rfe"] * 4
    other = json.loads((tmp_path / "r.json").read_text())
    assert [(row["feature"], str(row["rank"])) for row in other] == [(row["feature"], row["rank"]) for row in rows]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--target", "uot"], "no column 'uot' (did you mean 'out'?); found a, b <i>, c, d, out."),
        (["--target", "out", "--method", "sdl-rfe"], "--method: unknown method 'sdl-rfe' (did you mean 'sd-l-rfe'?)"),
        (["--target", "out", "--out", "r.txt"], "--out: found 'r.txt', allowed are names that end in .csv or .json."),
    ],
)
def test_rank_refuses_in_one_sentence(table, arguments, sentence, capsys):
    assert main(["rank", str(table), *arguments]) == 2
    said = capsys.readouterr().err
    assert sentence in said and said.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a,out\n1,2\nx,3\n", "column 'a', row 2: found 'x', allowed are numbers."),
        ("a,out\n1,2\nnan,3\n", "column 'a', row 2: found nan, allowed are finite numbers."),
        ("a,out\n1,2\n3\n", "row 2: found 1 cells, allowed are 2."),
        ("a,out\n1,2\n3,2\n", "the target is constant"),
        ("a,a,out\n1,2,3\n3,2,4\n", "column 'a' is there twice"),
        ("a,out\n1,2\n", "found 1 rows and 2 columns, allowed are at least 2 of each."),
    ],
)
def test_rank_refuses_bad_files(tmp_path, text, sentence, capsys):
    (tmp_path / "bad.csv").write_text(text)
    assert main(["rank", str(tmp_path / "bad.csv"), "--target", "out"]) == 2
    assert sentence in capsys.readouterr().err


def test_check_says_that_a_method_keeps_its_promises(capsys):
    assert main(["check", str(METHODS / "corr.py")]) == 0
    shown = capsys.readouterr().out
    assert shown.count("kept") == len(CHECKS) + 1
    assert shown.endswith("CorrelationRanker: keeps its promises\n")


BAD = """
import numpy as np
from sklearn.base import BaseEstimator


class Leftmost(BaseEstimator):
    def fit(self, X, y):
        X = np.nan_to_num(np.asarray(X, dtype=float))
        X[:, 0] = 0
        self.ranking_ = np.arange(1, X.shape[1] + 1)
        self.scores_ = np.arange(X.shape[1], dtype=float)
        return self
"""


def test_check_says_in_words_what_fails(tmp_path, capsys):
    (tmp_path / "leftmost.py").write_text(BAD)
    assert main(["check", str(tmp_path / "leftmost.py")]) == 1
    shown = capsys.readouterr().out
    assert "scores_ must not rise from rank 1 to the last; larger is better." in shown
    assert "nan in X: fit accepted it; allowed is a ValueError." in shown
    assert "Leftmost: " in shown and "broken" in shown


# Its fault stops every fit, for both tasks; a ranking from 0 has other numbers in every check.
STOPS = """
from sieveflow.selector import FeatureRanker


class Stops(FeatureRanker):
    def __init__(self, *, task="regression", n_features_to_select=None):
        self.task = task
        self.n_features_to_select = n_features_to_select

    def _rank(self, X, y):
        return nowhere(X, y)
"""
FROM_ZERO = STOPS.replace("nowhere(X, y)", "[*range(X.shape[1])], [0.0] * X.shape[1]")


@pytest.mark.parametrize(
    ("text", "sentence", "where"),
    [
        (STOPS, "stopped with NameError: name 'nowhere' is not defined", "13 promises; scikit-learn's check_"),
        (FROM_ZERO, "ranking_ must hold 1 to 6 once each; found [", "11 promises)"),
    ],
)
def test_check_says_each_fault_once(text, sentence, where, tmp_path, capsys):
    (tmp_path / "stops.py").write_text(text)
    assert main(["check", str(tmp_path / "stops.py")]) == 1
    shown = capsys.readouterr().out
    [line] = [line for line in shown.splitlines() if sentence[:30] in line]
    assert line.startswith(f"  [1] {sentence}") and f" (regression, classification; {where}" in line
    assert len(shown.splitlines()) <= len(CHECKS) + 5
    for promise in (line for line in shown.splitlines() if line.startswith("  broken  ") and "scikit" not in line):
        assert promise.endswith(" [1]")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x = 1\n", "found none, allowed is one class with a method fit."),
        ("import nowhere_to_be_found\n", "cannot be imported: ModuleNotFoundError"),
    ],
)
def test_check_refuses_files_without_a_method(tmp_path, text, sentence, capsys):
    (tmp_path / "m.py").write_text(text)
    assert main(["check", str(tmp_path / "m.py")]) == 2
    assert sentence in capsys.readouterr().err


def test_new_writes_a_method_that_passes(tmp_path, capsys):
    for folder in ("config", "workflow/schemas"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "config/methods.yaml").write_text((ROOT / "config/methods.yaml").read_text())
    (tmp_path / "workflow/schemas/methods.json").write_text((ROOT / "workflow/schemas/methods.json").read_text())
    assert new.new_method(Namespace(name="my-own"), root=tmp_path) == 0
    assert "sieveflow check workflow/scripts/sieveflow/methods/my_own.py" in capsys.readouterr().out
    method = method_in(tmp_path / "workflow/scripts/sieveflow/methods/my_own.py")
    assert [sentence for _, sentence in run_contract(method) if sentence] == []
    assert [name for name, status, _ in run_sklearn_checks(method) if status == "failed"] == []
    entry = yaml.safe_load((tmp_path / "config/methods.yaml").read_text())["my-own"]
    assert entry["implementation"] == "my_own:MyOwnRanker"
    with pytest.raises(ValueError, match="there is a method 'my-own' already"):
        new.new_method(Namespace(name="my-own"), root=tmp_path)


def test_new_refuses_names_that_are_no_ids(capsys):
    assert main(["new", "method", "../evil"]) == 2
    assert "NAME: found '../evil', allowed are small letters" in capsys.readouterr().err


@pytest.fixture
def catalogue(tmp_path):
    """A folder with the catalogue of data sets alone."""
    (tmp_path / "config").mkdir()
    text = (ROOT / "config/datasets.yaml").read_text()
    (tmp_path / "config/datasets.yaml").write_text(text)
    return tmp_path


def test_new_takes_a_table_into_the_catalogue(table, catalogue, capsys, monkeypatch):
    table.write_text(table.read_text().replace("b <i>", "b"))
    arguments = build_parser().parse_args(["new", "dataset", "my-data", str(table), "--target", "out"])
    assert new.new_dataset(arguments, root=catalogue) == 0
    assert "added 'my-data' to config/datasets.yaml" in capsys.readouterr().out
    entries = read_yaml(catalogue / "config/datasets.yaml", catalogue)
    check_schema(entries, read_json_schema(ROOT, "datasets"), "config/datasets.yaml")
    monkeypatch.chdir(catalogue)
    assert fetch("my-data", entries["my-data"]).startswith(b"a,b,c,d,target\n")
    with pytest.raises(ValueError, match="there is a data set 'my-data' already"):
        new.new_dataset(arguments, root=catalogue)


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("methods", "sd-l-rfe         SD-L-RFE; regression; Yang and Ong (2010)"),
        ("datasets", "Auto MPG; regression, 392 rows, 7 features"),
        ("studies", "thesis-mi"),
        ("learners", "gaussian-ridge          regression; tunes itself; measures rmse, q2, mse, scc"),
        ("tuners", "GO; Yang and Ong (2011)"),
    ],
)
def test_list_names_what_there_is(kind, line, capsys):
    assert main(["list", kind]) == 0
    assert line in capsys.readouterr().out
    assert main(["list"]) == 0
    assert kind in capsys.readouterr().out.splitlines()


COMMANDS = ["study", "rank", "list", "check", "new", "new method", "new dataset", "status", "why"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_helps(command, capsys):
    with pytest.raises(SystemExit) as ended:
        main([*command.split(), "--help"])
    shown = capsys.readouterr().out
    assert ended.value.code == 0 and shown.startswith(f"usage: sieveflow {command}") and "--help" in shown


def test_help_names_every_command():
    command = [sys.executable, "-m", "sieveflow", "--help"]
    shown = subprocess.run(command, cwd=ROOT / "workflow/scripts", capture_output=True, text=True, check=True).stdout
    assert all(name in shown for name in ("study", "rank", "list", "check", "new", "status", "why"))
