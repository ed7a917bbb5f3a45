"""Errors with the two features that the dynamics suggest, with those that the paper selects, and with all."""

import numpy as np

from sieveflow.audits.influence_trials import parts, trial, width_by_cv

_COLUMNS = ["data set", "features", "number of features", "rmse", "rmse_se", "relevance vectors"]


def audit(tables, *, seed, realizations, pair, printed, widths, folds, n_train, n_test, most):
    """The hypothesis is supported if the pair has the lowest error, by two standard errors, for every data set.

    It is refuted if it has for none. Widths are chosen by cross-validation for each set of features.

    Parameters
    ----------
    pair, printed : list of str
        Features.
    most : int
        Realizations that are used at most.
    """
    rows, wins, sentences = [], [], []
    for dataset, table in tables.items():
        sizes = {"n_train": n_train, "n_test": n_test, "realizations": min(realizations, most)}
        own = list(parts(table, dataset=dataset, seed=seed, **sizes))
        found, errors_of = {}, {}
        for name, features in (("pair", pair), ("printed", printed), ("all", table.features)):
            columns = [table.features.index(feature) for feature in features]
            trials = []
            for part in own:
                chosen = part.only(columns)
                trials.append(trial(chosen, width_by_cv(chosen, widths, dataset=dataset, seed=seed, folds=folds)))
            errors = errors_of[name] = np.array([one.rmse for one in trials])
            found[name] = {
                "data set": dataset,
                "features": name,
                "number of features": len(columns),
                "rmse": float(errors.mean()),
                "rmse_se": _error_of_mean(errors),
                "relevance vectors": float(np.mean([one.n_vectors for one in trials])),
            }
        rows += found.values()
        wins.append(all(_below(errors_of["pair"], errors_of[other]) for other in ("printed", "all")))
        sentences.append(f"{dataset}: " + ", ".join(f"{name} {row['rmse']:.4f}" for name, row in found.items()))
    outcome = "supported" if all(wins) else "undecided" if any(wins) else "refuted"
    finding = f"RMSE with {' and '.join(pair)}, with the printed features and with all: {'; '.join(sentences)}."
    return {"outcome": outcome, "finding": finding, "columns": _COLUMNS, "rows": rows}


def _below(one, other):
    """Whether one error is below another by two standard errors of their differences, which share their samples."""
    gaps = other - one
    return bool(gaps.mean() > 2.0 * _error_of_mean(gaps))


def _error_of_mean(values):
    return float(values.std(ddof=1) / np.sqrt(values.size)) if values.size > 1 else 0.0


def draw(axes, result):
    """The errors side by side."""
    labels = list(dict.fromkeys(row["data set"] for row in result["rows"]))
    for offset, name in enumerate(("pair", "printed", "all")):
        own = [row for row in result["rows"] if row["features"] == name]
        place = np.array([labels.index(row["data set"]) for row in own]) + 0.27 * offset
        axes.bar(place, [row["rmse"] for row in own], yerr=[row["rmse_se"] for row in own], width=0.25, label=name)
    axes.set_xticks(np.arange(len(labels)) + 0.27, labels, fontsize=8)
    axes.set_ylabel("root mean squared error")
    axes.legend(frameon=False, title="features")
