"""Count the hits of a study under other readings of its methods and write docs/readings-<study>.md."""

import io
import os
import sys
import tempfile

from in_process import Worker
from readings import READINGS, label_of
from sieveflow.config import load_settings
from sieveflow.plan import Plan
from sieveflow.ranking import rank_batch
from sieveflow.splits import all_realizations
from sieveflow.subset_counts import count_subsets, failed_rankings
from sieveflow.tables import read_csv, read_json, read_table, write_text
from support import ROOT


def prepared(plan, study, worker):
    """Every problem whose relevant features are known: its id, its entry, its table, splits and tuned model."""
    for name in plan.problems(study, "full"):
        if "relevant" in plan.problem(study, name):
            data, splits, model = worker.tuned(plan, study, name)
            yield name, plan.problem(study, name), read_table(data), splits, read_json(model)


def hits(plan, study, method, changes, problem):
    """In how many realizations the relevant features come first, with some parameters set otherwise."""
    name, entry, table, splits, model = problem
    own = plan.rank_features(study, name, method, plan.batches(study, "full")[0])["method"]
    kept = [parameter for parameter in own["tuned"] if parameter not in changes]
    own = own | {"parameters": own["parameters"] | changes, "tuned": kept}
    settings = {"seed": plan.study(study)["seed"], "dataset": entry["dataset"]}
    rows, _ = rank_batch(table.features, all_realizations(table, splits), own, model, **settings)
    rows = [{"error": "", "selected": ""} | row for row in rows]
    if failed := failed_rankings(rows):
        raise RuntimeError(f"{name}: {method} with {changes}: realizations {sorted(failed)} failed")
    found = count_subsets(rows, relevant=entry["relevant"], same=entry.get("same", []))
    return round(sum(found[len(entry["relevant"]), "hits", ""].values()))


def main(study="thesis-mi"):
    """Run and write."""
    plan = Plan(load_settings(ROOT, {"studies": [study], "scale": "full", "internet": False}))
    printed = {(row["dataset"], row["n_train"], row["method"]): row["value"] for row in read_csv(published(study))}
    text = io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        problems = list(prepared(plan, study, Worker()))
        sets = list(dict.fromkeys(entry["dataset"] for _, entry, *_ in problems))
        for method, readings in READINGS[study].items():
            print(f"| {method} | {' | '.join(sets)} |\n|---|{'---|' * len(sets)}", file=text)
            values = [printed_hits(printed, entry, method) for _, entry, *_ in problems]
            print(line("printed", values, problems), file=text)
            for changes in readings:
                values = [hits(plan, study, method, changes, problem) for problem in problems]
                label = label_of(changes) or "as in the study's file"
                print(line(label, values, problems), file=text)
                print(f"{method}, {label}: {values}", flush=True)
            print(file=text)
        os.chdir(ROOT)
    write_text(ROOT / f"docs/readings-{study}.md", page(study, problems) + text.getvalue().rstrip("\n") + "\n")


def published(study):
    """The printed numbers of a study."""
    return ROOT / f"resources/published/{study}.csv"


def printed_hits(printed, entry, method):
    """What the thesis prints, where the data set may have one size only, or a dash."""
    keys = [(entry["dataset"], size, method) for size in (str(entry["n_train"]), "")]
    return next((printed[key] for key in keys if key in printed), "-")


def line(label, values, problems):
    """A line of a table: values of the training sizes of each data set."""
    cells = {}
    for value, (_, entry, *_) in zip(values, problems, strict=True):
        cells.setdefault(entry["dataset"], []).append(str(value))
    return f"| {label} | {' | '.join(' '.join(own) for own in cells.values())} |"


def page(study, problems):
    """What stands above the tables."""
    sizes = {}
    for _, entry, *_ in problems:
        sizes.setdefault(entry["dataset"], []).append(str(entry["n_train"]))
    listed = "; ".join(f"{name} {', '.join(own)}" for name, own in sizes.items())
    return f"""# Hits of {study} under other readings

Made by `make readings STUDY={study}`: in how many of 30 realizations the relevant features come first, one reading
changed at a time. Values stand for these training sizes: {listed}.

"""


if __name__ == "__main__":
    main(*sys.argv[1:])
