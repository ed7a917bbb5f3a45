"""The numbers behind the figures of a problem."""

from collections import defaultdict

from sieveflow.page.judgement import flips
from sieveflow.tables import number

# One comparison on the page, in this order.
FIELDS = [
    *("n_features", "mean", "std", "p_value", "outcome", "p_corrected", "p_wilcoxon", "p_holm"),
    *("chance_better", "chance_equal", "chance_worse", "flips"),
]
_TEXTS = {"outcome", "flips"}
# Features of a heat map: those that are chosen most often by some method.
_SHOWN_FEATURES = 30
# Counted, and shown below the figures where there is something to tell.
_COUNTED = ("hits", "selected", "not_nested", "attained", "guarantee", "ties", "keeps_relevant", "drops_irrelevant")


def problem_data(results, problem):
    """What the scripts of the page draw of a problem."""
    comparison, spec = results.comparisons[problem], results.spec
    return {
        "curves": _curves(comparison, spec),
        "counted": _counted(comparison),
        "stability": _stability(results.stability, problem),
        "frequency": _frequency(results.frequencies, problem),
        **{key: spec["problems"][problem][key] for key in ("relevant", "n_train", "n_test")},
    }


def _curves(comparison, spec):
    """By metric and method: rows in the order of FIELDS."""
    curves = {metric: {method: [] for method in spec["methods"]} for metric in spec["metrics"]}
    for row in comparison:
        if row["metric"] in curves and row["mean"]:
            told = row | {"flips": flips(row, spec["alpha"]) if row["p_value"] else ""}
            shown = [told[key] if key in _TEXTS else _rounded(key, number(told[key])) for key in FIELDS]
            curves[row["metric"]][row["method"]].append(shown)
    return {metric: {method: rows for method, rows in own.items() if rows} for metric, own in curves.items()}


def _rounded(key, value):
    """Probabilities are shown with three decimals and need no more."""
    return round(value, 4) if key.startswith(("p_", "chance_")) else value


def _counted(comparison):
    """Means per realization of what was counted beside errors: metric, method, number of features, mean."""
    return [
        [row["metric"], row["method"], int(row["n_features"]), number(row["mean"])]
        for row in comparison
        if row["metric"] in _COUNTED and row["mean"] and (row["metric"] != "ties" or number(row["mean"]) > 0)
    ]


def _stability(rows, problem):
    """By method: number of features, Nogueira's index and its interval, Kuncheva's, Jaccard's."""
    found = defaultdict(list)
    keys = ("n_features", "nogueira", "nogueira_low", "nogueira_high", "kuncheva", "jaccard")
    for row in rows:
        if row["problem"] == problem:
            found[row["method"]].append([number(row[key]) for key in keys])
    return dict(found)


def _frequency(rows, problem):
    """By number of features: the features and, by method, the share of realizations in percent that choose each."""
    shares = defaultdict(lambda: defaultdict(dict))
    for row in rows:
        if row["problem"] == problem:
            shares[row["n_features"]][row["feature"]][row["method"]] = round(100 * number(row["share"]))
    shown = {}
    for count, by_feature in shares.items():
        total = {feature: sum(own.values()) for feature, own in by_feature.items()}
        features = sorted(total, key=lambda feature: (-total[feature], feature))[:_SHOWN_FEATURES]
        methods = sorted({method for own in by_feature.values() for method in own})
        shown[count] = {
            "features": features,
            "left_out": len(total) - len(features),
            "shares": {method: [by_feature[name].get(method, 0) for name in features] for method in methods},
        }
    return shown
