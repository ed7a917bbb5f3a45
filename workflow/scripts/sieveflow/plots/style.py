"""How all figures look, and how they are saved to the same bytes every time."""

import io
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from sieveflow.tables import write_bytes

SETTINGS = {
    "svg.hashsalt": "sieveflow",
    "svg.fonttype": "none",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "savefig.dpi": 150,
}


_UNDATED = {".svg": {"Date": None, "Creator": None}, ".png": {"Software": None}}


def save(figure, *paths):
    """Save a figure as SVG or PNG, by the ending of each path, without dates or versions, and close it."""
    for path in paths:
        ending = Path(path).suffix
        content = io.BytesIO()
        figure.savefig(content, format=ending[1:], metadata=_UNDATED[ending])
        write_bytes(path, content.getvalue())
    plt.close(figure)
