"""The derivative of the smooth error, as printed and as used here, against difference quotients."""

import numpy as np
from scipy.special import expit

from sieveflow.path_tuning.audited import audited_folds
from sieveflow.path_tuning.gradient_search import smooth_error

_COLUMNS = ["data set", "lambda", "difference quotient", "used here", "as printed"]
_LAMBDAS = (0.05, 0.3, 1.7, 9.0, 60.0)
# Steps of difference quotients, as a share of lambda, and the share by which the right derivative may miss them.
_STEP, _CLOSE = 1e-6, 1e-4


def printed_slope(fold, lam):
    """The derivative of the smooth error with the derivative of rho as appendix C prints it.

    There d rho / d h_i = -10 (h_i - mean h) / (|V| rho^3); of rho = 10 / deviation it is the same with the cube of the
    deviation in the place of rho^3.
    """
    h, slope = fold.at(lam)
    centred = h - h.mean()
    rho = 10.0 / np.sqrt(np.square(centred).mean())
    s = expit(rho * fold.y * h)
    d_rho = -10.0 / (h.size * rho**3) * (centred @ slope)
    return float(-(s * (1.0 - s) * fold.y * (h * d_rho + rho * slope)).mean())


def audit(tables, *, seed, realizations, folds, n_train):
    """The hypothesis is supported if the corrected derivative agrees everywhere and the printed one somewhere not."""
    rows = []
    for dataset, table in tables.items():
        first = next(
            audited_folds(table, dataset=dataset, seed=seed, realizations=1, n_train=n_train[dataset], folds=folds)
        )[0]
        for lam in _LAMBDAS:
            step = _STEP * lam
            quotient = (smooth_error(first, lam + step)[0] - smooth_error(first, lam - step)[0]) / (2.0 * step)
            row = {"data set": dataset, "lambda": lam, "difference quotient": quotient}
            rows.append(row | {"used here": smooth_error(first, lam)[1], "as printed": printed_slope(first, lam)})
    wrong = {kind: [_misses(row, kind) for row in rows] for kind in ("used here", "as printed")}
    outcome = "supported" if not any(wrong["used here"]) and any(wrong["as printed"]) else "refuted"
    finding = (
        f"At {len(rows)} values of lambda the printed derivative misses the difference quotient "
        f"{sum(wrong['as printed'])} times, the one used here {sum(wrong['used here'])} times."
    )
    return {"outcome": outcome, "finding": finding, "columns": _COLUMNS, "rows": rows}


def _misses(row, kind):
    return abs(row[kind] - row["difference quotient"]) > _CLOSE * abs(row["difference quotient"]) + 1e-9


def draw(axes, result):
    """How far each derivative is from the difference quotient."""
    for kind, marker in (("used here", "o"), ("as printed", "x")):
        gaps = [abs(row[kind] - row["difference quotient"]) + 1e-16 for row in result["rows"]]
        axes.loglog([row["lambda"] for row in result["rows"]], gaps, marker=marker, linestyle="none", label=kind)
    axes.set_xlabel("λ")
    axes.set_ylabel("distance from the difference quotient")
    axes.legend(frameon=False, fontsize=8)
