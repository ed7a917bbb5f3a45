"""Printed numbers beside ours: one row per printed cell, with a verdict and a reason."""

import math

from sieveflow.metrics import METRICS, our_name
from sieveflow.stats.cells import counts_against_printed, mean_against_printed
from sieveflow.tables import number

COLUMNS = [
    "study",
    "table",
    "dataset",
    "n_train",
    "n_features",
    "method",
    "subset",
    "metric",
    "published",
    "published_std",
    "published_p",
    "published_outcome",
    "ours",
    "ours_se",
    "ours_p",
    "ours_outcome",
    "scale",
    "n_realizations",
    "z",
    "p_difference",
    "verdict",
    "reason",
]
# Printed as a count of so many, and our name for the share.
COUNTS = {"hits_of_": "hits", "times_of_": "times"}
_SECONDS = "_seconds"


def judge(
    printed,
    comparisons,
    *,
    study,
    scale,
    problems,
    methods,
    reasons,
    printed_count,
    alpha,
    names=None,
    seeds=(),
    tests_of=None,
    stand_ins=None,
    counts=None,
):
    """The ledger of a study.

    Parameters
    ----------
    printed : list of dict
        Rows of resources/published.
    comparisons : dict
        Problem id and its rows of the comparison stage.
    problems : dict
        Problem id and its dataset, n_train, printed_n_train where that differs, and, where it does not run, `blocked`,
        the reason; where subsets are printed by the numbers of their features, `features`, the names.
    reasons : list of dict
        What the study knows about cells that differ: some columns, and the `code` for cells that agree with them.
    printed_count : int
        Number of realizations behind a printed mean.
    names : dict, optional
        Our names of printed measures, where they differ.
    seeds : list of dict
        The record of verdicts under other seeds, where there is one.
    tests_of : dict, optional
        Metrics whose printed p-values are those of another metric, and that metric: ours is held against the same.
    stand_ins : dict, optional
        Printed methods that are none of the study's, and the method of the study that has their numbers.
    counts : dict, optional
        Tables whose numbers are not means over `printed_count` realizations, and how many they are of.
    """
    stand_ins, counts = stand_ins or {}, counts or {}
    ledger = []
    unsteady = {_cell_key(row) for row in seeds if row["flips"] == "yes"}
    for cell in printed:
        row = {
            "study": study,
            "scale": scale,
            **{key: cell[key] for key in ("table", "dataset", "n_train", "n_features", "method", "subset", "metric")},
            "published": cell["value"],
            "published_std": cell["std"],
            "published_p": cell["p_value"],
            "published_outcome": cell["outcome"],
        }
        problem = problem_of(cell, problems)
        method = stand_ins.get(cell["method"], cell["method"])
        if problem is None or method not in methods:
            row |= {"verdict": "not run", "reason": "not in study"}
        elif problems[problem].get("blocked"):
            row |= {"verdict": "not run", "reason": problems[problem]["blocked"]}
        elif cell["metric"].endswith(_SECONDS):
            # Ours differ from run to run; they stand in timing.csv.
            row |= {"verdict": "not comparable", "reason": "another machine"}
        else:
            row["n_train"] = str(problems[problem]["n_train"])
            count = counts.get(cell["table"], printed_count)
            subset = our_subset(cell["subset"], problems[problem].get("features", []))
            own = cell | {"method": method, "subset": subset}
            row |= _compare_cell(own, comparisons[problem], count, alpha, names or {}, tests_of or {})
            if row["n_realizations"]:
                row["reason"] = _reason(row, reasons, unsteady)
        ledger.append(row)
    return ledger


def problem_of(cell, problems):
    """The problem that a printed cell is about, None where the study has none."""
    for name, problem in problems.items():
        size = problem.get("printed_n_train", problem["n_train"])
        if problem["dataset"] == cell["dataset"] and cell["n_train"] in ("", str(size)):
            return name
    return None


