"""The verdicts of a ledger, given again by the code as it is now."""

import math

from sieveflow.metrics import METRICS, our_name
from sieveflow.published import COUNTS, judge, our_subset, problem_of
from sieveflow.tables import number, read_csv

# Verdicts that hang on our numbers.
AGREEING = ("match", "within noise")
JUDGED = (*AGREEING, "differs")


def judging_of(plan, study):
    """What `judge` is told about a study at full scale, beside printed cells and comparisons; nothing is blocked."""
    spec = plan.judge_study(study, "full")
    seeds = plan.settings.root / f"resources/seed_sensitivity/{study}.csv"
    return {
        "study": study,
        "scale": "full",
        "problems": {name: own | {"blocked": ""} for name, own in spec["problems"].items()},
        "methods": spec["methods"],
        "reasons": spec["reasons"],
        "printed_count": spec["full"],
        "alpha": spec["alpha"],
        "names": spec["printed_metrics"],
        "seeds": [row for row in read_csv(seeds) if row["flips"] == "yes"] if seeds.exists() else [],
        "tests_of": spec["tests_of"],
        "stand_ins": spec["printed_methods"],
        "counts": spec["printed_realizations"],
    }


def disagreements(plan, study, rows):
    """Rows of a study's ledger whose verdict or reason the code does not give again, with what it gives.

    Our mean and deviation are taken back from the row; the printed cell comes from resources/published.

    Parameters
    ----------
    rows : list of dict
        The whole ledger of the study, in its order.
    """
    spec, settings = plan.judge_study(study, "full"), judging_of(plan, study)
    problems, root = settings["problems"], plan.settings.root
    found = []
    for cell, row in zip(read_csv(root / f"resources/published/{study}.csv"), rows, strict=True):
        if row["verdict"] == "not run":
            continue
        problem = problem_of(cell, problems)
        comparison = _comparison(cell, row, spec, problems[problem]) if row["verdict"] in JUDGED else []
        (again,) = judge([cell], {problem: comparison}, **settings)
        if (again["verdict"], again["reason"]) != (row["verdict"], row["reason"]):
            found.append((row, again["verdict"], again["reason"]))
    return found


def _comparison(cell, row, spec, problem):
    """The rows of a comparison from which a judged cell comes."""
    prefix = next((prefix for prefix in COUNTS if cell["metric"].startswith(prefix)), None)
    metric = COUNTS[prefix] if prefix else our_name(cell["metric"], spec["printed_metrics"])
    ours, error, count = number(row["ours"]), number(row["ours_se"]), int(row["n_realizations"])
    if prefix:
        mean, std = ours / int(cell["metric"].removeprefix(prefix)), 0.0
    else:
        look = METRICS[metric]
        mean, std = look.from_printed(ours), error * math.sqrt(count) / look.slope(ours)
    own = {
        "mean": repr(mean),
        "method": spec["printed_methods"].get(cell["method"], cell["method"]),
        "metric": metric,
        "n_features": cell["n_features"],
        "n_realizations": str(count),
        "outcome": row["ours_outcome"],
        "p_value": row["ours_p"],
        "std": repr(std),
        "subset": our_subset(cell["subset"], problem.get("features", [])),
    }
    return [own, own | {"metric": spec["tests_of"].get(metric, metric)}]
