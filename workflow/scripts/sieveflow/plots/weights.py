"""Weights of variables over bags: a star for each variable, and all of them as parallel coordinates."""

import matplotlib.pyplot as plt
import numpy as np

from sieveflow.plots.style import SETTINGS, save

POSITIVE, NEGATIVE, FLIPS, UNUSED = "#1f5fa8", "#c0392b", "#8a6d00", "#999999"
_LABELS = {POSITIVE: "positive in all bags", NEGATIVE: "negative in all bags", FLIPS: "changes its sign"}
_COLUMNS = 6
_MOST = 30


def colour_of(weights):
    """The colour of a variable: by the sign of its weights over bags."""
    positive, negative = (weights > 0).any(), (weights < 0).any()
    if positive and negative:
        return FLIPS
    return POSITIVE if positive else NEGATIVE if negative else UNUSED


def shown_variables(weights):
    """Names by mean weight, the most negative first; of many, those with the largest absolute weights."""
    largest = sorted(weights, key=lambda name: -np.abs(weights[name]).mean())[:_MOST]
    return sorted(largest, key=lambda name: weights[name].mean())


def plot_stars(svg, png, weights, *, title, kept):
    """Draw a star per variable: a spoke for every bag, as long as the root of the absolute weight there.

    With the root areas go with weights, and small ones can still be seen.

    Parameters
    ----------
    weights : dict
        Name of a variable and its weights in the bags.
    kept : set of str
        Variables that the method keeps; the names of the others stand in brackets.
    """
    names = shown_variables(weights)
    longest = max(np.abs(weights[name]).max() for name in names) or 1.0
    n_rows = -(-len(names) // _COLUMNS)
    with plt.rc_context(SETTINGS):
        figure, panels = plt.subplots(
            n_rows, _COLUMNS, figsize=(1.7 * _COLUMNS, 1.9 * n_rows + 0.9), layout="constrained", squeeze=False
        )
        for axes in panels.flat:
            axes.set_axis_off()
        for axes, name in zip(panels.flat, names, strict=False):
            _star(axes, weights[name] / longest)
            shown = name if name in kept else f"({name})"
            axes.set_title(f"{shown}\n{weights[name].mean():+.2f}", fontsize=8, color=colour_of(weights[name]))
        _legend(figure)
        figure.suptitle(_with_count(title, names, weights))
        save(figure, svg, png)


def _star(axes, weights):
    angles = np.linspace(0, 2 * np.pi, weights.size, endpoint=False) + np.pi / 2
    length = np.sqrt(np.abs(weights))
    x, y = length * np.cos(angles), length * np.sin(angles)
    circle = np.linspace(0, 2 * np.pi, 100)
    axes.plot(np.cos(circle), np.sin(circle), color="#cccccc", linewidth=0.6)
    axes.fill(x, y, color=colour_of(weights), alpha=0.2, linewidth=0)
    axes.plot(np.append(x, x[0]), np.append(y, y[0]), color=colour_of(weights), linewidth=0.6)
    for sign, colour in ((1.0, POSITIVE), (-1.0, NEGATIVE)):
        for place in np.flatnonzero(np.sign(weights) == sign):
            axes.plot([0, x[place]], [0, y[place]], color=colour, linewidth=1.1)
    axes.set(xlim=(-1.05, 1.05), ylim=(-1.05, 1.05), aspect="equal")


def plot_parallel(svg, png, weights, *, title, kept):
    """Draw an axis per variable and a line per bag that joins its weights; the arguments are those of `plot_stars`."""
    names = shown_variables(weights)
    values = np.column_stack([weights[name] for name in names])
    with plt.rc_context(SETTINGS):
        figure, axes = plt.subplots(figsize=(max(8.0, 0.36 * len(names) + 1.5), 4.4), layout="constrained")
        places = np.arange(len(names))
        axes.axhline(0.0, color="#444444", linewidth=0.8)
        for bag in values:
            axes.plot(places, bag, color="#555555", alpha=0.25, linewidth=0.7)
        for place, name in enumerate(names):
            axes.plot(np.full(len(values), place), values[:, place], ".", color=colour_of(weights[name]), markersize=4)
        axes.plot(places, values.mean(axis=0), "_", color="black", markersize=11, markeredgewidth=1.6)
        axes.set_xticks(places, [name if name in kept else f"({name})" for name in names], rotation=60, ha="right")
        for label, name in zip(axes.get_xticklabels(), names, strict=True):
            label.set(color=colour_of(weights[name]), fontsize=8, rotation_mode="anchor")
        axes.set_ylabel("weight, each bag of length 1")
        axes.set_title(_with_count(title, names, weights) + ": a line per bag, bars are means", fontsize=9)
        _legend(figure)
        save(figure, svg, png)


def _with_count(title, names, weights):
    few = len(names) < len(weights)
    return f"{title}{f', the {len(names)} largest of {len(weights)}' if few else ''}"


def _legend(figure):
    handles = [plt.Line2D([], [], color=colour, marker="o", linestyle="none") for colour in _LABELS]
    handles.append(plt.Line2D([], [], linestyle="none"))
    texts = [*_LABELS.values(), "(in brackets: not kept)"]
    figure.legend(handles, texts, loc="outside lower center", ncols=len(texts), frameon=False, fontsize=8)
