"""Draw docs/images/svm-path.png: the exact cross-validated error of an SVM for all C, with what searches choose."""

import sys
import tempfile
from pathlib import Path

import numpy as np
from sieveflow.path_tuning.fold_decisions import fold_decisions
from sieveflow.path_tuning.global_search import global_search
from sieveflow.path_tuning.gradient_search import gradient_search, smooth_cv_error
from sieveflow.path_tuning.grid_search import grid, grid_search
from sieveflow.path_tuning.step_function import cv_function
from sieveflow.plots.step_curve import plot_step_curve
from sieveflow.splits import standardiser
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import StratifiedKFold


def main(png=Path(__file__).parent / "images/svm-path.png"):
    """Compute and draw."""
    X, y = load_breast_cancer(return_X_y=True)
    # Ten means of features and every second sample, so that the error has something left to lose.
    X, y = X[::2, :10], np.where(y[::2] == 1, 1.0, -1.0)
    mean, scale = standardiser(X)
    X = (X - mean) / scale
    fold = np.empty(y.size, dtype=int)
    for number, (_, held_out) in enumerate(StratifiedKFold(5, shuffle=True, random_state=0).split(X, y)):
        fold[held_out] = number
    folds = fold_decisions(X @ X.T, y, fold)
    exact = cv_function(folds)
    lambdas = grid(exact.upper[0], exact.lower[-1], 0.05)
    smooth = lambdas, np.array([smooth_cv_error(folds, lam)[0] for lam in lambdas])
    others = {"GRID-1": grid_search(exact, 1.0), "GRAD-100": gradient_search(folds, 100.0, exact=exact)}
    title = "Linear SVM on half of the Wisconsin breast cancer data: 5-fold error for every C"
    with tempfile.TemporaryDirectory() as scratch:
        plot_step_curve(
            Path(scratch) / "curve.svg", png, exact, global_search(exact), others, title=title, smooth=smooth
        )


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
