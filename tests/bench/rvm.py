"""The relevance vector machine against packages and against the kernel matrix alone, in processor time of one process.

Run by itself it prints these rows alone. Packages that are not installed and data that no source has are named and left
out.
"""

import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from bench.clock import report
from bench.samples import standardised
from sieveflow.learners.rvm_estimator import RelevanceVectorRegressor
from sieveflow.seeding import stream
from sieveflow.tables import read_table
from sklearn.metrics.pairwise import rbf_kernel

ROOT = Path(__file__).parents[2]
WIDTHS = (0.01, 0.03, 0.06, 0.12, 0.25)
N_TEST = 2048


def sample(name, n):
    """Some samples to train and to test with, standardised; None where the table was not fetched."""
    path = ROOT / f"resources/data/{name}.csv"
    if not path.exists():
        print(f"rvm: {path.relative_to(ROOT)} is not there (snakemake resources/data/{name}.csv) and left out")
        return None
    table = read_table(path)
    order = stream("bench", name).permutation(table.y.size)
    X, y = standardised(table.X)[order], table.y[order]
    return X[:n], y[:n], X[-N_TEST:], y[-N_TEST:]


def fastrvm(kappa):
    """The package's regressor and how many relevance vectors it has after fit."""
    machine = import_module("fastrvm").RVR(kernel="rbf", gamma=kappa, fit_intercept=True)
    return machine, lambda: machine.n_relevance_


def sklearn_rvm(kappa):
    """Likewise."""
    machine = import_module("sklearn_rvm").EMRVR(kernel="rbf", gamma=kappa)
    return machine, lambda: len(machine.relevance_vectors_)


def ours(kappa):
    """Likewise."""
    machine = RelevanceVectorRegressor(kappa=kappa)
    return machine, lambda: machine.relevance_.size


PEERS = {"fastrvm": (fastrvm, 3), "sklearn_rvm": (sklearn_rvm, 5)}


def fits(maker, X, y, X_test, y_test):
    """Total time, and the errors and sizes for all widths."""
    seconds, errors, sizes = 0.0, [], []
    for kappa in WIDTHS:
        machine, size = maker(kappa)
        started = time.process_time()
        machine.fit(X, y)
        seconds += time.process_time() - started
        errors.append(float(np.sqrt(np.square(machine.predict(X_test) - y_test).mean())))
        sizes.append(int(size()))
    return seconds, errors, sizes


def peer_rows(data):
    """Our machine against every package that is installed."""
    ours_s, own_errors, own_sizes = min((fits(ours, *data) for _ in range(2)), key=lambda run: run[0])
    for name, (maker, goal) in PEERS.items():
        if find_spec(name) is None:
            print(f"rvm: {name} is not installed and left out")
            continue
        try:
            theirs_s, errors, sizes = fits(maker, *data)
        except Exception as error:
            print(f"rvm: {name} fails and is left out: {type(error).__name__}: {error}")
            continue
        ratios = " ".join(f"{own / other:.3f}" for own, other in zip(own_errors, errors, strict=True))
        yield {
            "row": "rvm puma8nh n=1,000, five widths",
            "kind": "peer",
            "ours_s": ours_s,
            "other": name,
            "other_s": theirs_s,
            "ratio": theirs_s / ours_s,
            "goal": goal,
            "quality": f"RMSE ours / theirs {ratios}; vectors ours {own_sizes}, theirs {sizes}",
        }


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
    ours(0.1)[0].fit(np.random.RandomState(0).standard_normal((500, 3)), np.arange(500.0))
    data = sample("pumadyn-8nh", 1000)
    if data is not None:
        yield from peer_rows(data)
    # Ten and twenty times the kernel matrix, at the widths that cross-validation takes.
    yield from kernel_row("pumadyn-32nh", 0.008, 0.1)
    yield from kernel_row("pumadyn-32fm-regenerated", 0.008, 0.05)


if __name__ == "__main__":
    report(rows(), ROOT / "results/bench/rvm.csv")
