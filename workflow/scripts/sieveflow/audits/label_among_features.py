"""Errors, lambda and number of events with and without the label among the features, beside the printed ones."""

import numpy as np

from sieveflow.choices import held_out_decisions
from sieveflow.learners.svm_path import svm_path
from sieveflow.path_tuning.audited import audited_realizations
from sieveflow.path_tuning.global_search import global_search
from sieveflow.signs import signs
from sieveflow.stats.cells import mean_against_printed
from sieveflow.tables import Table

_MEASURES = ("cv_error", "lambda", "events")
_COLUMNS = ["data set", "features", *_MEASURES, *(f"p of {measure}" for measure in _MEASURES)]
# Of the last digit that the tables print.
_UNITS = {"cv_error": 1e-3, "lambda": 1e-3, "events": 1.0}


def audit(tables, *, seed, realizations, folds, n_train, n_train_of_events, printed):
    """The hypothesis is supported for a data set if the printed numbers fit the data with the label, and not without.

    Three printed numbers of one realization fit where each has p >= 0.05 / 3 against the spread of ours over
    realizations.

    Parameters
    ----------
    tables : dict
        Data set id and its table.
    n_train : dict
        Data set id and the size of its training part.
    n_train_of_events : dict
        The same for the table of events, whose sizes are others.
    printed : dict
        Data set id and the printed cv_error, lambda and events of its first realization.
    """
    rows, outcomes, sentences = [], [], []
    for dataset, table in tables.items():
        rows.append({"data set": dataset, "features": "printed", **printed[dataset]})
        labelled = Table([*table.features, "label"], np.column_stack([table.X, table.y]), table.y)
        for name, variant in (("as published", table), ("with the label", labelled)):
            drawn = {"dataset": dataset, "seed": seed, "realizations": realizations}
            found = [
                global_search(held_out_decisions(realization, seed=seed, dataset=dataset, folds=folds))
                for realization in audited_realizations(variant, n_train=n_train[dataset], **drawn)
            ]
            values = {
                "cv_error": [one.value for one in found],
                "lambda": [one.lam for one in found],
                "events": [
                    _events(realization)
                    for realization in audited_realizations(variant, n_train=n_train_of_events[dataset], **drawn)
                ],
            }
            rows.append({"data set": dataset, "features": name, **_against(values, printed[dataset])})
        plain, label = rows[-2:]
        outcomes.append(_outcome(plain, label))
        sentences.append(
            f"{dataset}: error {plain['cv_error']:.3f} as published and {label['cv_error']:.3f} with the label, lambda "
            f"{plain['lambda']:.3g} and {label['lambda']:.3g} (printed {printed[dataset]['lambda']:.3g}), events "
            f"{plain['events']:.0f} and {label['events']:.0f} (printed {printed[dataset]['events']})"
        )
    outcome = outcomes[0] if len(set(outcomes)) == 1 else "undecided"
    return {"outcome": outcome, "finding": "; ".join(sentences) + ".", "columns": _COLUMNS, "rows": rows}


def _against(values, printed):
    """Means over realizations, and the p-value of each printed number among ours."""
    found = {}
    for measure in _MEASURES:
        # Lambda varies by factors.
        scale, back = (np.log2, np.exp2) if measure == "lambda" else (float, float)
        own = np.array([scale(value) for value in values[measure]])
        spread = own.std(ddof=1) if own.size > 1 else 0.0
        unit = _UNITS[measure] / (printed[measure] * np.log(2.0) if measure == "lambda" else 1.0)
        aim = scale(printed[measure])
        p = mean_against_printed(own.mean(), spread, own.size, aim, printed_count=1, unit=unit)[1]
        found |= {measure: float(back(own.mean())), f"p of {measure}": p}
    return found


def _outcome(plain, label):
    least = 0.05 / len(_MEASURES)
    fits = [all(row[f"p of {measure}"] >= least for measure in _MEASURES) for row in (plain, label)]
    return "supported" if fits == [False, True] else "refuted" if fits == [True, False] else "undecided"


def _events(realization):
    """Events as l_max of (6.3) counts them, the end of the range included."""
    return svm_path(realization.X_train @ realization.X_train.T, signs(realization.y_train)).n_events + 1


def draw(axes, result):
    """Errors of every data set, three bars each."""
    rows = result["rows"]
    names = list(dict.fromkeys(row["data set"] for row in rows))
    for offset, kind in enumerate(("printed", "as published", "with the label")):
        values = [row["cv_error"] for row in rows if row["features"] == kind]
        axes.bar(np.arange(len(names)) + 0.27 * (offset - 1), values, width=0.25, label=kind)
    axes.set_xticks(range(len(names)), names)
    axes.set_ylabel("cross-validated error rate")
    axes.legend(frameon=False, fontsize=8)
