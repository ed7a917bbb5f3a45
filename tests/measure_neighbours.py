"""Errors of chapter 5 at other points of the grid than the tuned one: docs/neighbours-thesis-mi.md.

The thesis prints neither C nor kappa. With all features every method has the same error, so that what remains between
ours and the printed one is the learner and its hyper-parameters.
"""

import os
import tempfile
from pathlib import Path

import numpy as np
from in_process import Worker
from sieveflow.config import load_settings
from sieveflow.evaluation import errors_with
from sieveflow.plan import Plan
from sieveflow.splits import realizations
from sieveflow.tables import read_csv, read_json, read_table, write_text
from support import ROOT

STUDY = "thesis-mi"
PROBLEMS = ["abalone3", "wbcd", "glass", "wine", "satimage", "musk"]
STEPS = {"tuned": (1, 1), "C / 4": (1 / 4, 1), "C x 4": (4, 1), "kappa / 2": (1, 1 / 2), "kappa x 2": (1, 2)}
N_REALIZATIONS = 10


def printed_error(entry, n_features):
    """The printed error with all features."""
    name = entry.get("printed_as", entry["dataset"])
    for row in read_csv(ROOT / f"resources/published/{STUDY}.csv"):
        same = (row["dataset"], row["method"], row["metric"]) == (name, "mi-pw", "error_percent")
        if same and row["n_features"] == str(n_features):
            return row["value"]
    return "-"


def line(plan, worker, problem):
    """One line of the table."""
    worker.tuned(plan, STUDY, problem)
    table = read_table(plan.table(STUDY, problem))
    tuned = read_json(f"results/{STUDY}/tuning/{problem}.json")["hyperparameters"]
    cells = []
    for c, k in STEPS.values():
        settings = {"C": c * tuned["C"], "kappa": k * tuned["kappa"]}
        errors = [
            errors_with(realization, range(len(table.features)), "rbf-svc", settings)["balanced_error_percent"]
            for realization in realizations(table, f"results/{STUDY}/splits/{problem}.csv", range(N_REALIZATIONS))
        ]
        cells.append(f"{np.mean(errors):.2f}")
    printed = printed_error(plan.problem(STUDY, problem), len(table.features))
    return f"| {problem} | C {tuned['C']:g}, kappa {tuned['kappa']:g} | {printed} | {' | '.join(cells)} |"


def main():
    """Run and write."""
    plan = Plan(load_settings(ROOT, {"studies": [STUDY], "scale": "full", "internet": False}))
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        worker = Worker()
        for problem in PROBLEMS:
            lines.append(line(plan, worker, problem))
            print(lines[-1], flush=True)
        os.chdir(ROOT)
    head = f"| data set | tuned | printed | {' | '.join(STEPS)} |\n|---|---|---|{'---|' * len(STEPS)}"
    text = f"""# Errors of chapter 5 beside the tuned point

Made by `make neighbours`: error in percent, mean over classes, with all features, over the first {N_REALIZATIONS}
realizations. The thesis prints neither C nor kappa.

"""
    write_text(Path(ROOT) / "docs/neighbours-thesis-mi.md", text + head + "\n" + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
