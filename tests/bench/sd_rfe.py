"""SD-L-RFE against a loop over scikit-learn, and against its own trainings."""

import numpy as np
from bench.clock import best_of
from bench.peers import N_REPEATS, PeerDraws, sd_l_rfe_of_sklearn
from bench.samples import additive_sample, cpu_like_sample, wide_sample
from scipy.stats import spearmanr
from sieveflow.learners.gram_factors import GramFactors
from sieveflow.learners.svr import fit_svr
from sieveflow.methods.sd_l_rfe import SDLaplaceRFE


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


def rows():
    """All comparisons of SD-L-RFE."""
    settings = {"C": 2.0**5, "kappa": 2.0**-6, "epsilon": 2.0**-1}
    yield from sd_l_rows("sd-l-rfe additive n=200 d=10", *additive_sample(200), settings, 6, floor_goal=0.45, times=5)
    settings = {"C": 2.0**-1, "kappa": 2.0**-6, "epsilon": 2.0**-3}
    yield from sd_l_rows("sd-l-rfe triazines' shape n=168 d=60", *wide_sample(168, 60), settings, 15)
    settings = {"C": 2.0**6, "kappa": 2.0**-5, "epsilon": 2.0}
    yield from sd_l_rows("sd-l-rfe cpusmall's shape n=820 d=12", *cpu_like_sample(820, 12), settings, 3)
