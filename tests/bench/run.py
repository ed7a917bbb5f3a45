"""Print how our methods compare with the same work done otherwise, as ratios of times taken in turn in one process.

Writes results/bench/bench.csv: row, kind (peer: another program; floor: the part that cannot be saved), ours_s, other,
other_s, ratio = other_s / ours_s, goal, quality.
"""

from pathlib import Path

import numpy as np
from bench.clock import best_of, report
from bench.mi import information_rows
from bench.peers import N_REPEATS, PeerDraws, sd_l_rfe_of_sklearn
from scipy.stats import spearmanr
from sieveflow.datasets.generators import additive
from sieveflow.learners.gram_factors import GramFactors
from sieveflow.learners.svr import fit_svr
from sieveflow.methods.sd_l_rfe import SDLaplaceRFE
from sieveflow.seeding import stream
from sieveflow.splits import standardiser

ROOT = Path(__file__).parents[2]


def standardised(X):
    """Inputs with mean 0 and deviation 1."""
    mean, scale = standardiser(X)
    return (X - mean) / scale


def additive_sample(n):
    """A sample of the additive problem."""
    X, y = additive.generate(stream("bench", n), n=n, noise_variance=0.1)
    return standardised(X), y


def wide_sample(n, d):
    """Inputs of a given shape of which five matter, with the spread of the target of triazines (0.16)."""
    rng = stream("bench", n, d)
    X = rng.standard_normal((n, d))
    signal = np.sin(X[:, 0]) + X[:, 1] * X[:, 2] + X[:, 3] - X[:, 4]
    return X, 0.1 * (signal / signal.std() + 0.3 * rng.standard_normal(n))


def cpu_like_sample(n, d):
    """Inputs of a given shape with the spread of the target of cpusmall (18)."""
    X, y = wide_sample(n, d)
    return X, 18 * (y - y.mean()) / y.std()


def sd_l_rows(name, X, y, settings, goal, floor_goal=None, times=3):
    """SD-L-RFE against the loop over scikit-learn, and against its own trainings."""
    rankings = {}

    def ours():
        draws = PeerDraws(1)
        rankings["ours"] = SDLaplaceRFE(**settings, n_permutations=N_REPEATS, random_state=draws).fit(X, y).ranking_

    def theirs():
        rankings["theirs"] = sd_l_rfe_of_sklearn(X, y, **settings, seed=1)

    ours()
    order = np.argsort(rankings["ours"])
    factors = GramFactors(X, settings["kappa"])
    grams = [factors.gram(np.sort(order[:k])) for k in range(X.shape[1], 1, -1)]

    def trainings():
        for gram in grams:
            fit_svr(gram, y, settings["C"], settings["epsilon"])

    ours_s, theirs_s, floor_s = best_of(times, ours, theirs, trainings)
    alike = spearmanr(rankings["ours"], rankings["theirs"]).statistic
    same = len({*np.argsort(rankings["ours"])[:5]} & {*np.argsort(rankings["theirs"])[:5]})
    row = {"row": name, "kind": "peer", "ours_s": ours_s, "other": "scikit-learn SVR and permutation_importance"}
    row |= {"other_s": theirs_s, "ratio": theirs_s / ours_s, "goal": goal}
    rows = [row | {"quality": f"first 5 shared: {same}, rank correlation {alike:.3f}"}]
    if floor_goal is not None:
        row = {"row": name, "kind": "floor", "ours_s": ours_s, "other": "own SVR trainings alone", "other_s": floor_s}
        rows.append(row | {"ratio": floor_s / ours_s, "goal": floor_goal, "quality": "same machines"})
    return rows


def main():
    """Measure, print and write."""
    rows = []
    settings = {"C": 2.0**5, "kappa": 2.0**-6, "epsilon": 2.0**-1}
    rows += sd_l_rows("sd-l-rfe additive n=200 d=10", *additive_sample(200), settings, 6, floor_goal=0.45, times=5)
    settings = {"C": 2.0**-1, "kappa": 2.0**-6, "epsilon": 2.0**-3}
    rows += sd_l_rows("sd-l-rfe triazines' shape n=168 d=60", *wide_sample(168, 60), settings, 15)
    settings = {"C": 2.0**6, "kappa": 2.0**-5, "epsilon": 2.0}
    rows += sd_l_rows("sd-l-rfe cpusmall's shape n=820 d=12", *cpu_like_sample(820, 12), settings, 3)
    rows += information_rows()
    report(rows, ROOT / "results/bench/bench.csv")


if __name__ == "__main__":
    main()
