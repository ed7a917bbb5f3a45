"""How much the cross-validated error hangs on samples that lie on the decision boundary."""

import numpy as np

from sieveflow.path_tuning.audited import audited_folds
from sieveflow.path_tuning.grid_search import grid

_COLUMNS = ["data set", "realization", "lambda", "lowest", "highest"]
# Shift of the offset, as a share of the largest decision: far below what a solver's tolerance leaves open.
_SHIFT = 1e-6


def audit(tables, *, seed, realizations, folds, n_train):
    """The hypothesis is supported if such a shift moves the error by more than a percent on every data set.

    Of every realization that lambda of GRID-1 is shown at which the shift moves the error most.
    """
    rows = []
    for dataset, table in tables.items():
        for number, decisions in enumerate(
            audited_folds(
                table, dataset=dataset, seed=seed, realizations=realizations, n_train=n_train[dataset], folds=folds
            )
        ):
            lambdas = grid(decisions[0].lambdas[0], decisions[0].lambdas[-1], 1.0)
            ranges = [_range(decisions, lam) for lam in lambdas]
            widest = int(np.argmax([high - low for low, high in ranges]))
            low, high = ranges[widest]
            row = {"data set": dataset, "realization": number, "lambda": float(lambdas[widest])}
            rows.append(row | {"lowest": low, "highest": high})
    moves = {
        dataset: max(row["highest"] - row["lowest"] for row in rows if row["data set"] == dataset) for dataset in tables
    }
    outcome = "supported" if min(moves.values()) > 0.01 else "refuted" if max(moves.values()) <= 0.01 else "undecided"
    widest = ", ".join(f"{dataset} {move:.3f}" for dataset, move in moves.items())
    finding = f"Shifting offsets by one part in a million moves the cross-validated error by up to: {widest}."
    return {"outcome": outcome, "finding": finding, "columns": _COLUMNS, "rows": rows}


def _range(decisions, lam):
    """The cross-validated error with offsets shifted down, left alone and shifted up: the lowest and the highest."""
    errors = []
    for shift in (-_SHIFT, 0.0, _SHIFT):
        wrong = []
        for fold in decisions:
            h, _ = fold.at(lam)
            wrong.append(np.mean((h + shift * np.abs(h).max() >= 0.0) != (fold.y > 0.0)))
        errors.append(float(np.mean(wrong)))
    return min(errors), max(errors)


def draw(axes, result):
    """The range of errors of every realization."""
    for place, row in enumerate(result["rows"]):
        axes.plot([place, place], [row["lowest"], row["highest"]], color="#1f77b4", marker="_", linewidth=2)
    axes.set_xticks(range(len(result["rows"])), [f"{row['data set']} {row['realization']}" for row in result["rows"]])
    axes.tick_params(axis="x", rotation=90, labelsize=7)
    axes.set_ylabel("cross-validated error rate")
