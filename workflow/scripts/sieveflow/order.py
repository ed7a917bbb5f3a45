"""The order of methods over all data sets of a study, and which of them cannot be told apart."""

import numpy as np

from sieveflow.metrics import METRICS
from sieveflow.stats.friedman import cliques, friedman, ranks_of
from sieveflow.subsets import SELECTED
from sieveflow.tables import number


def order_methods(comparisons, *, problems, methods, metric, alpha):
    """Ranks of methods by their mean error, Friedman's test, Nemenyi's critical difference and the groups it leaves.

    Every data set counts once, with its problem of most training samples: the sizes of one data set are no independent
    blocks. A method's number is the mean over the numbers of features that all methods have; where all choose their own
    number of features, it is the error of that choice.

    Parameters
    ----------
    comparisons : dict
        Problem id and its rows of the comparison stage.
    problems : dict
        Problem id, its dataset and n_train.
    metric : str
        The measure that decides.
    """
    result = {"metric": metric, "alpha": alpha, "methods": list(methods), "blocks": []}
    for problem in _largest(problems, comparisons):
        values, counts = _scores(comparisons[problem], methods, metric)
        if values is not None:
            block = {"problem": problem, "dataset": problems[problem]["dataset"], "n_features": counts}
            result["blocks"].append(block | {"values": values})
    if len(methods) < 2 or len(result["blocks"]) < 2:
        return result | {"test": None}
    scores = [block["values"] for block in result["blocks"]]
    ranks = ranks_of(scores, lower_is_better=METRICS[metric].lower_is_better)
    test = friedman(ranks, alpha=alpha)
    for block, own in zip(result["blocks"], ranks, strict=True):
        block["ranks"] = own.tolist()
    told = {
        "average_ranks": test.average_ranks.tolist(),
        "chi2": test.chi2,
        "p_value": test.p_value,
        # No number is larger than all others in JSON.
        "f": test.f if np.isfinite(test.f) else None,
        "p_f": test.p_f,
        "critical_difference": test.critical_difference,
        "groups": cliques(test.average_ranks, test.critical_difference),
    }
    return result | {"test": told}


def _largest(problems, comparisons):
    """Of every data set the problem with most training samples, in the order of the study."""
    best = {}
    for name in comparisons:
        dataset = problems[name]["dataset"]
        if dataset not in best or problems[name]["n_train"] > problems[best[dataset]]["n_train"]:
            best[dataset] = name
    return [name for name in comparisons if name in best.values()]


def _scores(comparison, methods, metric):
    """The number of every method, and the numbers of features that it is the mean over; None where one has none."""
    found = {method: {} for method in methods}
    for row in comparison:
        if row["metric"] == metric and row["mean"] and row["method"] in found:
            found[row["method"]][int(row["n_features"])] = number(row["mean"])
    common = set.intersection(*(set(own) for own in found.values()))
    counts = [SELECTED] if SELECTED in common else sorted(common)
    if not counts:
        return None, []
    return [float(np.mean([own[count] for count in counts])) for own in found.values()], counts
