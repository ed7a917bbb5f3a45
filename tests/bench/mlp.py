"""MLP-FSPP-RFE against the same ranking through scikit-learn's MLPClassifier."""

import warnings

import numpy as np
from bench.clock import best_of
from bench.mi import classed_sample
from scipy.stats import spearmanr
from sieveflow.learners.mlp import N_STARTS
from sieveflow.methods.mlp_fspp_rfe import ProbabilitySensitivityRFE
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier


def fspp_rfe_of_sklearn(X, y, *, hidden, decay, n_starts=N_STARTS):
    """The ranking with nets of scikit-learn: as many starts, and predictions for every permuted column."""
    rng = np.random.RandomState(0)
    left, ranking = list(range(X.shape[1])), np.ones(X.shape[1], dtype=int)
    while len(left) > 1:
        inputs = X[:, left]
        nets = [
            MLPClassifier((hidden,), activation="tanh", solver="lbfgs", alpha=decay, random_state=rng).fit(inputs, y)
            for _ in range(n_starts)
        ]
        net = min(nets, key=lambda trained: trained.loss_)
        straight, order = net.predict_proba(inputs), rng.permutation(y.size)
        scores = []
        for j in range(len(left)):
            permuted = inputs.copy()
            permuted[:, j] = inputs[order, j]
            scores.append(np.abs(net.predict_proba(permuted) - straight).sum())
        worst = int(np.argmin(scores))
        ranking[left[worst]] = len(left)
        del left[worst]
    return ranking


def rows():
    """One comparison: vehicle's shape."""
    X, y = classed_sample(423, 18, 4)
    rankings = {}

    def ours():
        settings = {"hidden": 4, "weight_decay": 0.1, "n_permutations": 1, "random_state": 0}
        rankings["ours"] = ProbabilitySensitivityRFE(**settings).fit(X, y).ranking_

    def theirs():
        rankings["theirs"] = fspp_rfe_of_sklearn(X, y, hidden=4, decay=0.1)

    ours()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        ours_s, theirs_s = best_of(2, ours, theirs)
    same = len({*np.argsort(rankings["ours"])[:5]} & {*np.argsort(rankings["theirs"])[:5]})
    alike = spearmanr(rankings["ours"], rankings["theirs"]).statistic
    yield {
        "row": "mlp-fspp-rfe vehicle's shape n=423 d=18 m=4",
        "kind": "peer",
        "ours_s": ours_s,
        "other": "scikit-learn MLPClassifier",
        "other_s": theirs_s,
        "ratio": theirs_s / ours_s,
        "goal": 3,
        "quality": f"first 5 shared: {same}, rank correlation {alike:.3f}",
    }