def our_subset(printed, features):
    """A printed subset, which has the numbers of features, as we write it."""
    return " ".join(features[int(place) - 1] for place in printed.split())


def _compare_cell(cell, comparison, printed_count, alpha, names, tests_of):
    prefix = next((prefix for prefix in COUNTS if cell["metric"].startswith(prefix)), None)
    metric = COUNTS[prefix] if prefix else our_name(cell["metric"], names)
    summary = _summary_of(comparison, cell, metric)
    if summary is None or not int(summary["n_realizations"]):
        return {"verdict": "not run", "reason": "failed", "n_realizations": 0}
    mean, std, count = number(summary["mean"]), number(summary["std"]), int(summary["n_realizations"])
    if prefix:
        # In the paper's unit: so many out of its number of realizations, whatever ours is.
        out_of = int(cell["metric"].removeprefix(prefix))
        z, p = counts_against_printed(round(mean * count), count, int(float(cell["value"])), out_of)
        ours, error = out_of * mean, out_of * math.sqrt(mean * (1 - mean) / count)
    else:
        printed_std = None if cell["std"] == "" else float(cell["std"])
        printed, look = float(cell["value"]), METRICS[metric]
        z, p = mean_against_printed(
            mean,
            std,
            count,
            look.from_printed(printed),
            printed_std=printed_std,
            printed_count=printed_count,
            unit=10.0 ** -_decimals(cell["value"]) / look.slope(printed),
        )
        ours = look.to_printed(mean)
        error = look.slope(ours) * std / math.sqrt(count)
    tested = _summary_of(comparison, cell, tests_of.get(metric, metric))
    return {
        "ours": ours,
        "ours_se": error,
        "ours_p": number(tested["p_value"]),
        "ours_outcome": tested["outcome"],
        "n_realizations": count,
        "z": z,
        "p_difference": p,
        "verdict": with_outcome(verdict(cell["value"], ours, z, p, alpha), cell, tested["outcome"]),
    }


def _summary_of(comparison, cell, metric):
    own = [row for row in comparison if row["method"] == cell["method"] and row["metric"] == metric]
    own = [row for row in own if metric == "hits" or cell["n_features"] in ("", row["n_features"])]
    for row in own:
        if row.get("subset", "") == cell["subset"]:
            return row
    # A subset that was never chosen has no row; those that were say out of how many.
    return own[0] | {"mean": "0.0", "std": "0.0"} if own and cell["subset"] else None


def verdict(printed, ours, z, p, alpha):
    """match, within noise or differs, for a printed text and our number."""
    decimals = _decimals(printed)
    if round(ours, decimals) == round(float(printed), decimals) or abs(z) <= 1:
        return "match"
    # A p-value that does not exist (a single realization) cannot show a difference.
    return "differs" if p < alpha else "within noise"


def _decimals(printed):
    """How many decimals a printed number has."""
    return len(printed.partition(".")[2])


def with_outcome(judged, cell, ours):
    """A verdict on a mean, seen with the printed outcome of its test: '+', '-' or nothing.

    Opposite signs differ, however near the means are; where only one of the two is significant, it is no match.
    """
    printed = cell["outcome"]
    if not cell["p_value"] or printed == ours:
        return judged
    if printed and ours:
        return "differs"
    return "within noise" if judged == "match" else judged


def _reason(row, reasons, unsteady):
    """Why a cell differs; also said of a cell that agrees, if under another seed it would differ."""
    if row["verdict"] == "differs" and (entry := known_reason(row, reasons)):
        return entry["code"]
    if _cell_key(row) in unsteady:
        return "seed-sensitive"
    return "unknown" if row["verdict"] == "differs" else ""


def known_reason(row, reasons):
    """The first entry under a study's `reasons` that speaks of a cell, None where there is none."""
    for entry in reasons:
        if all(str(row[key]) == str(value) for key, value in entry["cells"].items()):
            return entry
    return None


def _cell_key(row):
    return tuple(row[key] for key in ("table", "dataset", "n_train", "n_features", "method", "subset", "metric"))
