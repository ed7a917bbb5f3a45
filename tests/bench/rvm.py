"""A fit of the relevance vector machine against the kernel matrix alone, in processor time of one process.

Run by itself it prints these rows alone. Data that no source has are named and left out.
"""

import time
from pathlib import Path

import numpy as np
from bench.clock import report
from bench.samples import standardised, table_of
from sieveflow.learners.rvm_estimator import RelevanceVectorRegressor
from sieveflow.seeding import stream
from sklearn.metrics.pairwise import rbf_kernel

ROOT = Path(__file__).parents[2]
N_TEST = 2048


def sample(name, n):
    """Some samples to train and to test with, standardised; None where no source has the table."""
    table = table_of(name)
    if table is None:
        print(f"rvm: no source has {name}, which is left out")
        return None
    order = stream("bench", name).permutation(table.y.size)
    X, y = standardised(table.X)[order], table.y[order]
    return X[:n], y[:n], X[-N_TEST:], y[-N_TEST:]


def kernel_row(name, kappa, goal):
    """A fit at full size against scikit-learn's kernel matrix of the same samples."""
    data = sample(name, 6144)
    if data is None:
        return
    X, y, X_test, y_test = data
    seconds = {"ours": np.inf, "kernel": np.inf}
    for _ in range(2):
        started = time.process_time()
        rbf_kernel(X, gamma=kappa)
        seconds["kernel"] = min(seconds["kernel"], time.process_time() - started)
        started = time.process_time()
        machine = RelevanceVectorRegressor(kappa=kappa).fit(X, y)
        seconds["ours"] = min(seconds["ours"], time.process_time() - started)
    error = float(np.sqrt(np.square(machine.predict(X_test) - y_test).mean()))
    yield {
        "row": f"rvm {name} n=6,144 d=32",
        "kind": "floor",
        "ours_s": seconds["ours"],
        "other": "rbf_kernel",
        "other_s": seconds["kernel"],
        "ratio": seconds["kernel"] / seconds["ours"],
        "goal": goal,
        "quality": f"RMSE {error:.4f}, {machine.relevance_.size} vectors, complete: {machine.complete_}",
    }


def rows():
    """All comparisons of the relevance vector machine."""
    RelevanceVectorRegressor(kappa=0.1).fit(np.random.RandomState(0).standard_normal((500, 3)), np.arange(500.0))
    # Ten and twenty times the kernel matrix, at the widths that cross-validation takes.
    yield from kernel_row("pumadyn-32nh", 0.008, 0.1)
    yield from kernel_row("pumadyn-32fm-regenerated", 0.008, 0.05)


if __name__ == "__main__":
    report(rows(), ROOT / "results/bench/rvm.csv")
