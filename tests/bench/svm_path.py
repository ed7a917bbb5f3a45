"""Print the price of a whole SVM path in units of single LIBSVM solves, as ratios of times in one process.

Times are those of the processor: both sides run on one core, and a machine that others use does not count.

A ratio of 1 means that the path of all C, certificate and kernel included, costs as much as three solves at the mean
price of scikit-learn's SVC over 18 values of C in the same range. Writes results/bench/svm_path.csv. Data sets of
chapter 6 where a source has them, else made-up ones of the same shape.
"""

import sys
import time

import numpy as np
from path_data import ROOT, SHAPES, made_up, table_of, training_part
from sieveflow.learners.svm_path_estimator import SVMPath
from sieveflow.path_tuning.grid_search import grid
from sieveflow.tables import write_csv
from sklearn.svm import SVC

SOLVES, GOAL = 3, 1.0
# LIBSVM takes minutes on splice with a linear kernel and a large C: one round tells enough.
LONG = 5.0
COLUMNS = ["data set", "source", "n", "d", "kernel", "path_s", "solve_s", "ratio", "goal", "breakpoints", "worst"]


def sample(name):
    """The first realization's training samples, and where they come from."""
    found = table_of(name)
    if found is None:
        return *made_up(name), "made up"
    return *training_part(name, *found, 0)[:2], "data"


def timed(function):
    """The result of a call, and its time."""
    started = time.process_time()
    result = function()
    return result, time.process_time() - started


def bench_row(name, kernel, times=5):
    """One line of the table."""
    X, y, source = sample(name)
    gamma = 1.0 / X.shape[1]
    paths, solves = [], []
    for _ in range(times):
        path, seconds = timed(lambda: SVMPath(kernel=kernel, gamma=gamma).fit(X, y).path_)
        paths.append(seconds)
        if not solves or sum(solves[0]) < LONG:
            solves.append(
                [
                    timed(lambda C=1.0 / lam: SVC(C=C, kernel=kernel, gamma=gamma, cache_size=500).fit(X, y))[1]
                    for lam in grid(2.0**9, 2.0**-8, 1.0)
                ]
            )
    solve_s = float(np.min(solves, axis=0).mean())
    row = {"data set": name, "source": source, "n": y.size, "d": X.shape[1], "kernel": kernel, "path_s": min(paths)}
    row |= {"solve_s": solve_s, "ratio": SOLVES * solve_s / min(paths), "goal": GOAL}
    return row | {"breakpoints": path.lambdas.size, "worst": path.worst}


def main(names):
    """Measure, print and write."""
    rows = []
    for kernel in ("linear", "rbf"):
        for name in names or SHAPES:
            row = bench_row(name, kernel)
            rows.append(row)
            print(
                f"{name:<12} {row['source']:<8} {row['n']:>5} x {row['d']:<5} {kernel:<7} "
                f"path {1e3 * row['path_s']:8.1f} ms, mean solve {1e3 * row['solve_s']:8.1f} ms, "
                f"{SOLVES} solves / path = {row['ratio']:6.2f} "
                f"(goal {GOAL:g}), {row['breakpoints']} breakpoints, worst {row['worst']:.0e}",
                flush=True,
            )
    write_csv(ROOT / "results/bench/svm_path.csv", COLUMNS, rows)


if __name__ == "__main__":
    main(sys.argv[1:])
