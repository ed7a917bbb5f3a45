"""Printed cells with their place in the comparisons."""

from sieveflow.metrics import our_name
from sieveflow.page.judgement import flips, outcomes

# What the explorer is given of a cell, in this order; the last three are found here.
FIELDS = [
    *("study", "table", "dataset", "n_train", "n_features", "method", "subset", "metric"),
    *("published", "published_std", "published_p", "published_outcome"),
    *("ours", "ours_se", "ours_p", "ours_outcome", "n_realizations", "z", "verdict", "reason"),
    *("problem", "corrected", "flips"),
]
_NUMBERS = {"ours", "ours_se", "ours_p", "z"}


def cell_rows(results):
    """The cells of a study as lists in the order of FIELDS."""
    spec = results.spec
    index = {
        problem: {(row["method"], row["n_features"], row["metric"]): row for row in comparison}
        for problem, comparison in results.comparisons.items()
    }
    rows = []
    for cell in results.ledger:
        problem = problem_of(cell, spec["problems"])
        row = _comparison_of(cell, spec, index.get(problem, {}))
        tested = row is not None and bool(row["p_value"])
        found = {
            "problem": problem or "",
            "corrected": outcomes(row, spec["alpha"])["p_corrected"] if tested else "",
            "flips": flips(row, spec["alpha"]) if tested else "",
        }
        rows.append([_value(key, (cell | found)[key]) for key in FIELDS])
    return rows


def problem_of(cell, problems):
    """The problem that a printed cell is about, None where the study has none."""
    for name, own in problems.items():
        sizes = ("", str(own["n_train"]), str(own["printed_n_train"]))
        if own["printed_as"] == cell["dataset"] and cell["n_train"] in sizes:
            return name
    return None


def _comparison_of(cell, spec, index):
    names = spec["names"]
    metric = our_name(cell["metric"], names["printed_metrics"])
    method = names["printed_methods"].get(cell["method"], cell["method"])
    return index.get((method, cell["n_features"], names["tests_of"].get(metric, metric)))


def _value(key, text):
    return float(text) if key in _NUMBERS and text else text
