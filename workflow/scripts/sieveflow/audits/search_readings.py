"""Where a gradient search ends under readings of what its description leaves open."""

import numpy as np
from scipy.optimize import minimize

from sieveflow.audits.printed_gradient import printed_slope
from sieveflow.path_tuning.audited import audited_folds
from sieveflow.path_tuning.gradient_search import STARTS, smooth_cv_error
from sieveflow.path_tuning.step_function import cv_function

_READINGS = {
    "lambda, right gradient": (False, False),
    "log lambda, right gradient": (True, False),
    "lambda, printed gradient": (False, True),
    "log lambda, printed gradient": (True, True),
}
_COLUMNS = ["data set", "start", *_READINGS, "errors from", "errors to"]


def audit(tables, *, seed, realizations, folds, n_train):
    """The hypothesis is supported if ends differ by a factor of two or more in a third of the searches.

    The first realization of every data set, from all starts: the variable of the search is lambda or its logarithm, the
    gradient that of the function or the printed one.
    """
    rows = []
    for dataset, table in tables.items():
        decisions = next(
            audited_folds(table, dataset=dataset, seed=seed, realizations=1, n_train=n_train[dataset], folds=folds)
        )
        exact = cv_function(decisions)
        for start in STARTS:
            ends = {name: _end(decisions, exact, start, *reading) for name, reading in _READINGS.items()}
            errors = exact.at(list(ends.values()))
            row = {"data set": dataset, "start": start, **ends}
            rows.append(row | {"errors from": float(errors.min()), "errors to": float(errors.max())})
    apart = [max(row[name] for name in _READINGS) >= 2.0 * min(row[name] for name in _READINGS) for row in rows]
    outcome = "supported" if sum(apart) >= len(rows) / 3 else "refuted"
    moved = sum(row["errors to"] - row["errors from"] > 0.01 for row in rows)
    finding = (
        f"In {sum(apart)} of {len(rows)} searches lambda differs by a factor of two or more between readings, "
        f"in {moved} the error by more than a percent."
    )
    return {"outcome": outcome, "finding": finding, "columns": _COLUMNS, "rows": rows}


def _end(decisions, exact, start, logarithmic, as_printed):
    """Lambda where L-BFGS ends."""
    lowest, highest = float(exact.lower[-1]), float(exact.upper[0])

    def smooth(x):
        lam = float(np.clip(np.exp(x[0]) if logarithmic else x[0], lowest, highest))
        value, slope = smooth_cv_error(decisions, lam)
        if as_printed:
            slope = float(np.mean([printed_slope(fold, lam) for fold in decisions]))
        return value, slope * (lam if logarithmic else 1.0)

    scale = np.log if logarithmic else float
    bounds = [(scale(lowest), scale(highest))]
    end = minimize(smooth, [scale(start)], jac=True, method="L-BFGS-B", bounds=bounds).x[0]
    return float(np.clip(np.exp(end) if logarithmic else end, lowest, highest))


def draw(axes, result):
    """The ends of every search, a column each."""
    for name, marker in zip(_READINGS, "osx+", strict=True):
        axes.plot([row[name] for row in result["rows"]], marker=marker, linestyle="none", label=name, alpha=0.7)
    axes.set_yscale("log", base=2)
    axes.set_ylabel("λ where the search ends")
    axes.set_xticks(range(len(result["rows"])), [f"{row['data set']}, {row['start']:g}" for row in result["rows"]])
    axes.tick_params(axis="x", rotation=90, labelsize=6)
    axes.legend(frameon=False, fontsize=7)
