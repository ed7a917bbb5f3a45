"""RMB-RFE* against plain scikit-learn SVR calls and a general QP solver for the radius."""

import numpy as np
from bench.clock import best_of
from bench.samples import cpu_like_sample, standardised
from reference import plain_bounds
from sieveflow.methods.rmb_rfe_star import RetrainedRadiusMarginRFE


def rows():
    """Shape and settings of cpusmall. The plain way is timed once: it takes minutes."""
    X, y = cpu_like_sample(820, 12)
    X, y = standardised(X), y / y.std()
    settings = {"C": 2.0**6 / 18, "kappa": 2.0**-5, "epsilon": 2.0 / 18}
    rankings = {}

    def ours():
        rankings["ours"] = RetrainedRadiusMarginRFE(**settings, bound_loss="linear").fit(X, y).ranking_

    def theirs():
        rankings["theirs"] = plain_bounds.rank(X, y, **settings, span=False, retrain=True, tol=1e-3)

    ours()
    ours_s, theirs_s = best_of(1, ours, theirs)
    same = int(np.sum(rankings["ours"] == rankings["theirs"]))
    yield {
        "row": "rmb-rfe-star cpusmall's shape n=820 d=12",
        "kind": "peer",
        "ours_s": ours_s,
        "other": "scikit-learn SVR and Clarabel",
        "other_s": theirs_s,
        "ratio": theirs_s / ours_s,
        "goal": 5,
        "quality": f"ranks shared: {same} of 12",
    }
