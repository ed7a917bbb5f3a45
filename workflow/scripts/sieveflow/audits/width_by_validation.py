"""Whether the width of cross-validation is one that selects the printed features."""

from sieveflow.influence_ladder import COLUMNS, INPUTS, ladder


def audit(tables, *, seed, realizations, printed, widths, folds, n_train, n_test, most):
    """The hypothesis is supported if with raw inputs every choice of cross-validation selects the printed features.

    It is refuted if none does. Parameters are those of raw_inputs.
    """
    rows = ladder(tables, seed, min(realizations, most), printed, widths, folds, n_train, n_test)
    shares, sentences = {}, []
    for kind in INPUTS:
        own = [row for row in rows if row["inputs"] == kind]
        shares[kind] = sum(row["by cv"] * row["printed set"] for row in own) / len(tables)
        taken = max(own, key=lambda row: row["by cv"])
        giving = [row["width"] for row in own if row["printed set"] > 0]
        sentences.append(
            f"With {kind} inputs cross-validation mostly takes width {taken['width']:g} (RMSE {taken['rmse']:.4g}); "
            f"widths that select the printed features: {', '.join(f'{width:g}' for width in giving) or 'none'}"
        )
    outcome = "supported" if shares["raw"] == 1 else "refuted" if shares["raw"] == 0 else "undecided"
    return {"outcome": outcome, "finding": ". ".join(sentences) + ".", "columns": COLUMNS, "rows": rows}


def draw(axes, result):
    """The error on test samples against the width; filled where the printed features are selected."""
    for dataset, kind in dict.fromkeys((row["data set"], row["inputs"]) for row in result["rows"]):
        own = [row for row in result["rows"] if (row["data set"], row["inputs"]) == (dataset, kind)]
        (line,) = axes.plot([row["width"] for row in own], [row["rmse"] for row in own], label=f"{dataset}, {kind}")
        for row in own:
            filled = line.get_color() if row["printed set"] > 0 else "white"
            axes.plot(row["width"], row["rmse"], "o", color=line.get_color(), markerfacecolor=filled)
    axes.set_xscale("log")
    axes.set_xlabel("width, in root mean squared distances (filled: printed features selected)")
    axes.set_ylabel("root mean squared error")
    axes.legend(frameon=False, fontsize=8)
