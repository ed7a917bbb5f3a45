"""How much the error of a constant prediction varies under stratified and under plain sampling."""

import numpy as np

from sieveflow.seeding import stream
from sieveflow.splits import draw_splits, rows_of

_COLUMNS = ["data set", "sampling", "printed deviation", "lower", "median", "upper"]
# Realizations behind a printed deviation.
_REALIZATIONS = 10


def audit(tables, *, seed, realizations, n_train, printed, draws):
    """The hypothesis is supported if the printed deviation is one of stratified samples and not one of plain ones.

    Deviations of ten realizations are drawn many times; the printed one is of them if it lies in the central 95 %.

    Parameters
    ----------
    tables : dict
        Data set id and its table, with two classes.
    n_train : dict
        Data set id and the size of its training part.
    printed : dict
        Data set id and the printed standard deviation of the test error.
    draws : int
        How many deviations are drawn.
    """
    rows, outcomes = [], []
    for dataset, table in tables.items():
        wrong = table.y != _larger_class(table.y)
        inside = {}
        for sampling, labels in (("stratified", table.y), ("plain", None)):
            errors = _errors(wrong, labels, n_train[dataset], seed, dataset)
            chosen = stream(seed, dataset, sampling, "deviations").randint(errors.size, size=(draws, _REALIZATIONS))
            lower, median, upper = np.quantile(errors[chosen].std(axis=1, ddof=1), [0.025, 0.5, 0.975])
            inside[sampling] = lower - 5e-4 <= printed[dataset] <= upper + 5e-4
            row = {"data set": dataset, "sampling": sampling, "printed deviation": printed[dataset]}
            rows.append(row | {"lower": float(lower), "median": float(median), "upper": float(upper)})
        outcomes.append(int(inside["stratified"]) - int(inside["plain"]))
    outcome = "supported" if min(outcomes) > 0 else "refuted" if max(outcomes) < 0 else "undecided"
    sentences = "; ".join(
        f"{row['data set']} {row['sampling']} {row['lower']:.3f} to {row['upper']:.3f}, "
        f"printed {row['printed deviation']:g}"
        for row in rows
    )
    finding = f"Deviation of the test error of a constant prediction over ten realizations: {sentences}."
    return {"outcome": outcome, "finding": finding, "columns": _COLUMNS, "rows": rows}


def _larger_class(y):
    labels, counts = np.unique(y, return_counts=True)
    return labels[np.argmax(counts)]


def _errors(wrong, labels, n_train, seed, dataset):
    """Test errors of a constant prediction over 500 realizations."""
    rows = draw_splits(
        wrong.size,
        dataset=dataset,
        n_train=n_train,
        n_test=wrong.size - n_train,
        seed=seed,
        realizations=500,
        labels=labels,
    )
    return np.array([wrong[rows_of(row)[1]].mean() for row in rows])


def draw(axes, result):
    """Where deviations lie, and the printed one."""
    for place, row in enumerate(result["rows"]):
        axes.plot([row["lower"], row["upper"]], [place, place], color="#1f77b4", linewidth=3)
        axes.plot([row["median"]], [place], color="#1f77b4", marker="o")
        axes.plot([row["printed deviation"]], [place], color="#d62728", marker="x", linestyle="none")
    axes.set_yticks(range(len(result["rows"])), [f"{row['data set']}, {row['sampling']}" for row in result["rows"]])
    axes.set_xlabel("standard deviation of the test error over ten realizations (cross: printed)")
    axes.margins(y=0.4)
