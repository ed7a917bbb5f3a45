"""How time and memory of our methods grow with samples and features: fitted exponents, and a hundred times more.

Run by itself it measures every method in processes of their own (processor time of `fit` alone, peak memory less that
of a process that only imports), and writes docs/growth.md and docs/images/growth.png.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import matplotlib as mpl
import numpy as np
import yaml

mpl.use("Agg")
import matplotlib.pyplot as plt

ROOT = Path(__file__).parents[2]
METHODS = ("corr", "mrmr", "hsic-rfe", "sd-l-rfe", "mi-pw", "rvm", "nmmklr", "vsssvm")
# Given, since to tune is a stage of its own.
GIVEN = {"sd-l-rfe": {"C": 8.0, "kappa": 0.05, "epsilon": 0.25, "random_state": 0}, "mi-pw": {"sigma": 2.0}}
GIVEN |= {"nmmklr": {"C": 1.0, "epsilon": 0.1}, "vsssvm": {"random_state": 0}, "rvm": {"kappa": 0.05}}
SAMPLES, FEATURES = (200, 400, 800, 1600), (10, 20, 40, 80)
BASE_N, BASE_D = 400, 20
PROGRAM = """
import json, resource, sys, time
import numpy as np
from sieveflow.loading import load_method
given = json.loads(sys.argv[1])
def sample(n, d):
    rng = np.random.RandomState(0)
    X = rng.standard_normal((n, d))
    signal = np.sin(X[:, 0]) + X[:, 1] * X[:, 2] + X[:, 3] - X[:, 4]
    return X, (signal > 0).astype(int) if given["classes"] else signal + 0.3 * rng.standard_normal(n)
method = load_method(given["implementation"])
method(**given["parameters"]).fit(*sample(60, 6))
before, started = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
method(**given["parameters"]).fit(*sample(given["n"], given["d"]))
seconds = time.process_time() - started
print(json.dumps([seconds, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024]))
"""

HEAD = """# How time and memory grow

One ranking on one core, hyper-parameters given, made by `make growth`. Exponents are slopes of logarithms over the
larger sizes; n from {first} to {last:,} with {base_d} features, d from {d} to {to} with {base_n} samples. The last two
columns extrapolate to a hundred times as many samples.

![CPU seconds against samples and against features](images/growth.png)

| method | s at n = {last:,} | exponent in n | in d | MB at n = {last:,} | exponent in n | in d | h, 100 n | GB, 100 n |
|---|---|---|---|---|---|---|---|---|
"""


def measure(method, entry, n, d):
    """CPU seconds and megabytes of one fit."""
    given = {"n": n, "d": d, "implementation": entry["implementation"], "classes": entry["tasks"] == ["classification"]}
    given["parameters"] = entry["parameters"] | GIVEN.get(method, {})
    settings = os.environ | {"PYTHONPATH": str(ROOT / "workflow/scripts"), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, json.dumps(given)]
    run = subprocess.run(command, check=True, capture_output=True, text=True, env=settings)
    return json.loads(run.stdout.splitlines()[-1])


def exponent(sizes, values):
    """The slope of logarithms over the larger half of the sizes, where what does not grow weighs less."""
    half = len(sizes) // 2
    return float(np.polyfit(np.log(sizes[half - 1 :]), np.log(np.maximum(values[half - 1 :], 1e-3)), 1)[0])


def main():
    """Measure, write the table and draw the figure."""
    known = yaml.safe_load((ROOT / "config/methods.yaml").read_text("utf-8"))
    lines, figure = [], plt.figure(figsize=(9, 3.8), layout="constrained")
    axes = figure.subplots(1, 2)
    for method in METHODS:
        by_n = [measure(method, known[method], n, BASE_D) for n in SAMPLES]
        by_d = [measure(method, known[method], BASE_N, d) for d in FEATURES]
        seconds_n, memory_n = zip(*by_n, strict=True)
        seconds_d, memory_d = zip(*by_d, strict=True)
        in_n, in_d = exponent(SAMPLES, seconds_n), exponent(FEATURES, seconds_d)
        memory_exponent = exponent(SAMPLES, memory_n)
        hundred = seconds_n[-1] * 100**in_n
        large = memory_n[-1] * 100**memory_exponent
        cells = [f"{seconds_n[-1]:.2f}", f"{in_n:.1f}", f"{in_d:.1f}", f"{memory_n[-1]:.0f}", f"{memory_exponent:.1f}"]
        cells += [f"{exponent(FEATURES, memory_d):.1f}", f"{hundred / 3600:.2g}", f"{large / 1024:.2g}"]
        lines.append(f"| {method} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
        axes[0].loglog(SAMPLES, seconds_n, marker="o", label=known[method]["label"], color=known[method]["colour"])
        axes[1].loglog(FEATURES, seconds_d, marker="o", label=known[method]["label"], color=known[method]["colour"])
    axes[0].set(xlabel=f"samples, {BASE_D} features", ylabel="CPU seconds of a ranking")
    axes[1].set(xlabel=f"features, {BASE_N} samples")
    axes[1].legend(fontsize=7, loc="center left", bbox_to_anchor=(1, 0.5))
    figure.savefig(ROOT / "docs/images/growth.png", dpi=110)
    text = HEAD.format(first=SAMPLES[0], last=SAMPLES[-1], base_d=BASE_D, d=FEATURES[0], to=FEATURES[-1], base_n=BASE_N)
    (ROOT / "docs/growth.md").write_text(text + "\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
