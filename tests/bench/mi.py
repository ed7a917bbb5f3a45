"""Rows of the benchmark for mutual information: MI-PW against NumPy and its own exponentials, mRMR against packages.

Run by itself it prints these rows alone. Packages that are not installed are named and left out.
"""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from bench.clock import best_of, report
from scipy.stats import spearmanr
from sieveflow.methods.mi_pw import ParzenInformationRFE
from sieveflow.scaling import standardise
from sieveflow.seeding import stream
from sieveflow.window_sums import exponentials

ROOT = Path(__file__).parents[2]
MRMR = "mrmr 500 x 1,000, 30 features, with start-up"
DATA = """
import numpy as np
rng = np.random.RandomState(0)
X = rng.standard_normal((500, 1000))
y = (X[:, 0] + X[:, 1] * X[:, 2] + 0.5 * rng.standard_normal(500) > 0).astype(int)
"""
OURS = """
from sieveflow.methods.mrmr import RelevanceRedundancyRanker
RelevanceRedundancyRanker(task="classification", n_features_to_select=30).fit(X, y)
"""
PACKAGES = {
    "mrmr-selection": (
        "mrmr",
        """
import pandas as pd
from mrmr import mrmr_classif
mrmr_classif(X=pd.DataFrame(X), y=pd.Series(y), K=30, n_jobs=1, show_progress=False)
""",
    ),
    "fast-select": (
        "fast_select",
        """
from fast_select import mRMR
bins = [np.searchsorted(np.linspace(c.min(), c.max(), 11)[1:-1], c) for c in X.T]
mRMR(n_features_to_select=30).fit(np.stack(bins, axis=1).astype(np.int32), y)
""",
    ),
    # Its quickest setting: correlations in the place of mutual information.
    "feature-engine (FCQ)": (
        "feature_engine",
        """
import pandas as pd
from feature_engine.selection import MRMR
names = [f"f{i}" for i in range(1000)]
MRMR(method="FCQ", max_features=30, regression=False, n_jobs=1).fit(pd.DataFrame(X, columns=names), pd.Series(y))
""",
    ),
}


def classed_sample(n, d, classes):
    """Standardised inputs of a given shape, and classes that five of them decide."""
    rng = stream("bench", n, d, classes)
    X = rng.standard_normal((n, d))
    signal = np.sin(X[:, 0]) + X[:, 1] * X[:, 2] + X[:, 3] - X[:, 4] + 0.3 * rng.standard_normal(n)
    edges = np.quantile(signal, np.arange(1, classes) / classes)
    return standardise(X)[0], np.searchsorted(edges, signal)


def mi_pw_of_numpy(X, y, sigma):
    """MI-PW in double precision with NumPy: distances updated by feature, one matrix of windows for each feature."""
    left, ranking = list(range(X.shape[1])), np.ones(X.shape[1], dtype=int)
    member = (y[:, None] == np.unique(y)).astype(float)
    total = np.zeros((y.size, y.size))
    for column in X.T:
        total += np.square(column[:, None] - column)
    while len(left) > 1:
        values = []
        for feature in left:
            windows = np.exp((total - np.square(X[:, feature][:, None] - X[:, feature])) * (-0.5 / sigma**2))
            sums = windows @ member
            own = (sums * member).sum(axis=1)
            values.append(np.log(own / sums.sum(axis=1)).mean())
        worst = left[int(np.argmax(values))]
        total -= np.square(X[:, worst][:, None] - X[:, worst])
        ranking[worst] = len(left)
        left.remove(worst)
    return ranking


def mi_pw_rows(name, n, d, classes, sigma, times):
    """MI-PW against NumPy and against the exponentials that it cannot do without."""
    X, y = classed_sample(n, d, classes)
    rankings = {}

    def ours():
        rankings["ours"] = ParzenInformationRFE(sigma=sigma).fit(X, y).ranking_

    def theirs():
        rankings["theirs"] = mi_pw_of_numpy(X, y, sigma)

    arguments = -np.random.RandomState(0).uniform(0, 50, size=4096).astype(np.float32)
    out = np.empty_like(arguments)
    rounds = n * (n - 1) // 2 * (d * (d + 1) // 2 - 1) // arguments.size

    def exponentials_alone():
        for _ in range(rounds):
            exponentials(arguments, out)

    ours()
    exponentials_alone()
    ours_s, floor_s = best_of(3, ours, exponentials_alone)
    (theirs_s,) = best_of(times, theirs)
    alike = spearmanr(rankings["ours"], rankings["theirs"]).statistic
    row = {"row": name, "kind": "peer", "ours_s": ours_s, "other": "NumPy in double precision", "other_s": theirs_s}
    rows = [row | {"ratio": theirs_s / ours_s, "goal": 6, "quality": f"rank correlation {alike:.3f}"}]
    row = {"row": name, "kind": "floor", "ours_s": ours_s, "other": "exponentials alone", "other_s": floor_s}
    return [*rows, row | {"ratio": floor_s / ours_s, "goal": 0.15, "quality": "every pair once, single precision"}]


def run(program):
    """Run a program on the data in a process of its own."""
    path = os.pathsep.join([str(ROOT / "workflow/scripts"), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-W", "ignore", "-c", DATA + program]
    subprocess.run(command, check=True, env=os.environ | {"PYTHONPATH": path}, capture_output=True)


def mrmr_rows():
    """Our mRMR against every package that is installed."""
    rows = []
    for name, (module, program) in PACKAGES.items():
        if find_spec(module) is None:
            print(f"{MRMR}: {name} is not installed and left out")
            continue
        ours_s, theirs_s = best_of(2, lambda: run(OURS), lambda program=program: run(program))
        row = {"row": MRMR, "kind": "peer", "ours_s": ours_s, "other": name, "other_s": theirs_s}
        rows.append(row | {"ratio": theirs_s / ours_s, "goal": 1, "quality": "both select 30"})
    return rows


def rows():
    """All comparisons of mutual information."""
    yield from mi_pw_rows("mi-pw satimage's shape n=2000 d=36", 2000, 36, 6, 1.0, times=1)
    yield from mi_pw_rows("mi-pw musk's shape n=330 d=166", 330, 166, 2, 3.0, times=1)
    yield from mrmr_rows()


if __name__ == "__main__":
    report(rows(), ROOT / "results/bench/mi.csv")
