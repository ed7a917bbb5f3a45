"""Rows of the benchmark for mutual information: MI-PW against NumPy and its own exponentials.

Run by itself it prints these rows alone.
"""

from pathlib import Path

import numpy as np
from bench.clock import best_of, report
from scipy.stats import spearmanr
from sieveflow.criteria.window_sums import exponentials
from sieveflow.methods.mi_pw import ParzenInformationRFE
from sieveflow.scaling import standardise
from sieveflow.seeding import stream

ROOT = Path(__file__).parents[2]


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


def rows():
    """All comparisons of mutual information."""
    yield from mi_pw_rows("mi-pw satimage's shape n=2000 d=36", 2000, 36, 6, 1.0, times=1)
    yield from mi_pw_rows("mi-pw musk's shape n=330 d=166", 330, 166, 2, 3.0, times=1)


if __name__ == "__main__":
    report(rows(), ROOT / "results/bench/mi.csv")
