"""A cross-validated error over lambda, what tuners chose, and how often predictions change along the path."""

import matplotlib.pyplot as plt
import numpy as np

from sieveflow.path_tuning.gradient_search import smooth_cv_error
from sieveflow.path_tuning.step_function import cv_function
from sieveflow.plots.step_curve import draw_steps, label_axes
from sieveflow.plots.style import SETTINGS, save

# Values of lambda at which the smooth stand-in is drawn.
_POINTS = 400


def plot_tuning_curves(svg, png, folds, choices, *, title, methods):
    """Draw two panels for one realization, as Figures 6.2 and 6.3 of the thesis do.

    Left the exact error over all folds, that of the first fold, the smooth stand-in and the choices; right how many
    held-out samples change sides between two breakpoints of a fold's path.

    Parameters
    ----------
    folds : list of FoldDecisions
    choices : dict
        Method id and its lambda and error.
    methods : dict
        Method id and its label and colour.
    """
    exact = cv_function(folds)
    with plt.rc_context(SETTINGS):
        figure, (curve, counts) = plt.subplots(
            ncols=2, figsize=(10.4, 4.2), layout="constrained", width_ratios=[2.2, 1.0]
        )
        draw_steps(curve, cv_function(folds[:1]), color="#bbbbbb", linewidth=0.8, label="first fold")
        lambdas = np.geomspace(exact.upper[0], exact.lower[-1], _POINTS)
        smooth = [smooth_cv_error(folds, lam)[0] for lam in lambdas]
        curve.plot(lambdas, smooth, color="#7f7f7f", linewidth=0.9, linestyle="--", label="smooth stand-in")
        draw_steps(curve, exact, color="black", linewidth=1.0, label="exact")
        for place, (method, (lam, value)) in enumerate(choices.items()):
            look = methods[method]
            # Rings, each smaller than the one before, so that choices that agree can be told apart.
            ring = {"marker": "o", "fillstyle": "none", "markeredgewidth": 1.8, "markersize": max(14 - 1.3 * place, 3)}
            curve.plot([lam], [value], color=look["colour"], linestyle="none", label=look["label"], **ring)
        label_axes(curve, exact)
        curve.legend(frameon=False, fontsize=7, ncols=2, labelspacing=0.9)
        _draw_counts(counts, folds)
        figure.suptitle(f"{title}, first realization")
        save(figure, svg, png)


def _draw_counts(axes, folds):
    """The histogram of |I_S|, (6.20), over the intervals of all folds."""
    changes = np.concatenate([(fold.h[:-1] * fold.h[1:] < 0.0).sum(axis=1) for fold in folds])
    numbers, intervals = np.unique(changes, return_counts=True)
    axes.bar(numbers, intervals, color="#1f77b4")
    axes.set_yscale("log")
    axes.set_xlabel("predictions that change in an interval")
    axes.set_ylabel("intervals, all folds")
