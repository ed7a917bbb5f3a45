"""Figures of a snapshot."""

import shutil
from pathlib import Path

from sieveflow.plots import style
from sieveflow.reproduction.counts import by_verdict, studies_of
from sieveflow.reproduction.rejudging import JUDGED
from sieveflow.verdicts import VERDICTS

COLOURS = dict(zip(VERDICTS, ("#1b7837", "#a6dba0", "#c2523c", "#c8c8c8", "#e6e6e6"), strict=True))
# Figures of the studies themselves that are shown: a picture and the name it gets.
SHOWN = {"results/kdd10/full/figures/mpg.png": "mpg.png", "results/thesis-path/full/figures/heart.png": "heart.png"}


def draw(snapshot, folder, results):
    """Draw the figures of a snapshot, and copy those of studies that are there.

    Parameters
    ----------
    folder : Path
        Where they go.
    results : Path
        The folder that has `results`.
    """
    with style.plt.rc_context(style.SETTINGS):
        style.save(_bars(snapshot.ledger), folder / "verdicts.svg")
        style.save(_scatter(snapshot.ledger), folder / "printed-and-ours.png")
    for path, name in SHOWN.items():
        if Path(results, path).exists():
            shutil.copyfile(Path(results, path), folder / name)


def _bars(ledger):
    """Shares of the verdicts, one bar for each study and one for all; counts inside."""
    names = [*studies_of(ledger), "all"]
    figure, axes = style.plt.subplots(figsize=(7.5, 0.36 * len(names) + 0.9), layout="constrained")
    for place, name in enumerate(names):
        own = [row for row in ledger if name in ("all", row["study"])]
        left = 0.0
        for verdict, count in zip(VERDICTS, by_verdict(own), strict=True):
            width = 100 * count / len(own)
            axes.barh(
                place, width, left=left, color=COLOURS[verdict], label=verdict if place == 0 else None, height=0.75
            )
            if width > 4:
                colour = "white" if verdict in ("match", "differs") else "black"
                axes.text(left + width / 2, place, str(count), ha="center", va="center", fontsize=8, color=colour)
            left += width
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.grid(visible=False)
    axes.set(xlabel="percent of the printed cells, with their number", xlim=(0, 100))
    axes.legend(ncols=len(VERDICTS), loc="lower center", bbox_to_anchor=(0.45, 1.0), fontsize=8, frameon=False)
    return figure


def _scatter(ledger):
    """Ours against printed on logarithmic axes, and the distances in units of noise."""
    figure, (left, right) = style.plt.subplots(1, 2, figsize=(8.5, 3.8), layout="constrained")
    for verdict in reversed(JUDGED):
        own = [
            row
            for row in ledger
            if row["verdict"] == verdict and float(row["published"]) > 0 and float(row["ours"]) > 0
        ]
        printed, ours = ([float(row[key]) for row in own] for key in ("published", "ours"))
        left.loglog(printed, ours, ".", markersize=3, color=COLOURS[verdict], label=verdict)
    ends = (1e-4, 1e4)
    left.loglog(ends, ends, color="black", linewidth=0.6)
    left.set(xlabel="printed (cells with a zero are not shown)", ylabel="ours", xlim=ends, ylim=ends)
    left.legend(fontsize=8, markerscale=3)
    sizes = [max(-6.0, min(6.0, float(row["z"]))) for row in ledger if row.get("z")]
    right.hist(sizes, bins=[step / 2 for step in range(-12, 13)], color="#5b7fa6")
    right.set(xlabel="ours less printed in standard errors, at most 6", ylabel="cells")
    return figure
