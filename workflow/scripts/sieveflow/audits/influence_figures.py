"""Influences of all features on one realization, as Figures 1 and 2 show them."""

import numpy as np

from sieveflow.audits.influence_trials import named, parts, trial, width_by_cv

_COLUMNS = ["data set", "number", "feature", "influence", "selected", "printed"]


def audit(tables, *, seed, realizations, printed, widths, folds, n_train, n_test):
    """The hypothesis is supported if the printed features are selected for every data set, refuted if for none.

    Parameters
    ----------
    printed : dict
        Data set id and the features that the paper's figure singles out.
    widths : list of float
        To choose from by cross-validation, in units of the root mean squared distance of two samples.
    """
    rows, same, sentences = [], [], []
    for dataset, table in tables.items():
        sizes = {"n_train": n_train, "n_test": n_test}
        (part,) = parts(table, dataset=dataset, seed=seed, realizations=1, **sizes)
        found = trial(part, width_by_cv(part, widths, dataset=dataset, seed=seed, folds=folds))
        rows += [
            {
                "data set": dataset,
                "number": column + 1,
                "feature": feature,
                "influence": float(found.influences[column]),
                "selected": int(column in found.selected),
                "printed": int(feature in printed[dataset]),
            }
            for column, feature in enumerate(table.features)
        ]
        same.append({table.features[column] for column in found.selected} == set(printed[dataset]))
        sentences.append(
            f"{dataset}: selected are {named(found.selected, table.features)}, printed {' '.join(printed[dataset])}"
        )
    outcome = "supported" if all(same) else "undecided" if any(same) else "refuted"
    return {"outcome": outcome, "finding": "; ".join(sentences) + ".", "columns": _COLUMNS, "rows": rows}


def draw(axes, result):
    """A bar for every feature, data sets side by side; a dot on those that the paper singles out."""
    names = list(dict.fromkeys(row["data set"] for row in result["rows"]))
    for offset, name in enumerate(names):
        own = [row for row in result["rows"] if row["data set"] == name]
        place = np.array([row["number"] for row in own]) + 0.4 * offset
        values = np.array([row["influence"] for row in own])
        axes.bar(place, values, width=0.38, label=name)
        printed = np.array([row["printed"] == 1 for row in own])
        axes.plot(place[printed], values[printed], "k.", markersize=4)
    axes.set_xlabel("number of the feature (dots: singled out in the paper)")
    axes.set_ylabel("influence")
    axes.legend(frameon=False, fontsize=8)
