"""Which features the drop rule selects with raw and with standardised inputs, over widths."""

from sieveflow.audits.influence_ladder import COLUMNS, INPUTS, ladder


def audit(tables, *, seed, realizations, printed, widths, folds, n_train, n_test, most):
    """The hypothesis is supported if raw inputs give the printed features at some width, and others at none.

    It is refuted if raw inputs never give them.

    Parameters
    ----------
    printed : list of str
        The features that the paper selects.
    most : int
        Realizations that are used at most.
    """
    rows = ladder(tables, seed, min(realizations, most), printed, widths, folds, n_train, n_test)
    best = {kind: max(row["printed set"] for row in rows if row["inputs"] == kind) for kind in INPUTS}
    outcome = "refuted" if best["raw"] == 0 else "supported" if best["standardised"] == 0 else "undecided"
    shares = ", ".join(f"{best[kind]:.0%} of the realizations with {kind} inputs" for kind in INPUTS)
    finding = f"At the width where it happens most, exactly {' '.join(printed)} are selected in {shares}."
    return {"outcome": outcome, "finding": finding, "columns": COLUMNS, "rows": rows}


def draw(axes, result):
    """The share of realizations that select the printed features, against the width."""
    for dataset, kind in dict.fromkeys((row["data set"], row["inputs"]) for row in result["rows"]):
        own = [row for row in result["rows"] if (row["data set"], row["inputs"]) == (dataset, kind)]
        axes.plot(
            [row["width"] for row in own],
            [row["printed set"] for row in own],
            "o-" if kind == "raw" else "s--",
            label=f"{dataset}, {kind}",
        )
    axes.set_xscale("log")
    axes.set_ylim(-0.05, 1.05)
    axes.set_xlabel("width, in root mean squared distances")
    axes.set_ylabel("share with the printed features")
    axes.legend(frameon=False, fontsize=8)
