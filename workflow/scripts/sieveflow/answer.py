"""The answer of a study: how many features, which, how stable they are, and how sure one can be."""

from collections import Counter

import numpy as np

from sieveflow.comparison import collect
from sieveflow.metrics import METRICS
from sieveflow.stats.paired import corrected_t
from sieveflow.stats.stability import stability
from sieveflow.subsets import SELECTED, subsets_of

# What an error is held against: that of a guess without features.
_CHANCE = {
    "q2": lambda n_classes: 1.0,
    "balanced_error_percent": lambda n_classes: 100.0 * (1.0 - 1.0 / n_classes),
}


def find_answer(evaluations, rankings, *, features, metric, chance_metric, n_classes, n_train, n_test, alpha):
    """What all methods together say about one problem: a dict of built-in types.

    Methods that failed in some realizations are told about, and take no part. A lower error is better.

    Parameters
    ----------
    evaluations, rankings : dict
        Method id and the rows of its files.
    features : list of str
    metric : str
        The error that decides.
    chance_metric : str
        The error that is held against a guess without features; a key of _CHANCE.
    n_classes : int
        0 where the target holds numbers.
    n_train, n_test : int
        Rows of every realization, for standard errors that count training sets that overlap.
    alpha : float
    """
    collected = {method: collect(rows) for method, rows in evaluations.items()}
    numbers = sorted({int(row["realization"]) for rows in evaluations.values() for row in rows})
    stopped = {
        method: {"failed": len(failed), "of": len(numbers), "reason": _reason(evaluations[method])}
        for method, (_, failed) in collected.items()
        if failed
    }
    errors = {
        method: _by_count(values, metric, numbers) for method, (values, _) in collected.items() if method not in stopped
    }
    told = {"metric": metric, "n_features": len(features), "realizations": len(numbers), "stopped": stopped}
    told |= {"n_train": n_train, "n_test": n_test, "alpha": alpha, "found": False}
    if not errors or len(numbers) < 2:
        return told
    factor = np.sqrt(1.0 / len(numbers) + n_test / n_train)
    curves = {
        method: {count: _summary(own, factor) for count, own in counts.items()} for method, counts in errors.items()
    }
    cells = [(method, count) for method, counts in curves.items() for count in counts]
    best = min(cells, key=lambda cell: (curves[cell[0]][cell[1]]["mean"], cell[1]))
    limit = curves[best[0]][best[1]]["mean"] + curves[best[0]][best[1]]["error"]
    near = [cell for cell in cells if curves[cell[0]][cell[1]]["mean"] <= limit]
    smallest = min(near, key=lambda cell: (cell[1], curves[cell[0]][cell[1]]["mean"]))
    sizes = {"n_train": n_train, "n_test": n_test}
    chance = _CHANCE[chance_metric](n_classes)
    against_chance = collected[smallest[0]][0][smallest[1], chance_metric]
    gain = np.array([against_chance[number] - chance for number in numbers])
    p_chance = corrected_t(gain, **sizes)
    chosen = {method: _sets(rankings[method], smallest[1], numbers) for method in errors}
    sets = {method: _consensus(rankings[method], own, smallest[1]) for method, own in chosen.items()}
    return told | {
        "found": bool(gain.mean() < 0 and p_chance < alpha),
        "best": _cell(best, curves),
        "smallest": _cell(smallest, curves),
        "features": [
            {"feature": name, "times": sum(name in own for own in chosen[smallest[0]])} for name in sets[smallest[0]]
        ],
        "stability": _stability(chosen[smallest[0]], features),
        "honest": _summary(_chosen_without(errors, numbers), factor),
        "all_features": _against_all(errors[smallest[0]], smallest[1], len(features), sizes, factor),
        "chance": {"metric": chance_metric, "chance": chance, "mean": float(gain.mean() + chance), "p": p_chance},
        "methods": {
            method: {
                "best": min(own, key=lambda count: (own[count]["mean"], count)),
                "at_smallest": own[smallest[1]],
                "curve": [{"n_features": count, **summary} for count, summary in own.items()],
                "set": sets[method],
                "stability": _stability(chosen[method], features),
                "shared": sum(name in sets[smallest[0]] for name in sets[method]),
            }
            for method, own in curves.items()
        },
    }


def _by_count(values, metric, numbers):
    """Errors by number of features, one per realization in order."""
    assert METRICS[metric].lower_is_better
    counts = sorted(count for count, name in values if name == metric and count != SELECTED)
    return {count: np.array([values[count, metric][number] for number in numbers]) for count in counts}


def _summary(values, factor):
    """Mean, deviation, and the standard error of the mean with the correction for overlapping training sets."""
    deviation = float(values.std(ddof=1))
    return {"mean": float(values.mean()), "std": deviation, "error": deviation * float(factor)}


def _cell(cell, curves):
    method, count = cell
    return {"method": method, "n_features": count} | curves[method][count]


def _chosen_without(errors, numbers):
    """The error of every realization with the method and number that are best in all others."""
    cells = [own for counts in errors.values() for own in counts.values()]
    table = np.array(cells)
    others = table.sum(axis=1, keepdims=True) - table
    return table[np.argmin(others, axis=0), np.arange(len(numbers))]


def _against_all(errors, count, n_features, sizes, factor):
    """The chosen number of features beside all of them: difference and test."""
    if n_features not in errors or count == n_features:
        return None
    differences = errors[count] - errors[n_features]
    return {
        **_summary(errors[n_features], factor),
        "difference": float(differences.mean()),
        "p": corrected_t(differences, **sizes),
    }


def _sets(ranking, count, numbers):
    """The chosen features of every realization."""
    rows = {number: [] for number in numbers}
    for row in ranking:
        rows[int(row["realization"])].append(row)
    return [subsets_of(own, [count])[count] for own in rows.values()]


def _consensus(ranking, chosen, count):
    """The features that are chosen most often; among those chosen equally often the ones ranked higher on average."""
    times = Counter(name for own in chosen for name in own)
    total = Counter()
    for row in ranking:
        if not row.get("budget"):
            total[row["feature"]] += int(row["rank"])
    return sorted(times, key=lambda name: (-times[name], total[name], name))[:count]


def _stability(chosen, features):
    place = {name: column for column, name in enumerate(features)}
    Z = np.zeros((len(chosen), len(features)), dtype=bool)
    for row, own in zip(Z, chosen, strict=True):
        row[[place[name] for name in own]] = True
    found = stability(Z)
    return None if found is None else {"value": found.value, "lower": found.lower, "upper": found.upper}


def _reason(rows):
    """Why realizations failed: the first text."""
    return next(row["error"] for row in rows if row["error"])
