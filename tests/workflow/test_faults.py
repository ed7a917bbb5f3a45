"""What goes wrong around a run: it recovers, or ends in one sentence; nothing wrong is accepted."""

import os
import signal
import subprocess
import time

import pytest
from in_process import mains
from sieveflow.errors import InputError
from sieveflow.logs import logging_to
from sieveflow.resume import has_failures
from sieveflow.tables import read_csv, write_text
from support import ROOT, clone, hashes, planned, replace, snakemake, snakemake_command

STUDY = "results/kdd10"
AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="mounts need root")


@pytest.fixture
def checkout(finished, tmp_path):
    return clone(finished, tmp_path / "checkout")


@pytest.fixture
def mount(checkout):
    """Mount something over a folder of the checkout until the test is over."""
    mounted = []

    def over(folder, *options):
        source = folder if "bind" in options[-1] else "tmpfs"
        if subprocess.run(["mount", *options, source, folder], check=False, capture_output=True).returncode:
            pytest.skip("mounts are not allowed here")
        mounted.append(folder)

    yield over
    for folder in mounted:
        subprocess.run(["umount", folder], check=True)


def refused(checkout, *arguments):
    """The one sentence with which a run ends before it begins."""
    done = snakemake(checkout, *arguments, check=False)
    assert done.returncode != 0 and "Traceback" not in done.stdout
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("sieveflow: ")]
    return line


def test_damage_and_loss_are_noticed_before_a_manifest_knows_the_bytes(checkout, finished):
    (checkout / STUDY / "smoke/manifest.json").unlink()
    (checkout / STUDY / "tuning/additive-n200.json").unlink()
    (checkout / STUDY / "ranking/mpg/corr/0000-0001.csv").write_bytes(b"")
    (checkout / STUDY / "evaluation/mpg/sd-l-rfe/0000-0001.csv").write_bytes(b"\xc3\x28" * 100)
    for path in (checkout / "results/report/index.html", checkout / "resources/data/mpg.csv"):
        os.truncate(path, path.stat().st_size // 2)
    splits = checkout / STUDY / "splits/additive-n200.csv"
    splits.write_text(splits.read_text().replace("1", "2", 1))
    jobs = planned(checkout)
    assert {"kdd10: rank mpg with corr, realizations 0000-0001", "kdd10: split additive-n200"} <= jobs
    assert {"kdd10: evaluate sd-l-rfe on mpg, realizations 0000-0001", "write the page", "fetch data set mpg"} <= jobs
    snakemake(checkout)
    assert hashes(checkout) == hashes(finished)
    assert hashes(checkout, "resources/data") == hashes(finished, "resources/data")


def test_a_file_damaged_while_the_study_runs_is_not_vouched_for(checkout, monkeypatch):
    monkeypatch.chdir(checkout)
    path = f"{STUDY}/ranking/mpg/corr/0000-0001.csv"
    os.truncate(path, 100)
    with pytest.raises(InputError, match=f"{path}: its bytes are not those that its job wrote"):
        mains()["write_manifest"]("manifest.json", made_from={path: "0"}, study="kdd10", scale="smoke", seed=0)
    assert not os.path.exists("manifest.json")


@pytest.mark.parametrize("text", ["", "realization\n", "realization,error\n0,\n1,ValueError: no\n", "a\0b,\xff"])
def test_a_batch_without_good_rows_has_failures(tmp_path, text):
    path = tmp_path / "batch.csv"
    path.write_bytes(text.encode("latin-1"))
    assert has_failures(path)


@AS_ROOT
def test_a_read_only_folder_is_named(checkout, mount):
    results = checkout / "results"
    mount(results, "-o", "bind")
    subprocess.run(["mount", "-o", "remount,ro,bind", results], check=True)
    assert refused(checkout) == "sieveflow: results: cannot be written: Read-only file system; nothing was started."


@AS_ROOT
def test_a_full_disk_is_named_before_anything_starts(checkout, mount):
    mount(checkout / "logs", "-t", "tmpfs", "-o", "size=100k")
    assert refused(checkout) == "sieveflow: logs: cannot be written: No space left on device; nothing was started."


@AS_ROOT
def test_a_write_on_a_full_disk_leaves_nothing_and_says_which_file(checkout, mount):
    folder = checkout / "results/report"
    mount(folder, "-t", "tmpfs", "-o", "size=100k")
    write_text(folder / "small.txt", "small")
    with pytest.raises(OSError, match="No space left on device") as caught:
        write_text(folder / "small.txt", "x" * 200_000)
    assert caught.value.filename == str(folder / "small.txt")
    assert [(path.name, path.read_text()) for path in folder.iterdir()] == [("small.txt", "small")]


def test_a_vanished_input_ends_a_job_in_one_sentence(tmp_path):
    log = tmp_path / "job.log"
    with pytest.raises(SystemExit) as ended, logging_to(log, ROOT / "workflow/scripts/rank_features.py"):
        read_csv("gone.csv")
    assert str(ended.value) == f"sieveflow: gone.csv: No such file or directory. (traceback in {log})"
    assert "Traceback" in log.read_text()


def test_a_log_that_cannot_be_written_ends_a_job_in_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(SystemExit) as ended, logging_to(tmp_path / "file/job.log", ROOT / "workflow/scripts/x.py"):
        pass
    assert str(ended.value).startswith("sieveflow: ") and "file" in str(ended.value)


def test_two_runs_at_once(fetched, finished, tmp_path):
    checkout = clone(fetched, tmp_path / "checkout")
    target = f"{STUDY}/tuning/mpg.json"
    first = subprocess.Popen(
        snakemake_command(target), cwd=checkout, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT
    )
    while first.poll() is None and not list((checkout / ".snakemake/locks").glob("*")):
        time.sleep(0.02)
    first.send_signal(signal.SIGSTOP)  # so that it is not over before the second begins
    second = snakemake(checkout, target, check=False)
    assert second.returncode != 0 and "Directory cannot be locked" in second.stdout
    first.send_signal(signal.SIGCONT)
    assert first.wait() == 0
    assert (checkout / target).read_bytes() == (finished / target).read_bytes()


def test_a_job_that_is_killed_does_not_stop_the_others(checkout, finished):
    method = "workflow/scripts/sieveflow/methods/corr.py"
    good = "        scores = np.abs("
    bad = "        if y.size == 200:\n            import os\n            os.kill(os.getpid(), 9)\n"
    replace(checkout, method, good, bad + good)
    done = snakemake(checkout, check=False)
    assert done.returncode != 0
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("failed: ")]
    assert line.startswith("failed: kdd10: rank additive-n200 with corr, realizations 0000-0001: it was killed, ")
    assert "attempt 1 asked for" in line and "--set-resources rank_features:mem_mb=" in line
    assert "1 job failed; what is done counts, and the next run tries again." in done.stdout
    mpg = f"{STUDY}/evaluation/mpg/corr/0000-0001.csv"
    assert hashes(checkout)[mpg] == hashes(finished)[mpg]
    jobs = planned(checkout)
    assert "kdd10: rank additive-n200 with corr, realizations 0000-0001" in jobs
    assert "kdd10: rank mpg with corr, realizations 0000-0001" not in jobs
