"""How often a gradient search ends where it started."""

from sieveflow.path_tuning.audited import audited_folds
from sieveflow.path_tuning.gradient_search import STARTS, gradient_search
from sieveflow.path_tuning.step_function import cv_function

_COLUMNS = ["data set", "start", "searches", "kept"]
# A search that ends within this share of its start has not left it: the thesis prints three decimals.
_KEPT = 0.005


def audit(tables, *, seed, realizations, folds, n_train):
    """The hypothesis is supported if at least a quarter of the searches end where they started."""
    rows = []
    for dataset, table in tables.items():
        kept = dict.fromkeys(STARTS, 0)
        for decisions in audited_folds(
            table, dataset=dataset, seed=seed, realizations=realizations, n_train=n_train[dataset], folds=folds
        ):
            exact = cv_function(decisions)
            for start in STARTS:
                found = gradient_search(decisions, start, exact=exact)
                kept[start] += abs(found.lam - start) <= _KEPT * start
        rows += [
            {"data set": dataset, "start": start, "searches": realizations, "kept": count}
            for start, count in kept.items()
        ]
    share = sum(row["kept"] for row in rows) / sum(row["searches"] for row in rows)
    by_start = ", ".join(f"{start:g}: {sum(row['kept'] for row in rows if row['start'] == start)}" for start in STARTS)
    finding = (
        f"{share:.0%} of {sum(row['searches'] for row in rows)} searches end within half a percent of their start "
        f"(by start, {by_start})."
    )
    outcome = "supported" if share >= 0.25 else "refuted"
    return {"outcome": outcome, "finding": finding, "columns": _COLUMNS, "rows": rows}


def draw(axes, result):
    """The share of searches that kept their start, by data set and start."""
    names = list(dict.fromkeys(row["data set"] for row in result["rows"]))
    for offset, start in enumerate(STARTS):
        shares = [row["kept"] / row["searches"] for row in result["rows"] if row["start"] == start]
        places = [place + 0.16 * (offset - 2) for place in range(len(names))]
        axes.bar(places, shares, width=0.15, label=f"from {start:g}")
    axes.set_xticks(range(len(names)), names)
    axes.set_ylabel("share of searches that kept their start")
    axes.legend(frameon=False, fontsize=8)
