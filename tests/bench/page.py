"""docs/bench.md and its figure from rows of the benchmark."""

from pathlib import Path

from sieveflow.plots import style
from sieveflow.tables import write_text

HEAD = """# Beside other programs

Written by `make bench` from what it measured, on one core. *Ratio* is the time of the other program over ours: above 1
we are quicker. We are *ahead* where we are at least as quick with no fewer hits and no larger error (by more than 0.01,
which is what the test samples leave to chance). Memory is shown and does not count in that: kernel methods keep
matrices of all pairs of samples, and some of the packages need less.

![Time of other programs over ours](images/bench.svg)

## Packages

Each in a process and an environment of its own, ours as well: processor time with start-up and imports, compiled code
of ours from the cache; peak memory; hits among the features that are known to matter; error held out: of a Gaussian
machine with the chosen features (1 - R², or the share of wrong classes), of the machine itself, or for the machine of
20 features its objective. Which method of ours stands beside a package is decided by what the package does
(`tests/bench/packages.py`). LIBSVM cross-validates on folds of its own, drawn anew for
every C, so that its cross-validated errors and ours are not of the same folds.

"""
PROGRAMS = """
## The same work through general tools

Both sides in turn in one process. Rows of kind *floor* hold a part of our own work that cannot be saved against all of
it: there the ratio is the share of that part, and the goal a share that is not to be undercut.

"""


def write(docs, packages, programs, paths, *, missing):
    """Write the page and draw the figure.

    Parameters
    ----------
    packages, programs, paths : list of dict
        Rows as CSV files have them.
    missing : list of str
        What could not be measured, and why.
    """
    heads = ("work", "ours", "package", "s, ours / theirs", "ratio", "MB", "hits", "error", "ahead")
    text = HEAD + _table(heads, [_package_cells(row) for row in packages])
    text += "".join(f"\nLeft out: {name}.\n" for name in missing)
    notes = [f"- {row['row']}, {row['ours']} / {row['other']}: {row['quality']}" for row in packages if row["quality"]]
    text += "\n" + "\n".join(notes) + "\n" if notes else ""
    heads = ("work", "kind", "other", "s, ours / theirs", "ratio", "goal", "quality", "ahead")
    text += PROGRAMS + _table(heads, [_program_cells(row) for row in programs + paths])
    behind = [row for row in packages if row["ahead"] != "yes"]
    text += f"\nOf {len(packages)} packages' rows we are ahead in {len(packages) - len(behind)}.\n"
    write_text(Path(docs, "bench.md"), text)
    with style.plt.rc_context(style.SETTINGS):
        style.save(
            _figure(packages + [row for row in programs + paths if row["kind"] == "peer"]),
            Path(docs, "images/bench.svg"),
        )


def _package_cells(row):
    hits = f"{row['ours_hits']} / {row['other_hits']} of {row['n_relevant']}" if row["ours_hits"] else "-"
    error = f"{float(row['ours_error']):.3f} / {float(row['other_error']):.3f}"
    memory = f"{float(row['ours_mb']):.0f} / {float(row['other_mb']):.0f}"
    return row["row"], row["ours"], row["other"], _seconds(row), _ratio(row), memory, hits, error, row["ahead"]


def _program_cells(row):
    goal = f"{float(row['goal']):g}"
    return row["row"], row["kind"], row["other"], _seconds(row), _ratio(row), goal, row["quality"], row["ahead"]


def _seconds(row):
    return " / ".join(f"{float(row[key]):.3g}" for key in ("ours_s", "other_s"))


def _ratio(row):
    return f"{float(row['ratio']):.2f}"


def _table(heads, rows):
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"


def _figure(rows):
    """Ratios on a logarithmic axis, one bar for each row."""
    rows = sorted(rows, key=lambda row: float(row["ratio"]))
    figure, axes = style.plt.subplots(figsize=(9, 0.21 * len(rows) + 0.8), layout="constrained")
    ratios = [float(row["ratio"]) for row in rows]
    colours = ["#1b7837" if row["ahead"] == "yes" else "#c2523c" for row in rows]
    axes.barh(range(len(rows)), [ratio - 1 for ratio in ratios], left=1, color=colours, height=0.7)
    # Packages by our method, general tools by the work, of which there are several.
    names = [f"{row['other']} ({row['ours'] if row.get('ours_mb') else row['row']})" for row in rows]
    axes.set_yticks(range(len(rows)), names, fontsize=7)
    axes.set_xscale("log")
    axes.set_ylim(-1, len(rows))
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set(xlabel="time of the other program over ours (green: we are ahead)")
    return figure
