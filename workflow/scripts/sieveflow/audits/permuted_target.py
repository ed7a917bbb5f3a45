"""What the drop rule selects when the target has nothing to do with the inputs."""

import numpy as np

from sieveflow.audits.influence_trials import named, parts, trial
from sieveflow.seeding import stream

_COLUMNS = ["data set", "realization", "target", "relevance vectors", "number selected", "of", "selected"]


def audit(tables, *, seed, realizations, width, n_train, n_test, most):
    """The hypothesis is supported if for a permuted target the rule mostly selects a part of the features.

    Parameters
    ----------
    width : float
        In units of the root mean squared distance of two samples.
    most : int
        Realizations that are used at most.
    """
    rows = []
    for dataset, table in tables.items():
        sizes = {"n_train": n_train, "n_test": n_test, "realizations": min(realizations, most)}
        for part in parts(table, dataset=dataset, seed=seed, **sizes):
            order = stream(seed, dataset, part.number, "permuted target").permutation(part.y.size)
            for name, y in (("as it is", part.y), ("permuted", part.y[order])):
                found = trial(type(part)(part.number, part.X, y, part.X_test, part.y_test), width)
                rows.append(
                    {
                        "data set": dataset,
                        "realization": part.number,
                        "target": name,
                        "relevance vectors": found.n_vectors,
                        "number selected": len(found.selected),
                        "of": len(table.features),
                        "selected": named(found.selected, table.features),
                    }
                )
    permuted = [row for row in rows if row["target"] == "permuted"]
    partial = [row["number selected"] < row["of"] for row in permuted]
    share = float(np.mean(partial))
    outcome = "supported" if share > 0.5 else "refuted" if share == 0 else "undecided"
    finding = (
        f"For a permuted target the rule selects a part of the features in {sum(partial)} of {len(partial)} cases, "
        f"with {np.mean([row['relevance vectors'] for row in permuted]):.1f} relevance vectors on average."
    )
    return {"outcome": outcome, "finding": finding, "columns": _COLUMNS, "rows": rows}


def draw(axes, result):
    """How many features are selected, for the target as it is and permuted."""
    labels = list(dict.fromkeys(row["data set"] for row in result["rows"]))
    for name, mark in (("as it is", "o"), ("permuted", "x")):
        own = [row for row in result["rows"] if row["target"] == name]
        axes.plot(
            [labels.index(row["data set"]) for row in own], [row["number selected"] for row in own], mark, label=name
        )
    axes.set_xticks(range(len(labels)), labels, fontsize=8)
    axes.set_ylabel("number of features selected")
    axes.legend(frameon=False, title="target")
