"""How all figures look, and how they are saved to the same bytes every time."""

import io

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


def save(figure, svg, png):
    """Save a figure as SVG and PNG without dates or versions, and close it."""
    for path, kind, metadata in ((svg, "svg", {"Date": None, "Creator": None}), (png, "png", {"Software": None})):
        content = io.BytesIO()
        figure.savefig(content, format=kind, metadata=metadata)
        write_bytes(path, content.getvalue())
    plt.close(figure)
