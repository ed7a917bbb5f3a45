"""How time and memory of our methods grow with samples and features: docs/growth.md and its figure.

With `table` as argument nothing is measured: page and figure are written from what the last run has left.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import yaml
from bench.grow import BASE_D, BASE_N, LONGEST
from sieveflow.plots import style
from sieveflow.tables import read_csv, write_csv, write_text

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "results/bench/growth.csv"
METHODS = ["corr", "fisher", "mrmr", "svr-lw", "lasso-lw", "stepwise", "nmmklr", "rvm", "hsic", "hsic-rfe", "mi-pw"]
METHODS += ["kwak", "mi-rsde", "dw2-rfe", "sd-l-rfe", "rmb-rfe-star", "spanb-rfe-star", "mlp-fspp-rfe", "moi", "vsssvm"]
# Exponents are of the last so many points: what does not grow with the size weighs least there.
LAST = 3
HEAD = """# How time and memory grow

One ranking on one core with given hyper-parameters, written by `make growth` from what it measured: processor time of
`fit`, and peak memory of a process of its own above what it had before. Sizes grow until the next would take more than
{longest:g} s or hold more than eight million numbers: {features} features and more and more samples, {samples} samples
and more and more features. Exponents are slopes of logarithms over the last {last} sizes of each; a dash stands where
they tell nothing (below 5 ms or 1 MB). The last columns extrapolate to a hundred times as many samples, or features, as
the largest that was measured, in time and in memory, beside the table itself.

![Seconds and megabytes of a ranking against samples and features](images/growth.svg)

| method | largest n | s | MB | time in n | memory in n | largest d | s | MB | time in d | memory in d | 100 n | 100 d |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
"""


def measure(known):
    """All points: rows of method, along, size, seconds, megabytes."""
    rows = []
    settings = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    # Memory that is freed goes back at once, so that one fit does not live on what another had.
    settings |= {"PYTHONPATH": f"{ROOT / 'workflow/scripts'}:{ROOT / 'tests'}", "MALLOC_MMAP_THRESHOLD_": "65536"}
    for method in METHODS:
        entry = known[method]
        told = [entry["implementation"], entry["parameters"], "regression" not in entry["tasks"]]
        command = [sys.executable, "-W", "ignore", str(ROOT / "tests/bench/grow.py"), json.dumps(told)]
        run = subprocess.run(command, check=True, capture_output=True, text=True, env=settings)
        found = json.loads(run.stdout.splitlines()[-1])
        for along, points in found.items():
            for size, seconds, megabytes in points:
                row = {"method": method, "along": along, "size": size}
                rows.append(row | {"seconds": seconds, "megabytes": megabytes})
        print(f"{method:<16} {found}", flush=True)
    write_csv(TABLE, ["method", "along", "size", "seconds", "megabytes"], rows)


def exponent(sizes, values, least):
    """The slope of logarithms over the last points; None where values are too small to tell."""
    sizes, values = np.array(sizes[-LAST:], dtype=float), np.array(values[-LAST:])
    seen = values >= least
    if seen.sum() < 2:
        return None
    return float(np.polyfit(np.log(sizes[seen]), np.log(values[seen]), 1)[0])


def sweep(rows, method, along):
    """Sizes, seconds and megabytes of one method along n or d."""
    own = [row for row in rows if (row["method"], row["along"]) == (method, along)]
    return [[float(row[key]) for row in own] for key in ("size", "seconds", "megabytes")]


def cells(sizes, seconds, megabytes):
    """What the table says of a sweep, and what a hundred times more would need."""
    powers = [exponent(sizes, seconds, 0.005), exponent(sizes, megabytes, 1.0)]
    told = [f"{sizes[-1]:,.0f}", _short(seconds[-1]), _short(megabytes[-1])]
    told += ["-" if power is None else f"{power:.1f}" for power in powers]
    last = (seconds[-1], megabytes[-1])
    needs = [None if power is None else own * 100**power for own, power in zip(last, powers, strict=True)]
    return told, f"{_time(needs[0])}, {_memory(needs[1])}"


def _short(value):
    """Two digits that count, without an exponent."""
    return f"{float(f'{value:.2g}'):,g}"


def _time(seconds):
    if seconds is None:
        return "-"
    for unit, size in (("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= size:
            return f"{_short(seconds / size)} {unit}"
    return f"{_short(seconds)} s"


def _memory(megabytes):
    if megabytes is None:
        return "-"
    for unit, size in (("TB", 1024**2), ("GB", 1024)):
        if megabytes >= size:
            return f"{_short(megabytes / size)} {unit}"
    return f"{_short(megabytes)} MB"


def page(rows):
    """The text of docs/growth.md."""
    lines = []
    for method in METHODS:
        (in_n, hundred_n), (in_d, hundred_d) = (cells(*sweep(rows, method, along)) for along in ("n", "d"))
        lines.append(f"| {method} | {' | '.join([*in_n, *in_d, hundred_n, hundred_d])} |")
    head = HEAD.format(longest=LONGEST, features=BASE_D, samples=BASE_N, last=LAST)
    return head + "\n".join(lines) + "\n"


def draw(rows, known):
    """Time above, memory below; samples on the left, features on the right."""
    figure, axes = style.plt.subplots(2, 2, figsize=(9.5, 7), layout="constrained", sharex="col")
    marks = "os^vD<>px*"
    for column, along in enumerate("nd"):
        for place, method in enumerate(METHODS):
            sizes, *values = sweep(rows, method, along)
            look = {"color": known[method]["colour"], "marker": marks[place % len(marks)], "markersize": 4}
            for line, (found, least) in enumerate(zip(values, (1e-4, 0.1), strict=True)):
                kept = [max(value, least) for value in found]
                axes[line, column].loglog(sizes, kept, linewidth=1, label=known[method]["label"], **look)
        axes[1, column].set_xlabel(f"samples, {BASE_D} features" if along == "n" else f"features, {BASE_N} samples")
    axes[0, 0].set_ylabel("seconds of a ranking")
    axes[1, 0].set_ylabel("megabytes at the peak")
    axes[0, 1].legend(fontsize=7, loc="upper left", bbox_to_anchor=(1, 1))
    return figure


def main():
    """Measure unless told otherwise, write the page and draw the figure."""
    known = yaml.safe_load((ROOT / "config/methods.yaml").read_text("utf-8"))
    if sys.argv[1:] != ["table"]:
        measure(known)
    rows = read_csv(TABLE)
    write_text(ROOT / "docs/growth.md", page(rows))
    with style.plt.rc_context(style.SETTINGS):
        style.save(draw(rows, known), ROOT / "docs/images/growth.svg")


if __name__ == "__main__":
    main()
