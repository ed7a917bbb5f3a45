"""The grid of section 5 of the KDD'10 paper over five realizations, against scikit-learn's GridSearchCV."""

import numpy as np
from bench.clock import best_of
from bench.samples import additive_sample
from sieveflow.cross_validation import fold_numbers, lowest
from sieveflow.learners.svr_surface import cv_surface
from sieveflow.seeding import stream
from sklearn.model_selection import GridSearchCV, PredefinedSplit
from sklearn.svm import SVR

GRID = {"C": 2.0 ** np.arange(-2, 7), "kappa": 2.0 ** np.arange(-6, 3), "epsilon": 2.0 ** np.arange(-5, 3)}


def rows():
    """16,200 trainings at n = 200, d = 10. The peer is timed once."""
    data = [additive_sample(200, draw) for draw in range(5)]
    folds = [fold_numbers(200, 5, stream("bench", "fold", draw)) for draw in range(5)]
    chosen = {}

    def ours():
        surface = sum(cv_surface(X, y, GRID, fold) for (X, y), fold in zip(data, folds, strict=True))
        chosen["ours"] = lowest(surface, GRID)

    def theirs():
        names = {"C": GRID["C"], "gamma": GRID["kappa"], "epsilon": GRID["epsilon"]}
        total = 0.0
        for (X, y), fold in zip(data, folds, strict=True):
            search = GridSearchCV(SVR(), names, cv=PredefinedSplit(fold), scoring="neg_mean_squared_error", refit=False)
            total = total - search.fit(X, y).cv_results_["mean_test_score"]
        best = search.cv_results_["params"][int(np.argmin(total))]
        chosen["theirs"] = {"C": float(best["C"]), "kappa": float(best["gamma"]), "epsilon": float(best["epsilon"])}

    cv_surface(data[0][0][:20], data[0][1][:20], {name: values[:1] for name, values in GRID.items()}, folds[0][:20])
    ours_s, theirs_s = best_of(1, ours, theirs)
    yield {
        "row": "tuning n=200 d=10, 16,200 trainings",
        "kind": "peer",
        "ours_s": ours_s,
        "other": "scikit-learn GridSearchCV",
        "other_s": theirs_s,
        "ratio": theirs_s / ours_s,
        "goal": 4,
        "quality": "same choice" if chosen["ours"] == chosen["theirs"] else f"choices differ: {chosen}",
    }
