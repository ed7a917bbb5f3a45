"""A table of a user's own, from file to page, in another folder; interrupted, run again, and changed."""

import os
import re
import signal
import subprocess
import sys
from functools import partial

import numpy as np
import pytest
import yaml
from sieveflow.__main__ import main
from sieveflow.owndata.reading import Reading, read_own_table
from sieveflow.tables import read_json
from sieveflow.workspace import write_workspace
from support import ROOT, environment, hashes

COMMAND = ["study", "own table.csv", "--target", "out", "--methods", "corr", "--splits", "2", "--cores", "2"]


def write(path, shift=0.0):
    rng = np.random.RandomState(0)
    X = rng.standard_normal((60, 4))
    y = 2 * X[:, 1] + 2 * X[:, 3] + 0.1 * rng.standard_normal(60)
    X[7, 2] += shift
    rows = [",".join(map(repr, row)) for row in np.column_stack([X, y]).tolist()]
    path.write_text("\n".join(["a,b,c,d & e,out", *rows]) + "\n")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder in which the command was interrupted once and then run to its end."""
    folder = tmp_path_factory.mktemp("anywhere")
    write(folder / "own table.csv")
    process = subprocess.Popen(
        [sys.executable, "-m", "sieveflow", *COMMAND],
        cwd=folder,
        env=environment({"PYTHONPATH": str(ROOT / "workflow/scripts")}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Whoever runs the tests in the background of a shell has the signal ignored, and so would the command.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )
    assert any("2 of" in line for line in process.stderr)
    # As a terminal does: to the command and all that it started.
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=120)[0]
    assert process.returncode == 130 and "interrupted; what is finished stays" in said
    # What was finished stays.
    assert (folder / "own-table-study/resources/data/own-table.csv").exists()
    os.chdir(folder)
    assert main([*COMMAND, "--quiet"]) == 0
    yield folder
    os.chdir(ROOT)


def test_the_answer_stands_at_the_top(folder):
    out = folder / "own-table-study"
    words = (out / "answer.md").read_text()
    assert words.startswith("# 2 of 4 features are enough to predict 'out': ")
    answer = read_json(out / "results/own-table/full/answer/own-table.json")
    assert {row["feature"] for row in answer["features"]} == {"b", "d & e"}
    page = (out / "results/report/index.html").read_text()
    assert page.index("2 of 4 features are enough") < page.index('<ul class="findings">')
    assert "b and d &amp; e" in page or "d &amp; e and b" in page


def test_a_second_run_does_nothing_and_changed_data_run_again(folder):
    out = folder / "own-table-study"
    before, times = hashes(out), {path: path.stat().st_mtime_ns for path in (out / "results").rglob("*.csv")}
    assert main([*COMMAND, "--quiet"]) == 0
    assert "Nothing to be done" in (out / "logs/run.log").read_text()
    assert hashes(out) == before
    assert all(path.stat().st_mtime_ns == time for path, time in times.items())
    # Changed data: what the next run would do, without doing it.
    write(folder / "own table.csv", shift=1.0)
    own = read_own_table(folder / "own table.csv", Reading(target="out"))
    study = yaml.safe_load((out / "config/studies/own-table.yaml").read_text())
    write_workspace(out, "own-table", own, study, {})
    command = [sys.executable, "-m", "snakemake", "--snakefile", str(ROOT / "Snakefile"), "--directory", str(out)]
    command += ["--workflow-profile", str(ROOT / "profiles/default"), "--cores", "2", "--nolock", "--dry-run"]
    planned = subprocess.run(command, capture_output=True, text=True, check=True, env=environment()).stdout
    for rule in ("fetch_dataset", "split_problem", "rank_features", "evaluate_ranking", "answer_problem", "write_page"):
        # In the table of jobs, with their number.
        assert re.search(rf"^{rule} +[0-9]+$", planned, flags=re.MULTILINE), planned
