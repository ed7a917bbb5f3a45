"""In how many intervals of the path no held-out prediction changes."""

import numpy as np

from sieveflow.path_tuning.audited import audited_folds

_COLUMNS = ["data set", "intervals", "without a change", "share"]
_CLAIMED = 0.9


def audit(tables, *, seed, realizations, folds, n_train):
    """The hypothesis is supported if the share is above nine tenths for every data set."""
    rows = []
    for dataset, table in tables.items():
        changes = [
            (fold.h[:-1] * fold.h[1:] < 0.0).any(axis=1)
            for decisions in audited_folds(
                table, dataset=dataset, seed=seed, realizations=realizations, n_train=n_train[dataset], folds=folds
            )
            for fold in decisions
        ]
        moved = np.concatenate(changes)
        idle = int((~moved).sum())
        rows.append(
            {"data set": dataset, "intervals": moved.size, "without a change": idle, "share": idle / moved.size}
        )
    above = [row["share"] > _CLAIMED for row in rows]
    outcome = "supported" if all(above) else "undecided" if any(above) else "refuted"
    shares = ", ".join(f"{row['data set']} {row['share']:.1%}" for row in rows)
    return {"outcome": outcome, "finding": f"Intervals without a change: {shares}.", "columns": _COLUMNS, "rows": rows}


def draw(axes, result):
    """The share of every data set, and what is claimed."""
    axes.bar([row["data set"] for row in result["rows"]], [row["share"] for row in result["rows"]])
    axes.axhline(_CLAIMED, color="grey", linestyle="--")
    axes.set_ylabel("share of intervals without a change")
