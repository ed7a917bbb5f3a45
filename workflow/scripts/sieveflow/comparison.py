"""Every method beside the reference: means, spreads, tests, hits."""

from collections import defaultdict

import numpy as np
from statsmodels.stats.multitest import multipletests

from sieveflow.changes import change_of
from sieveflow.margins import gain_of, margin_of
from sieveflow.metrics import METRICS
from sieveflow.stats.bayes import equivalence
from sieveflow.stats.paired import corrected_t, paired_t, two_sample_t, wilcoxon
from sieveflow.subset_counts import count_subsets, failed_rankings

COLUMNS = [
    "method",
    "n_features",
    "metric",
    "subset",
    "mean",
    "std",
    "n_realizations",
    "n_failed",
    "p_value",
    "outcome",
    "p_paired",
    "p_two_sample",
    "p_corrected",
    "p_wilcoxon",
    "p_holm",
    "margin",
    "chance_better",
    "chance_equal",
    "chance_worse",
]


def outcome(p_value, gain, *, lower_is_better, alpha):
    """'+' where the reference is significantly better, '-' where it is worse, '' otherwise.

    `gain` is the mean of (other method minus reference).
    """
    if not p_value < alpha or gain == 0:
        return ""
    return "+" if (gain > 0) == lower_is_better else "-"


def collect(evaluation_rows):
    """Values by (n_features, metric) and realization, and the numbers of the realizations that failed."""
    values, failed = defaultdict(dict), set()
    for row in evaluation_rows:
        if row["error"]:
            failed.add(int(row["realization"]))
        else:
            values[int(row["n_features"]), row["metric"]][int(row["realization"])] = float(row["value"])
    return values, failed


def compare(
    evaluations,
    rankings,
    *,
    reference,
    metrics,
    n_train,
    n_test,
    alpha,
    t_test,
    relevant=(),
    irrelevant=(),
    same=(),
    subsets=(),
    changes=(),
):
    """One row per method, number of features and metric.

    Parameters
    ----------
    evaluations, rankings : dict
        Method id and the rows of its files.
    reference : str
        The method that the others are tested against.
    relevant, irrelevant, same, subsets : list
        What `count_subsets` counts: features that should come first, those that should not be chosen, those that are
        one to a machine, and numbers of features for which every chosen subset has a row.
    t_test : {'paired', 'two-sample'}
        The test that the paper's tables show, which decides p_value and outcome; both stand in columns of their own.
    changes : list of str
        Metrics whose change from all features has rows of its own, `rmse_change` for rmse; their tests are those of
        fewer features against all of the same method, '+' where all are better.

    The columns `chance_better`, `chance_equal` and `chance_worse` are the probabilities that the reference is better by
    more than `margin`, practically equal, and worse.
    """
    collected = {method: collect(rows) for method, rows in evaluations.items()}
    wanted = {"relevant": relevant, "irrelevant": irrelevant, "same": same, "budgets": subsets}
    counted = {method: count_subsets(rows, **wanted) for method, rows in rankings.items()}
    rows = []
    for method, (values, failed) in collected.items():
        told = {key: own for key, own in counted.get(method, {}).items() if own}
        measured = {(count, metric, ""): own for (count, metric), own in sorted(values.items()) if metric in metrics}
        if relevant and not any(metric == "hits" for _, metric, _ in told):
            told[len(relevant), "hits", ""] = {}
        lost = failed | failed_rankings(rankings.get(method, []))
        for key, own in (measured | told).items():
            row = _summary(method, key, own, lost)
            other = collected[reference][0].get(key[:2]) or counted.get(reference, {}).get(key)
            if method != reference and key[1] in (*metrics, "selected") and other:
                row |= _tests(own, other, key[1], n_train, n_test, alpha, t_test)
            rows.append(row)
        for metric in changes:
            rows += _changes(method, values, lost, metric, n_train, n_test, alpha, t_test)
    _adjust(rows)
    return rows


def _changes(method, values, lost, metric, n_train, n_test, alpha, t_test):
    """Rows of what fewer features change, realization by realization."""
    counts = sorted(count for count, name in values if name == metric)
    for count in counts[:-1]:
        few, all_features = values[count, metric], values[counts[-1], metric]
        gaps = {number: few[number] - all_features[number] for number in few.keys() & all_features.keys()}
        row = _summary(method, (count, change_of(metric), ""), gaps, lost)
        yield row | _tests(few, all_features, metric, n_train, n_test, alpha, t_test)


def _summary(method, key, own, failed):
    n_features, metric, subset = key
    values = np.array([own[number] for number in sorted(own)])
    return {
        "method": method,
        "n_features": n_features,
        "metric": metric,
        "subset": subset,
        "mean": values.mean() if values.size else float("nan"),
        "std": values.std(ddof=1) if values.size > 1 else float("nan"),
        "n_realizations": values.size,
        "n_failed": len(failed),
    }


def _tests(own, reference, metric, n_train, n_test, alpha, t_test):
    shared = sorted(own.keys() & reference.keys())
    if not shared:
        return {}
    differences = np.array([own[number] - reference[number] for number in shared])
    pair = [np.array([values[number] for number in shared]) for values in (own, reference)]
    p = {"paired": paired_t(differences), "two-sample": two_sample_t(*pair)}
    margin = margin_of(metric, pair[1].mean())
    chances = equivalence(gain_of(metric, *pair), n_train=n_train, n_test=n_test, margin=margin)
    return {
        "p_value": p[t_test],
        "outcome": outcome(p[t_test], differences.mean(), lower_is_better=METRICS[metric].lower_is_better, alpha=alpha),
        "p_paired": p["paired"],
        "p_two_sample": p["two-sample"],
        "p_corrected": corrected_t(differences, n_train=n_train, n_test=n_test),
        "p_wilcoxon": wilcoxon(differences),
        "margin": margin,
        **dict(zip(("chance_better", "chance_equal", "chance_worse"), chances, strict=True)),
    }


def _adjust(rows):
    """Holm's correction of the t-tests over all comparisons of one metric on this problem."""
    for metric in {row["metric"] for row in rows}:
        tested = [row for row in rows if row["metric"] == metric and row.get("p_value", np.nan) >= 0]
        if tested:
            adjusted = multipletests([row["p_value"] for row in tested], method="holm")[1]
            for row, p_holm in zip(tested, adjusted, strict=True):
                row["p_holm"] = float(p_holm)
