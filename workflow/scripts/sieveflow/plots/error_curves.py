"""Mean error against the number of best features, ours and the printed points on one axis."""

import math

import matplotlib.pyplot as plt

from sieveflow.metrics import our_name
from sieveflow.plots.style import SETTINGS, save
from sieveflow.tables import number


def plot_error_curves(svg, png, comparison, printed, *, title, metrics, names, methods):
    """Draw a panel per metric: one line per method with a band of one standard deviation, a cross per printed mean.

    Where methods choose the number of features themselves, a square stands at the mean of what they chose.

    Parameters
    ----------
    comparison : list of dict
        Rows of the comparison stage.
    printed : list of dict
        Rows of resources/published that belong to this problem.
    metrics : dict
        Metric id and its label.
    names : dict
        Our names of printed measures, where they differ.
    methods : dict
        Method id and its label and colour, in the order of the legend.
    """
    with plt.rc_context(SETTINGS):
        figure, panels = plt.subplots(
            ncols=len(metrics), figsize=(1.4 + 4.2 * len(metrics), 3.8), layout="constrained", squeeze=False
        )
        for axes, (metric, label) in zip(panels[0], metrics.items(), strict=True):
            points = [row for row in printed if our_name(row["metric"], names) == metric and row["n_features"]]
            _draw(axes, metric, comparison, points, methods)
            axes.set_xlabel("number of best features")
            axes.set_ylabel(label)
        figure.suptitle(title)
        panels[0][-1].legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))
        save(figure, svg, png)


def _draw(axes, metric, comparison, printed, methods):
    top = 0
    for method, look in methods.items():
        own = [row for row in comparison if row["method"] == method and row["metric"] == metric]
        rows = sorted((row for row in own if int(row["n_features"]) > 0), key=lambda row: int(row["n_features"]))
        counts = [int(row["n_features"]) for row in rows]
        means = [number(row["mean"]) for row in rows]
        spreads = [0.0 if math.isnan(s := number(row["std"])) else s for row in rows]
        axes.plot(counts, means, color=look["colour"], marker="o", markersize=3, label=look["label"])
        low = [m - s for m, s in zip(means, spreads, strict=True)]
        high = [m + s for m, s in zip(means, spreads, strict=True)]
        axes.fill_between(counts, low, high, color=look["colour"], alpha=0.08, linewidth=0)
        _own_choice(axes, own, comparison, method, look)
        points = [row for row in printed if row["method"] == method]
        axes.plot(
            [int(row["n_features"]) for row in points],
            [float(row["value"]) for row in points],
            color=look["colour"],
            linestyle="none",
            marker="x",
            markersize=7,
        )
        top = max([top, *counts])
    axes.plot([], [], color="grey", linestyle="none", marker="x", markersize=7, label="printed in the paper")
    if 0 < top <= 20:
        axes.set_xticks(range(1, top + 1))


def _own_choice(axes, own, comparison, method, look):
    """A square with bars of one standard deviation for the features that a method chose, where it did."""
    sizes = [row for row in comparison if row["method"] == method and row["metric"] == "selected"]
    for row in own:
        if int(row["n_features"]) == 0 and sizes:
            axes.errorbar(
                number(sizes[0]["mean"]),
                number(row["mean"]),
                xerr=number(sizes[0]["std"]) if sizes[0]["std"] else None,
                yerr=number(row["std"]) if row["std"] else None,
                color=look["colour"],
                marker="s",
                markersize=5,
                linewidth=0.8,
            )
