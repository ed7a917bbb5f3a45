"""What the drop rule selects with raw and with standardised inputs, over widths."""

import numpy as np

from sieveflow.audits.influence_trials import named, parts, trial, width_by_cv

COLUMNS = [
    "data set",
    "inputs",
    "width",
    "realizations",
    "relevance vectors",
    "rmse",
    "printed set",
    "by cv",
    "both",
    "selected",
]
# Kinds of inputs, and whether they stay as the table has them.
INPUTS = {"raw": True, "standardised": False}


def ladder(tables, seed, realizations, printed, widths, folds, n_train, n_test):
    """Rows of COLUMNS, one for every data set, kind of inputs and width.

    Numbers are means over realizations: `printed set` is the share that selects exactly the printed features, `by cv`
    the share in which cross-validation takes this width, `both` the share in which it does and the printed features
    are selected, `selected` the features of the first.
    """
    rows = []
    for dataset, table in tables.items():
        wanted = tuple(sorted(table.features.index(feature) for feature in printed))
        for kind, raw in INPUTS.items():
            sizes = {"n_train": n_train, "n_test": n_test, "realizations": realizations}
            own = list(parts(table, dataset=dataset, seed=seed, raw=raw, **sizes))
            chosen = [width_by_cv(part, widths, dataset=dataset, seed=seed, folds=folds) for part in own]
            for width in widths:
                trials = [trial(part, width) for part in own]
                printed_set = [one.selected == wanted for one in trials]
                by_cv = [one == width for one in chosen]
                rows.append(
                    {
                        "data set": dataset,
                        "inputs": kind,
                        "width": float(width),
                        "realizations": len(own),
                        "relevance vectors": float(np.mean([one.n_vectors for one in trials])),
                        "rmse": float(np.mean([one.rmse for one in trials])),
                        "printed set": float(np.mean(printed_set)),
                        "by cv": float(np.mean(by_cv)),
                        "both": float(np.mean(np.logical_and(printed_set, by_cv))),
                        "selected": named(trials[0].selected, table.features),
                    }
                )
    return rows
