"""Disturb smoke runs at random, resume them, and compare every byte with a run that was left alone.

    measure_faults.py [COUNT] [SEED] [STUDY ...]

Faults hit a run in flight, after a random number of its jobs and a random while: the main process killed, with its
jobs or without, a job killed, a job cancelled as a scheduler does it, a result cut off or removed, the disk full (the
checkout is on a small tmpfs then, as root). What a fault leaves is what the next one finds. After some faults the run
is resumed once, must end well, and every byte is compared; then a part of the results is taken away and the faults go
on. All studies take their turn. Prints a line per fault and per comparison; exit status 1 where a byte differs, a
resumed run fails, or a full disk ends a run without its name.
"""

import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
from support import ROOT, clone, copy_checkout, environment, hashes

KINDS = ["kill main", "kill main alone", "kill job", "cancel job", "cut off", "remove"]
if os.geteuid() == 0:
    KINDS.append("full disk")
# Faults between two comparisons.
BETWEEN = 6
# Said of a fault that hit nothing, and is tried again.
MISSED = "missed"
# Of the checkout's disk, in bytes, beyond what is there at first.
ROOM = 100_000_000


class Run:
    """A smoke run of a study in the background."""

    def __init__(self, checkout, study):
        # Not on the checkout's own disk: what a run says when that is full must not be lost.
        self.log = checkout.parents[1] / f"{checkout.parent.name}.log"
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                command(study), cwd=checkout, env=environment(), stdout=log, stderr=subprocess.STDOUT
            )

    def over(self):
        """Whether it has ended."""
        return self.process.poll() is not None

    def printed(self):
        """What it has said so far."""
        return self.log.read_text(errors="replace")

    def wait_for_jobs(self, count, seconds):
        """Wait until some more jobs are done, and a while longer, or until the run is over."""
        first = self.printed().count("Finished jobid")
        while not self.over() and self.printed().count("Finished jobid") < first + count:
            time.sleep(0.05)
        until = time.monotonic() + seconds
        while not self.over() and time.monotonic() < until:
            time.sleep(0.02)

    def children(self):
        """Processes of its jobs."""
        try:
            return psutil.Process(self.process.pid).children(recursive=True)
        except psutil.NoSuchProcess:
            return []


def command(study, *arguments):
    """A smoke run of a study."""
    options = ["--cores", "2", "--config", "scale=smoke", f"studies={study}"]
    return [sys.executable, "-m", "snakemake", *arguments, *options]


def finish(checkout, study, *arguments):
    """Run to the end; returns whether that went well, and what was printed."""
    done = subprocess.run(
        command(study, *arguments), cwd=checkout, env=environment(), capture_output=True, text=True, check=False
    )
    return done.returncode == 0, done.stdout + done.stderr


def unlock(checkout, study):
    """Lift the lock of a run that was killed, as a user would."""
    if any((checkout / ".snakemake/locks").glob("*")):
        finish(checkout, study, "--unlock")


def send(processes, number):
    """Send a signal to processes, of which some may be gone."""
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.send_signal(number)


def results(checkout):
    """Result files, in order."""
    return sorted(path for path in (checkout / "results").rglob("*") if path.is_file() and path.suffix != ".tmp")


def damage(checkout, kind, rng):
    """Cut a result off or remove it; returns which."""
    found = results(checkout)
    if not found:
        return MISSED
    path = rng.choice(found)
    with contextlib.suppress(FileNotFoundError):
        if kind == "remove":
            path.unlink()
        else:
            os.truncate(path, int(rng.random() * path.stat().st_size))
    return str(path.relative_to(checkout / "results"))


def fill_disk(checkout, run, rng):
    """Leave no room for a while; returns what the run said of it."""
    filler = checkout.parent / "filler"
    with contextlib.suppress(OSError), open(filler, "wb", buffering=0) as out:
        while out.write(bytes(rng.choice((4096, 65536)))):
            pass
    run.wait_for_jobs(2, rng.uniform(1.0, 4.0))
    ended = run.over() and run.process.returncode != 0
    filler.unlink()
    named = "No space left on device" in run.printed()
    return "named" if named else "NOT NAMED" if ended else MISSED


