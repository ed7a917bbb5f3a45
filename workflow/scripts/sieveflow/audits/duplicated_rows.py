"""Errors of the global optimum with and without rows that repeat others."""

import numpy as np

from sieveflow.choice_evaluation import test_error
from sieveflow.choices import held_out_decisions
from sieveflow.path_tuning.audited import audited_realizations
from sieveflow.path_tuning.global_search import global_search
from sieveflow.tables import Table

_COLUMNS = ["data set", "rows", "number of rows", "cv_error", "cv_error_se", "test_error", "test_error_se"]


def audit(tables, *, seed, realizations, folds, n_train):
    """The hypothesis is supported if without the repeated rows both errors are larger by two standard errors.

    Parameters
    ----------
    tables : dict
        Data set id and its table.
    n_train : dict
        Data set id and the size of its training part; without repeated rows it shrinks in proportion.
    """
    rows, verdicts, sentences = [], [], []
    for dataset, table in tables.items():
        kept = first_occurrences(table)
        for name, chosen in (("all", np.arange(table.y.size)), ("without repeats", kept)):
            part = Table(table.features, table.X[chosen], table.y[chosen])
            size = round(n_train[dataset] * chosen.size / table.y.size)
            values = [
                _errors(realization, dataset, seed, folds)
                for realization in audited_realizations(
                    part, dataset=dataset, seed=seed, realizations=realizations, n_train=size
                )
            ]
            row = {"data set": dataset, "rows": name, "number of rows": int(chosen.size)}
            for column, key in enumerate(("cv_error", "test_error")):
                own = np.array([value[column] for value in values])
                error = own.std(ddof=1) / np.sqrt(own.size) if own.size > 1 else 0.0
                row |= {key: float(own.mean()), f"{key}_se": float(error)}
            rows.append(row)
        every, distinct = rows[-2:]
        verdicts.append([_above(distinct, every, key) for key in ("cv_error", "test_error")])
        sentences.append(
            f"{dataset}: {every['number of rows'] - distinct['number of rows']} rows repeat others; test error "
            f"{every['test_error']:.3f} ± {every['test_error_se']:.3f} with them, {distinct['test_error']:.3f} ± "
            f"{distinct['test_error_se']:.3f} without, cross-validated {every['cv_error']:.3f} and "
            f"{distinct['cv_error']:.3f}"
        )
    signs = {sign for verdict in verdicts for sign in verdict}
    outcome = "supported" if signs == {1} else "refuted" if 1 not in signs else "undecided"
    return {"outcome": outcome, "finding": "; ".join(sentences) + ".", "columns": _COLUMNS, "rows": rows}


def first_occurrences(table):
    """Rows that are not the same, target included, as a row before them."""
    _, first = np.unique(np.column_stack([table.X, table.y]), axis=0, return_index=True)
    return np.sort(first)


def _errors(realization, dataset, seed, folds):
    found = global_search(held_out_decisions(realization, seed=seed, dataset=dataset, folds=folds))
    return found.value, test_error(realization, found.lam)


def _above(one, other, key):
    """1 or -1 where one error is above or below the other by two standard errors, else 0."""
    gap = one[key] - other[key]
    reach = 2.0 * np.hypot(one[f"{key}_se"], other[f"{key}_se"])
    return int(np.sign(gap)) if abs(gap) > reach else 0


def draw(axes, result):
    """Both errors with and without the repeated rows."""
    for offset, row in enumerate(result["rows"]):
        values = [row["cv_error"], row["test_error"]]
        errors = [row["cv_error_se"], row["test_error_se"]]
        axes.bar(
            np.arange(2) + 0.3 * offset, values, yerr=errors, width=0.28, label=f"{row['data set']}, {row['rows']}"
        )
    axes.set_xticks(np.arange(2) + 0.15, ["cross-validated error", "test error"])
    axes.legend(frameon=False, fontsize=8)
