"""Whether the width of cross-validation is one that selects the printed features."""

from sieveflow.audits.influence_ladder import COLUMNS, ladder


def audit(tables, *, seed, realizations, printed, widths, folds, n_train, n_test, most):
    """The hypothesis is supported if with raw inputs every choice of cross-validation selects the printed features.

    It is refuted if none does. Parameters are those of raw_inputs.
    """
    rows = ladder(tables, seed, min(realizations, most), printed, widths, folds, n_train, n_test)
    raw = [row for row in rows if row["inputs"] == "raw"]
    if not any(row["both"] for row in raw):
        outcome = "refuted"
    else:
        outcome = "supported" if all(row["both"] == row["by cv"] for row in raw) else "undecided"
    sentences = [_sentence(own) for own in _ladders(rows)]
    return {"outcome": outcome, "finding": ". ".join(sentences) + ".", "columns": COLUMNS, "rows": rows}


def _ladders(rows):
    """The rows of every data set and kind of inputs."""
    for key in dict.fromkeys((row["data set"], row["inputs"]) for row in rows):
        yield [row for row in rows if (row["data set"], row["inputs"]) == key]


def _sentence(own):
    """How often the width of cross-validation gives the printed features, and which widths do."""
    count = own[0]["realizations"]
    found = sum(round(count * row["both"]) for row in own)
    taken = max(own, key=lambda row: row["by cv"])
    giving = ", ".join(f"{row['width']:g}" for row in own if row["printed set"] > 0)
    return (
        f"{own[0]['data set']}, {own[0]['inputs']} inputs: cross-validation mostly takes width {taken['width']:g} "
        f"(RMSE {taken['rmse']:.4g}) and its choice selects the printed features in {found} of {count} realizations; "
        f"widths that ever select them: {giving or 'none'}"
    )


def draw(axes, result):
    """The error on test samples against the width; filled where the printed features are selected."""
    for own in _ladders(result["rows"]):
        label = f"{own[0]['data set']}, {own[0]['inputs']}"
        (line,) = axes.plot([row["width"] for row in own], [row["rmse"] for row in own], label=label)
        for row in own:
            filled = line.get_color() if row["printed set"] > 0 else "white"
            axes.plot(row["width"], row["rmse"], "o", color=line.get_color(), markerfacecolor=filled)
    axes.set_xscale("log")
    axes.set_xlabel("width, in root mean squared distances (filled: printed features selected)")
    axes.set_ylabel("root mean squared error")
    axes.legend(frameon=False, fontsize=8)
