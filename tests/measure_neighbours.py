"""Errors of a study at other hyper-parameters than those it uses: docs/neighbours-<study>.md.

With all features every method has the same error, so that what remains between ours and the printed one is the learner
and its hyper-parameters.
"""

import os
import sys
import tempfile

import numpy as np
from in_process import Worker
from sieveflow.config import load_settings
from sieveflow.evaluation import errors_with
from sieveflow.learners.catalogue import LEARNERS
from sieveflow.plan import Plan
from sieveflow.splits import realizations
from sieveflow.tables import read_csv, read_json, read_table, write_text
from support import ROOT

N_REALIZATIONS = 10
# Column by column what becomes of the values in use: a factor, or where it is given as text the value itself.
STEPS = {
    "thesis-mi": {
        "C / 4": {"C": 1 / 4},
        "C x 4": {"C": 4},
        "kappa / 2": {"kappa": 1 / 2},
        "kappa x 2": {"kappa": 2},
    },
    "thesis-mlp": {
        **{f"decay {value}": {"weight_decay": value} for value in ("0", "0.01", "0.1", "1", "10")},
        "2 hidden": {"hidden": "2"},
        "twice as many hidden": {"hidden": 2},
    },
}


def printed_error(study, entry, reference, n_features):
    """The printed error with all features."""
    name = entry.get("printed_as", entry["dataset"])
    for row in read_csv(ROOT / f"resources/published/{study}.csv"):
        same = (row["dataset"], row["method"], row["metric"]) == (name, reference, "error_percent")
        if same and row["n_features"] == str(n_features):
            return row["value"]
    return None


def moved(values, step):
    """Hyper-parameters after a step."""
    return values | {name: float(by) if isinstance(by, str) else by * values[name] for name, by in step.items()}


def line(plan, worker, study, problem):
    """One line of the table, or nothing where no error is printed."""
    entry, learner = plan.problem(study, problem), plan.study(study)["learner"]
    data, splits, model = worker.tuned(plan, study, problem)
    table = read_table(data)
    printed = printed_error(study, entry, plan.study(study)["reference"], len(table.features))
    if printed is None:
        return None
    used, cells = read_json(model)["hyperparameters"], []
    for step in [{}, *STEPS[study].values()]:
        errors = [
            errors_with(realization, range(len(table.features)), learner, moved(used, step))
            for realization in realizations(table, splits, range(N_REALIZATIONS))
        ]
        cells.append(f"{np.mean([values[LEARNERS[learner].metrics[0]] for values in errors]):.2f}")
    settings = ", ".join(f"{name} {value:g}" for name, value in used.items())
    return f"| {problem} | {settings} | {printed} | {' | '.join(cells)} |"


def main(study="thesis-mi"):
    """Run and write."""
    plan = Plan(load_settings(ROOT, {"studies": [study], "scale": "full", "internet": False}))
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        worker = Worker()
        for problem in plan.problems(study, "full"):
            if found := line(plan, worker, study, problem):
                lines.append(found)
                print(found, flush=True)
        os.chdir(ROOT)
    names = ["in use", *STEPS[study]]
    metric = LEARNERS[plan.study(study)["learner"]].metrics[0]
    text = f"""# Errors of {study} beside the hyper-parameters in use

Made by `make neighbours STUDY={study}`: {metric} with all features, over the first {N_REALIZATIONS} realizations.

| problem | hyper-parameters | printed | {" | ".join(names)} |
|---|---|---|{"---|" * len(names)}
"""
    write_text(ROOT / f"docs/neighbours-{study}.md", text + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
