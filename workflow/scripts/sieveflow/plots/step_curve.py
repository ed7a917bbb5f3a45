"""A cross-validated function of lambda, exact, with what searches chose."""

import matplotlib.pyplot as plt
import numpy as np

from sieveflow.plots.style import SETTINGS, save


def plot_step_curve(svg, png, exact, best, others, *, title, smooth=None):
    """Draw the exact function, the best interval, and the choices of other searches.

    Parameters
    ----------
    exact : StepFunction
    best : Found
        The choice of the global search.
    others : dict
        Label and Found of other searches.
    smooth : tuple of ndarray, optional
        Lambdas and values of the smooth stand-in that a gradient search goes by.
    """
    with plt.rc_context(SETTINGS):
        figure, axes = plt.subplots(figsize=(7.2, 3.8), layout="constrained")
        draw_steps(axes, exact, color="#1f77b4", linewidth=1.0, label="exact")
        if smooth is not None:
            axes.plot(*smooth, color="#7f7f7f", linewidth=0.8, linestyle="--", label="smooth stand-in")
        label = f"global optimum {best.value:.4f}"
        axes.axvspan(best.lower, best.upper, color="#2ca02c", alpha=0.35, linewidth=0)
        axes.plot([best.upper], [best.value], color="#2ca02c", marker="o", linestyle="none", label=label)
        for (name, found), marker in zip(others.items(), ("s", "D", "^", "v"), strict=False):
            text = f"{name} {found.value:.4f}"
            axes.plot([found.lam], [found.value], color="#d62728", marker=marker, linestyle="none", label=text)
        label_axes(axes, exact)
        axes.set_title(title)
        axes.legend(frameon=False, fontsize=8)
        save(figure, svg, png)


def draw_steps(axes, exact, **look):
    """Draw a step function of lambda."""
    edges = np.stack([exact.upper, exact.lower], axis=1).ravel()
    axes.plot(edges, np.repeat(exact.values, 2), **look)


def label_axes(axes, exact):
    """Name the axes of a function of lambda."""
    axes.set_xscale("log", base=2)
    axes.set_xlabel("λ = 1 / C")
    axes.set_ylabel(f"{exact.function.label}, cross-validated")
