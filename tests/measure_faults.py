"""Disturb smoke runs at random, resume them, and compare every byte with a run that was left alone.

    measure_faults.py [COUNT] [SEED] [STUDY ...]

Faults: the main process killed, a worker killed, a result truncated or removed, a disk that is full (on a small tmpfs,
as root). Every fault works on a finished checkout from which some results were taken, so that there is work to
disturb. Prints a line per fault; exit status 1 where a byte differs or a resumed run fails.
"""

import contextlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
from support import ROOT, clone, copy_checkout, environment, hashes

KINDS = ["kill main", "kill worker", "truncate", "remove", *(["full disk"] if os.geteuid() == 0 else [])]


def command(study, *arguments):
    """A smoke run of a study."""
    options = ["--cores", "2", "--config", "scale=smoke", f"studies={study}"]
    return [sys.executable, "-m", "snakemake", *arguments, *options]


def run(checkout, study, *arguments):
    """Run to the end; returns whether that went well, and what was printed."""
    done = subprocess.run(
        command(study, *arguments), cwd=checkout, env=environment(), capture_output=True, text=True, check=False
    )
    return done.returncode == 0, done.stdout + done.stderr


def results(checkout):
    """Result files, in order."""
    return sorted(path for path in (checkout / "results").rglob("*") if path.is_file())


def take_some(checkout, rng):
    """Remove a few results, so that there is something to do."""
    found = [path for path in results(checkout) if path.suffix in (".csv", ".json", ".svg")]
    for path in rng.sample(found, min(3, len(found))):
        path.unlink()


def kill(checkout, study, rng, which):
    """Start a run and kill the main process with all its jobs, or one of the jobs."""
    started = subprocess.Popen(
        command(study), cwd=checkout, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(rng.uniform(2.0, 8.0))
    try:
        jobs = psutil.Process(started.pid).children(recursive=True)
        for process in jobs if which == "kill main" else rng.sample(jobs, min(1, len(jobs))):
            process.send_signal(signal.SIGKILL)
    except psutil.NoSuchProcess:
        pass  # it was over before
    if which == "kill main":
        started.kill()
    started.wait()


def damage(checkout, rng, which):
    """Cut a result in half, or remove it."""
    path = rng.choice([path for path in results(checkout) if path.name != "manifest.json"])
    if which == "remove":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def fill_disk(checkout, study, rng):
    """Run with results on a disk that has no room left; returns whether the run said so."""
    place = checkout / "results"
    held = checkout / "held"
    place.rename(held)
    place.mkdir()
    size = sum(path.stat().st_size for path in held.rglob("*") if path.is_file()) + 200_000
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", place], check=True)
    try:
        subprocess.run(["cp", "-a", f"{held}/.", place], check=True)
        take_some(checkout, rng)
        with contextlib.suppress(OSError), open(place / "filler", "wb", buffering=0) as filler:
            while filler.write(b"x" * 4096):
                pass
        good, printed = run(checkout, study)
        told = good or "No space left on device" in printed
        (place / "filler").unlink(missing_ok=True)
        subprocess.run(["rm", "-rf", held], check=True)
        subprocess.run(["cp", "-a", f"{place}/.", f"{held}/"], check=True)
    finally:
        subprocess.run(["umount", place], check=True)
    place.rmdir()
    held.rename(place)
    return told


def try_fault(finished, study, kind, rng, folder):
    """Apply one fault to a copy, resume, compare; returns what is wrong, or nothing."""
    checkout = clone(finished, Path(folder) / "disturbed")
    try:
        told = True
        if kind == "full disk":
            told = fill_disk(checkout, study, rng)
        elif kind.startswith("kill"):
            take_some(checkout, rng)
            kill(checkout, study, rng, kind)
        else:
            damage(checkout, rng, kind)
        run(checkout, study, "--unlock")
        good, printed = run(checkout, study)
        if not good:
            return f"the resumed run failed: {printed[-400:]}"
        expected, found = hashes(finished), hashes(checkout)
        wrong = sorted(path for path in expected.keys() | found.keys() if expected.get(path) != found.get(path))
        return f"differ: {', '.join(wrong[:5])}" if wrong else "" if told else "the full disk was not named"
    finally:
        subprocess.run(["rm", "-rf", str(checkout)], check=True)


def main(count=100, seed=None, *studies):
    """Disturb and compare."""
    seed = int(seed) if seed else random.SystemRandom().randrange(10**6)
    rng = random.Random(seed)
    studies = studies or sorted(path.stem for path in (ROOT / "config/studies").glob("*.yaml"))
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, study in enumerate(studies):
            finished = copy_checkout(Path(folder) / study)
            good, printed = run(finished, study)
            if not good:
                raise SystemExit(f"{study}: the first run failed: {printed[-1000:]}")
            for fault in range(number, int(count), len(studies)):
                kind = rng.choice(KINDS)
                wrong = try_fault(finished, study, kind, rng, folder)
                failures += bool(wrong)
                print(f"fault {fault}, {study}, {kind}: {wrong or 'the same bytes after resume'}", flush=True)
    print(f"seed {seed}")
    print(f"{int(count) - failures} passed, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
