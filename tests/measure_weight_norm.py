"""What the hyper-parameters do to the ranking by weight norms of the study `kdd10`: docs/weight-norm.md.

The paper prints no hyper-parameters. Features are ranked with machines at other values than those of cross-validation;
what is tested with the five best is the machine of the study.
"""

import os
import tempfile

import numpy as np
from in_process import Worker
from sieveflow.config import load_settings
from sieveflow.evaluation import evaluate_batch
from sieveflow.plan import Plan
from sieveflow.ranking import rank_batch
from sieveflow.splits import all_realizations
from sieveflow.subset_counts import count_subsets
from sieveflow.tables import read_csv, read_json, read_table, write_text
from support import ROOT

STUDY, METHOD, COUNT = "kdd10", "dw2-rfe", 5
SIZES = [200, 100, 70, 50]
STEPS = [{}, {"C": 1 / 16}, {"C": 1 / 4}, {"C": 4}, {"kappa": 1 / 4}, {"kappa": 1 / 2}, {"kappa": 2}, {"kappa": 4}]


def measured(plan, problem, data, splits, model, step):
    """Hits, mean squared error with as many features as are relevant, and its standard error."""
    entry, table = plan.problem(STUDY, problem), read_table(data)
    own = plan.rank_features(STUDY, problem, METHOD, plan.batches(STUDY, "full")[0])["method"]
    used = model["hyperparameters"]
    other = model | {"hyperparameters": used | {name: factor * used[name] for name, factor in step.items()}}
    drawn = list(all_realizations(table, splits))
    settings = {"seed": plan.study(STUDY)["seed"], "dataset": entry["dataset"]}
    ranking, _ = rank_batch(table.features, drawn, own, other, **settings)
    ranking = [{"error": "", "selected": ""} | row for row in ranking]
    learner = plan.study(STUDY)["learner"]
    rows = evaluate_batch(table.features, drawn, ranking, model, learner=learner, counts=[COUNT])
    values = np.array([row["value"] for row in rows if row["metric"] == "mse"])
    found = count_subsets(ranking, relevant=entry["relevant"], same=[])
    hits = round(sum(found[COUNT, "hits", ""].values()))
    return hits, values.mean(), values.std(ddof=1) / np.sqrt(values.size)


def printed(metric):
    """Printed numbers by training size."""
    rows = read_csv(ROOT / f"resources/published/{STUDY}.csv")
    own = {row["n_train"]: row["value"] for row in rows if (row["method"], row["metric"]) == (METHOD, metric)}
    return [own[str(size)] for size in SIZES]


def line(step, found):
    """A line of the table."""
    names = {1 / 16: "/ 16", 1 / 4: "/ 4", 1 / 2: "/ 2", 2: "x 2", 4: "x 4"}
    label = ", ".join(f"{name} {names[factor]}" for name, factor in step.items()) or "as in the study"
    hits = " | ".join(str(own[0]) for own in found)
    errors = " | ".join(f"{own[1]:.2f} ({own[2]:.2f})" for own in found)
    return f"| {label} | {hits} | {errors} |"


def main():
    """Run and write."""
    plan = Plan(load_settings(ROOT, {"studies": [STUDY], "scale": "full", "internet": False}))
    sizes = " | ".join(map(str, SIZES))
    lines = [f"|  | {sizes} | {sizes} |", "|---|" + 2 * len(SIZES) * "---|"]
    lines.append(f"| printed | {' | '.join(printed('hits_of_30') + printed('MSE'))} |")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        worker = Worker()
        problems = [(f"additive-n{size}", worker.tuned(plan, STUDY, f"additive-n{size}")) for size in SIZES]
        for step in STEPS:
            found = [measured(plan, name, *own[:2], read_json(own[2]), step) for name, own in problems]
            lines.append(line(step, found))
            print(lines[-1], flush=True)
        os.chdir(ROOT)
    write_text(ROOT / "docs/weight-norm.md", page(lines))


def page(lines):
    """The page."""
    return f"""# The ranking by weight norms at other hyper-parameters

Made by `make weightnorm`: {METHOD} of {STUDY} on the additive problem, ranked with other hyper-parameters than those
that cross-validation finds; the paper prints none. The five best features are tested with those of the study. Hits of
30, then mean squared errors with their standard errors, for 200, 100, 70 and 50 training samples.

{chr(10).join(lines)}
"""


if __name__ == "__main__":
    main()