def apply(kind, checkout, run, rng):
    """Do one fault to a run; returns what it hit."""
    if kind == "full disk":
        return fill_disk(checkout, run, rng)
    if kind in ("cut off", "remove"):
        return damage(checkout, kind, rng)
    jobs = run.children()
    if kind in ("kill job", "cancel job"):
        own = [job for job in jobs if job.is_running()]
        send(rng.sample(own, 1) if own else [], signal.SIGKILL if kind == "kill job" else signal.SIGTERM)
        return f"one of {len(own)} processes" if own else MISSED
    run.process.kill()
    run.process.wait()
    # Without its main process a job goes on and writes beside the next run.
    send(jobs if kind == "kill main" else [], signal.SIGKILL)
    return f"with {len(jobs)} processes of jobs"


def in_flight(checkout, study, run, count, seconds, rng):
    """A run at a random moment: the one that goes on, or a new one, for which there must be something to do."""
    while True:
        if run is None or run.over():
            if run is not None and run.process.returncode == 0:
                take_some(checkout, rng)
            unlock(checkout, study)
            run = Run(checkout, study)
            # Before its first job starts, a run has nothing to lose.
            while not run.over() and "Job stats" not in run.printed():
                time.sleep(0.05)
        run.wait_for_jobs(count, seconds)
        if not run.over():
            return run
        count = 0


def disturb(checkout, study, faults, rng):
    """Do some faults to runs of a study, one after the other; returns how many a run met without naming them."""
    run, unnamed = None, 0
    for fault in faults:
        kind, told = rng.choice(KINDS), MISSED
        if kind == "full disk" and run is not None:
            # A run that lost a job before ends badly for that, and must not be taken for one that kept silent.
            stop(run)
        while told == MISSED:
            count, seconds = rng.randint(0, 2), rng.uniform(0.0, 1.5)
            run = in_flight(checkout, study, run, count, seconds, rng)
            told = apply(kind, checkout, run, rng)
        unnamed += told == "NOT NAMED"
        print(f"fault {fault}, {study}, {kind} after {count} jobs and {seconds:.1f} s: {told}", flush=True)
    stop(run)
    return unnamed


def stop(run):
    """End a run and its jobs."""
    send(run.children(), signal.SIGKILL)
    run.process.kill()
    run.process.wait()


def compare(checkout, study, expected):
    """Resume once and compare; returns what is wrong, or nothing."""
    unlock(checkout, study)
    good, printed = finish(checkout, study)
    if not good:
        return f"the resumed run failed: {printed[-1500:]}"
    found = hashes(checkout)
    wrong = sorted(path for path in expected.keys() | found.keys() if expected.get(path) != found.get(path))
    return f"differ: {', '.join(wrong[:5])}" if wrong else ""


def take_some(checkout, rng):
    """Remove some of the results, so that there is something to do: they, and what follows from them."""
    found = results(checkout)
    for path in rng.sample(found, max(2, len(found) // 10)):
        path.unlink()


@contextlib.contextmanager
def disk(folder):
    """A folder of its own file system, where that is allowed."""
    folder.mkdir()
    if os.geteuid() != 0:
        yield folder
        return
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def measure(study, faults, rng, folder):
    """Do all faults of a study; returns how many comparisons went wrong, and unnamed faults."""
    finished = copy_checkout(folder / study)
    good, printed = finish(finished, study)
    if not good:
        raise SystemExit(f"{study}: the first run failed: {printed[-1000:]}")
    expected, failures = hashes(finished), 0
    with disk(folder / f"disk-{study}") as place:
        checkout = clone(finished, place / "checkout")
        for first in range(0, len(faults), BETWEEN):
            take_some(checkout, rng)
            some = faults[first : first + BETWEEN]
            failures += disturb(checkout, study, some, rng)
            wrong = compare(checkout, study, expected)
            failures += bool(wrong)
            names = ", ".join(map(str, some))
            print(f"{study}, resumed after faults {names}: {wrong or f'{len(expected)} files, 0 differ'}", flush=True)
    shutil.rmtree(finished)
    return failures


def main(count=100, seed=None, *studies):
    """Disturb and compare."""
    seed = int(seed) if seed else random.SystemRandom().randrange(10**6)
    print(f"seed {seed}", flush=True)
    studies = studies or sorted(path.stem for path in (ROOT / "config/studies").glob("*.yaml"))
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, study in enumerate(studies):
            # Every study has choices of its own, whatever the others are.
            rng = random.Random(f"{seed} {study}")
            failures += measure(study, range(number, int(count), len(studies)), rng, Path(folder))
    print(f"{count} faults, {failures} {'failure' if failures == 1 else 'failures'}, seed {seed}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
