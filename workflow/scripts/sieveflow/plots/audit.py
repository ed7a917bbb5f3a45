"""The figure of an audit."""

import matplotlib.pyplot as plt

from sieveflow.auditing import load_audit
from sieveflow.plots.style import SETTINGS, save


def plot_audit(svg, result, implementation):
    """Let the audit draw its result; where it has no picture, say its outcome.

    Parameters
    ----------
    result : dict
        What `auditing.run_audit` returned.
    implementation : str
        The audit's module.
    """
    module = load_audit(implementation)
    with plt.rc_context(SETTINGS):
        figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
        if hasattr(module, "draw"):
            module.draw(axes, result)
            axes.set_title(result["title"])
        else:
            axes.axis("off")
            axes.text(0.5, 0.5, f"{result['title']}: {result['outcome']}", ha="center", va="center")
        save(figure, svg)
