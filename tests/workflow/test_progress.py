"""sieveflow status says how far a run is, sieveflow why what would run again and what differs."""

import argparse
import re
import shutil
import subprocess
import sys

import pytest
from sieveflow.commands import status, why
from sieveflow.records import record
from support import clone, edit_yaml, environment, hashes, planned, replace, snakemake

STUDY = "results/kdd10"


@pytest.fixture
def checkout(finished, tmp_path):
    return clone(finished, tmp_path / "checkout")


@pytest.fixture
def said(checkout, capsys):
    """What a command prints about the checkout, by this library."""

    def run(command):
        options = argparse.Namespace(studies=None, scale="smoke", cores=2, directory=None)
        command.run(options, root=checkout)
        return capsys.readouterr().out

    return run


def counted(text):
    return {state: int(count) for count, state in re.findall(r"(\d+) (done|running|failed|left)", text)}


def change_code(checkout):
    path = "workflow/scripts/sieveflow/methods/corr.py"
    replace(checkout, path, "import numpy as np", "import numpy as np\n\nNEW = 1")


def said_there(checkout, command):
    """The same by the checkout's own library, whose code may be another."""
    arguments = [sys.executable, "-m", "sieveflow", command, "--scale", "smoke"]
    found = environment({"PYTHONPATH": str(checkout / "workflow/scripts")})
    return subprocess.run(arguments, cwd="/", env=found, capture_output=True, text=True, check=True).stdout


def test_a_finished_study_is_done_and_current(said):
    states = counted(said(status))
    assert states.pop("done") > 20 and set(states.values()) == {0}
    assert said(why) == "kdd10 (smoke): everything is current\n"


def test_what_is_left_is_counted_with_its_time(checkout, said):
    before = counted(said(status))["done"]
    (checkout / STUDY / "ranking/mpg/corr/0000-0001.csv").unlink()
    text = said(status)
    assert counted(text) == {"done": before - 1, "running": 0, "failed": 0, "left": 1}
    assert "less than a minute left" in text
    assert "ranking: not there yet (1 file)" in said(why)


def test_a_failed_realization_is_named(checkout, said):
    path = f"{STUDY}/evaluation/mpg/corr/0000-0001.csv"
    with open(checkout / path, "a") as lines:
        lines.write("1,,,,ValueError: no\n")
    # These would know that the job did not write that.
    (checkout / STUDY / "smoke/manifest.json").unlink()
    (checkout / path.replace("results", "logs")).with_suffix(".log").unlink()
    assert f"failed: {path}" in said(status)
    assert "evaluation: a realization failed (1 file)" in said(why)


def test_a_truncated_result_is_told_and_made_again(checkout, finished, said):
    path = f"{STUDY}/ranking/mpg/corr/0000-0001.csv"
    whole = (checkout / path).read_bytes()
    (checkout / path).write_bytes(whole[: whole.rindex(b"\n", 0, len(whole) // 2) + 1])
    assert "ranking: its bytes are not those that were written (1 file)" in said(why)
    assert "kdd10: rank mpg with corr, realizations 0000-0001" in planned(checkout)
    snakemake(checkout)
    assert hashes(checkout) == hashes(finished)


def test_a_job_is_running_while_the_lock_is_held(checkout, said):
    mark = record("incomplete", f"{STUDY}/ranking/mpg/corr/0000-0001.csv", checkout)
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.write_text("{}")
    assert counted(said(status))["left"] == 1
    lock = checkout / ".snakemake/locks/0.input.lock"
    lock.parent.mkdir(parents=True, exist_ok=True)
    lock.write_text("")
    text = said(status)
    assert counted(text)["running"] == 1 and "holds the lock" in text


def test_a_changed_module_and_a_changed_key_are_named(checkout):
    change_code(checkout)
    edit_yaml(checkout, "studies/kdd10.yaml", lambda study: study["switches"].update(n_permutations=2))
    text = said_there(checkout, "why")
    assert "ranking: the code of sieveflow.methods.corr differs (2 files)" in text
    assert "ranking: method.parameters.n_permutations was 1 and is 2 (2 files)" in text
    assert "evaluation" not in text


def test_results_that_do_not_belong_to_the_code_are_told(checkout, said):
    shutil.rmtree(checkout / ".snakemake")
    assert said(why) == "kdd10 (smoke): everything is current\n"  # the manifest vouches for them
    change_code(checkout)
    sentence = "ranking: no record says that it belongs to this code and these settings (2 files)"
    assert sentence in said_there(checkout, "why")
