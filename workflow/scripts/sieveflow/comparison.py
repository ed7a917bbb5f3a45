"""Every method beside the reference: means, spreads, tests, hits."""

from collections import defaultdict

import numpy as np
from statsmodels.stats.multitest import multipletests

from sieveflow.metrics import METRICS
from sieveflow.stats.paired import corrected_t, paired_t, two_sample_t, wilcoxon

COLUMNS = [
    "method",
    "n_features",
    "metric",
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


def count_hits(ranking_rows, relevant):
    """For every realization whether the relevant features take the first places; of equals, one of them."""
    first = defaultdict(set)
    groups = [{entry} if isinstance(entry, str) else set(entry) for entry in relevant]
    failed = set()
    for row in ranking_rows:
        if row["error"]:
            failed.add(int(row["realization"]))
        elif int(row["rank"]) <= len(relevant):
            first[int(row["realization"])].add(row["feature"])
    hits = {number: float(all(len(chosen & group) == 1 for group in groups)) for number, chosen in first.items()}
    return hits, failed


def count_ties(ranking_rows):
    """For every realization how many places a tie decided; nothing for methods that do not say."""
    ties = defaultdict(float)
    for row in ranking_rows:
        if row.get("tied"):
            ties[int(row["realization"])] += float(row["tied"])
    return ties


def compare(evaluations, rankings, *, reference, metrics, relevant, n_train, n_test, alpha, t_test):
    """One row per method, number of features and metric.

    Parameters
    ----------
    evaluations, rankings : dict
        Method id and the rows of its files.
    reference : str
        The method that the others are tested against.
    relevant : list
        Features that should come first, or lists of equal ones of which one should; empty where unknown. Hits are
        counted then.
    t_test : {'paired', 'two-sample'}
        The test that the paper's tables show, which decides p_value and outcome; both stand in columns of their own.
    """
    collected = {method: collect(rows) for method, rows in evaluations.items()}
    reference_values = collected[reference][0]
    rows = []
    for method, (values, failed) in collected.items():
        for (n_features, metric), own in sorted(values.items()):
            if metric in metrics:
                row = _summary(method, n_features, metric, own, failed)
                if method != reference:
                    row |= _tests(own, reference_values[n_features, metric], metric, n_train, n_test, alpha, t_test)
                rows.append(row)
        if relevant:
            rows.append(_summary(method, len(relevant), "hits", *count_hits(rankings[method], relevant)))
        ties = count_ties(rankings.get(method, []))
        if ties:
            n_features = max(int(row["rank"]) for row in rankings[method] if not row["error"])
            rows.append(_summary(method, n_features, "ties", ties, failed))
    _adjust(rows)
    return rows


def _summary(method, n_features, metric, own, failed):
    values = np.array([own[number] for number in sorted(own)])
    return {
        "method": method,
        "n_features": n_features,
        "metric": metric,
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
    lower = METRICS[metric].lower_is_better
    return {
        "p_value": p[t_test],
        "outcome": outcome(p[t_test], differences.mean(), lower_is_better=lower, alpha=alpha),
        "p_paired": p["paired"],
        "p_two_sample": p["two-sample"],
        "p_corrected": corrected_t(differences, n_train=n_train, n_test=n_test),
        "p_wilcoxon": wilcoxon(differences),
    }


def _adjust(rows):
    """Holm's correction of the t-tests over all comparisons of one metric on this problem."""
    for metric in {row["metric"] for row in rows}:
        tested = [row for row in rows if row["metric"] == metric and row.get("p_value", np.nan) >= 0]
        if tested:
            adjusted = multipletests([row["p_value"] for row in tested], method="holm")[1]
            for row, p_holm in zip(tested, adjusted, strict=True):
                row["p_holm"] = float(p_holm)
