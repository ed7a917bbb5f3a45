"""sieveflow status: what is done, running, failed and left, and how long the rest may take."""

import csv
import os
from collections import Counter, defaultdict
from statistics import mean

from sieveflow.commands.planning import add_options, plan_of
from sieveflow.records import record
from sieveflow.registry import ROOT
from sieveflow.resume import has_failures, is_batch

STATES = ("done", "running", "failed", "left")


def add_parser(commands):
    """Describe the command."""
    parser = commands.add_parser("status", help="say how far a run is", description=__doc__)
    add_options(parser)
    parser.add_argument("--cores", type=int, default=os.cpu_count(), help="cores that the rest runs on (all)")
    parser.set_defaults(run=run)


def run(arguments, root=ROOT):
    """Print a line per study."""
    plan = plan_of(arguments, root)
    root = plan.settings.workspace
    locked = any((root / ".snakemake/locks").glob("*")) if (root / ".snakemake/locks").is_dir() else False
    for study in plan.settings.studies:
        states = {path: state_of(path, root, locked) for path in plan.specs(study, plan.scale)}
        counts = Counter(states.values())
        left = seconds_left([path for path, state in states.items() if state != "done"], states, root)
        rest = "" if counts["done"] == len(states) else f"; {_time(left, arguments.cores)}"
        print(f"{study} ({plan.scale}): " + ", ".join(f"{counts[state]} {state}" for state in STATES) + rest)
        for path in sorted(path for path, state in states.items() if state == "failed"):
            print(f"  failed: {path}")
    if locked:
        print("a run holds the lock of this folder, or was killed and left it (snakemake --unlock lifts it)")
    return 0


def state_of(path, root, locked):
    """One of STATES for a result file; while a run holds the lock, files that are begun are running."""
    begun = record("incomplete", path, root).exists()
    if begun:
        return "running" if locked else "left"
    if not (root / path).exists():
        return "left"
    return "failed" if is_batch(path) and has_failures(root / path) else "done"


def seconds_left(paths, states, root):
    """Seconds of work in files that are not done, by the times of those that are; None where there are no times.

    A job takes as long as those of its stage and method on other problems did, or as those of its stage, or as any.
    """
    known = defaultdict(list)
    for path, state in states.items():
        seconds = _measured(path, root) if state == "done" else None
        if seconds is not None:
            for kind in _kinds(path):
                known[kind].append(seconds)
    total, done = 0.0, set()
    for path in paths:
        job = _benchmark(path)
        if job in done:
            continue
        done.add(job)
        total += mean(next(known[kind] for kind in _kinds(path) if known[kind])) if known[()] else 0.0
    return total if known[()] else None


def _kinds(path):
    """What a file's time is like that of, the most alike first: stage and method, stage, anything."""
    parts = path.split("/")
    stage = parts[3] if len(parts) > 3 and parts[2] in ("smoke", "quick", "full") else parts[min(2, len(parts) - 1)]
    return [*([(stage, parts[4])] if len(parts) > 5 else []), (stage,), ()]


def _benchmark(path):
    """Where the time of a file's job is; files of one job share it."""
    for name in ("ledger", "claims"):
        path = path.replace(f"/{name}.csv", "/judge.csv")
    path = path.replace("/failures/", "/comparison/")
    kind = "fetch" if path.startswith("resources/data/") else ""
    inside = f"fetch/{path.split('/')[-1]}" if kind else path.removeprefix("results/")
    return "benchmarks/" + inside.rsplit(".", 1)[0] + ".tsv"


def _measured(path, root):
    try:
        with open(root / _benchmark(path), newline="") as lines:
            return float(next(csv.DictReader(lines, delimiter="\t"))["s"])
    except (OSError, StopIteration, KeyError, ValueError):
        return None


def _time(seconds, cores):
    if seconds is None:
        return "how long the rest takes is not known yet"
    minutes = seconds / max(cores, 1) / 60.0
    return f"about {minutes:.0f} min left on {cores} cores" if minutes >= 1.0 else "less than a minute left"
