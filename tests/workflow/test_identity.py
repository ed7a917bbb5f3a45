"""The same bytes from any number of cores, any batch size, and after any kill."""

import os
import random
import shutil
import signal
import subprocess
import time

import psutil
import pytest
from support import clone, edit_yaml, environment, hashes, shrink, snakemake, snakemake_command

N_KILLS = 20


@pytest.fixture(scope="module")
def expected(finished):
    return hashes(finished)


def test_one_core_makes_the_same_files_as_two(fetched, expected, tmp_path):
    checkout = clone(fetched, tmp_path / "checkout")
    snakemake(checkout, cores=1)
    assert hashes(checkout) == expected


def combined(checkout, stage):
    """The rows of all batches of every method, in order, without the repeated headers."""
    found = {}
    for folder in sorted((checkout / f"results/kdd10/{stage}").glob("*/*")):
        batches = sorted(folder.glob("*.csv"))
        found[folder.parent.name, folder.name] = [
            line for path in batches for line in path.read_text().splitlines()[1:]
        ]
    return found


def test_batches_of_any_size_give_the_same_numbers(fetched, tmp_path):
    results = []
    for edges in ([], [1], [1, 2]):
        checkout = clone(fetched, tmp_path / f"edges{len(edges)}")
        shrink(checkout, edges)
        edit_yaml(checkout, "studies/kdd10.yaml", only_mpg)
        snakemake(checkout, scale="quick")
        final = {name: value for name, value in hashes(checkout).items() if "/quick/" in name or "report" in name}
        del final["results/kdd10/quick/manifest.json"]  # lists the batches by name
        results.append((combined(checkout, "ranking"), combined(checkout, "evaluation"), final))
    assert results[0] == results[1] == results[2]
    assert len(results[0][0]["mpg", "corr"]) == 3 * 7


def only_mpg(study):
    study["problems"] = {"mpg": study["problems"]["mpg"]}
    study["claims"] = [claim for claim in study["claims"] if claim["problems"] == ["mpg"]]


def test_a_smaller_scale_is_a_prefix_of_a_larger(finished, tmp_path):
    checkout = clone(finished, tmp_path / "checkout")
    snakemake(checkout, scale="quick")
    for stage in ("ranking", "evaluation"):
        for small in (checkout / f"results/kdd10/{stage}").glob("*/*/0000-0001.csv"):
            assert small.with_name("0000-0002.csv").read_text().startswith(small.read_text())


def start(checkout):
    command = snakemake_command("--nolock")
    with open(checkout / "run.log", "a") as log:
        return subprocess.Popen(
            command, cwd=checkout, stdout=log, stderr=log, env=environment(), start_new_session=True
        )


def workers(process):
    """Processes that run a job's script; children of a shell that Snakemake starts."""
    found = []
    for child in psutil.Process(process.pid).children(recursive=True):
        try:
            if any(".snakemake/scripts" in part for part in child.cmdline()) and "python" in child.name():
                found.append(child)
        except psutil.NoSuchProcess:
            continue
    return found


def test_killed_at_random_moments_and_resumed(fetched, expected, tmp_path):
    seed = int(os.environ.get("SIEVEFLOW_KILL_SEED", time.time_ns() % 10**6))
    print(f"seed of the kills: {seed} (repeat with SIEVEFLOW_KILL_SEED={seed})")
    rng = random.Random(seed)
    checkout = clone(fetched, tmp_path / "checkout")
    kills = {"main": 0, "worker": 0}
    while sum(kills.values()) < N_KILLS:
        process = start(checkout)
        victim = rng.choice(["main", "worker"])
        moment = time.monotonic() + rng.uniform(1.0, 6.0)
        while process.poll() is None and time.monotonic() < moment:
            time.sleep(0.02)
        if process.poll() is not None:
            if process.returncode == 0:  # it was done before the moment came: check, and begin afresh
                assert hashes(checkout) == expected
                shutil.rmtree(checkout / "results")
            continue
        if victim == "worker":
            targets = workers(process)
            if targets:
                rng.choice(targets).send_signal(signal.SIGKILL)
                kills["worker"] += 1
            # The run goes on without that job and ends in failure, or is itself the next to go.
            deadline = time.monotonic() + rng.uniform(0.2, 3.0)
            while process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.02)
        if process.poll() is None:
            process.kill()  # its workers live on as orphans and write beside the next run
            process.wait()
            kills["main"] += 1
    assert min(kills.values()) > 0
    for _ in range(3):
        if start(checkout).wait() == 0:
            break
    assert hashes(checkout) == expected


def test_a_lock_left_by_a_kill_is_named_and_lifted(fetched, expected, tmp_path):
    checkout = clone(fetched, tmp_path / "checkout")
    target = "results/kdd10/splits/mpg.csv"
    command = snakemake_command(target)
    process = subprocess.Popen(
        command, cwd=checkout, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT, env=environment()
    )
    while process.poll() is None and not list((checkout / ".snakemake/incomplete").glob("*")):
        time.sleep(0.02)
    process.kill()
    process.wait()
    refused = snakemake(checkout, target, check=False)
    assert refused.returncode != 0 and "--unlock" in refused.stdout
    snakemake(checkout, "--unlock")
    snakemake(checkout, target)
    assert hashes(checkout)[target] == expected[target]
