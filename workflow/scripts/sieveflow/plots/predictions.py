"""Predicted against observed targets."""

import matplotlib.pyplot as plt

from sieveflow.metrics import METRICS
from sieveflow.plots.style import SETTINGS, save


def plot_predictions(svg, png, points, *, title, colours):
    """Draw a panel per method and number of features: test samples, and the line on which they should lie.

    Parameters
    ----------
    points : dict
        (label of the method, number of features) and the observed and predicted targets.
    colours : dict
        Label of a method and its colour.
    """
    low = min(min(observed.min(), predicted.min()) for observed, predicted in points.values())
    high = max(max(observed.max(), predicted.max()) for observed, predicted in points.values())
    with plt.rc_context(SETTINGS):
        figure, panels = plt.subplots(
            ncols=len(points), figsize=(0.6 + 2.7 * len(points), 3.2), layout="constrained", squeeze=False, sharey=True
        )
        for axes, ((label, count), (observed, predicted)) in zip(panels[0], points.items(), strict=True):
            axes.plot([low, high], [low, high], color="#444444", linewidth=0.8)
            axes.plot(observed, predicted, ".", color=colours[label], markersize=3, alpha=0.5)
            q2 = METRICS["q2"].measure(observed, predicted)
            chosen = f"{count} features" if count else "its own features"
            axes.set_title(f"{label}, {chosen}\nQ² = {q2:.3g}", fontsize=8)
            axes.set(xlabel="observed", aspect="equal")
        panels[0][0].set_ylabel("predicted")
        figure.suptitle(title)
        save(figure, svg, png)
