"""Run a study under other seeds and record which verdicts change: resources/seed_sensitivity/<study>.csv.

A seed decides the splits, the folds, the permutations and the pools of artificial data. For every printed cell the
record has the verdict under the study's own seed and under the others; a cell `flips` if it differs from the paper
under one seed and not under another. Judging the study gives such cells the reason seed-sensitive.

    make seeds STUDY=kdd10
    make seeds STUDY=thesis-svr PROBLEMS="mpg housing" METHODS=sd-l-rfe    # the cells of these only
"""

import hashlib
import os
import shutil
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import product
from pathlib import Path

from in_process import Worker
from sieveflow.config import load_settings
from sieveflow.datasets.sources import generate
from sieveflow.plan import Plan
from sieveflow.reproduction.readings import KEYS
from sieveflow.tables import canonical_bytes, read_csv, write_csv
from support import ROOT

OTHER_SEEDS = [1, 2, 3]


# Methods to run, the reference among them; nothing for all.
METHODS = os.environ.get("METHODS", "").split()


def plan_with(study, problems, seed):
    """The plan of a study with some problems and another seed, artificial data redrawn with it; None is its own."""
    settings = load_settings(ROOT, {"studies": [study], "scale": "full", "internet": False})
    entry = settings.studies[study] | {
        "problems": {name: settings.studies[study]["problems"][name] for name in problems}
    }
    entry["methods"] = METHODS or entry["methods"]
    datasets = settings.datasets
    if seed is not None:
        shift = 1000 * abs(seed - entry["seed"])
        entry = entry | {"seed": seed}
        datasets = {name: _redrawn(dataset, shift) for name, dataset in datasets.items()}
    return Plan(replace(settings, studies={study: entry}, datasets=datasets))


def _redrawn(dataset, shift):
    """A generated data set with another seed."""
    if dataset["sources"][0]["kind"] != "generate":
        return dataset
    source = dataset["sources"][0]
    source = source | {"seed": source["seed"] + shift}
    content = canonical_bytes(generate(dataset, source), task=dataset["task"])
    return dataset | {"sources": [source], "sha256": hashlib.sha256(content).hexdigest()}


def printed_problems(study):
    """Problems that the paper prints a cell of: the others cost time and decide nothing here."""
    plan = Plan(load_settings(ROOT, {"studies": [study], "scale": "full", "internet": False}))
    rows = read_csv(ROOT / f"resources/published/{plan.study(study)['published']}.csv")
    printed = {(cell["dataset"], cell["n_train"]) for cell in rows}
    own = plan.judge_study(study, "full")["problems"]
    return [n for n, p in own.items() if {(p["dataset"], ""), (p["dataset"], str(p["n_train"]))} & printed]


def compare_problem(study, problem, seed, folder):
    """Do one problem under one seed; returns the folder and the path of the comparison."""
    work = Path(folder) / f"seed{seed}-{problem}"
    work.mkdir()
    os.chdir(work)
    fetched = ROOT / "resources/data"
    plan = plan_with(study, [problem], seed)
    table = ROOT / plan.table(study, problem)
    if table.exists() and plan.settings.datasets[table.stem]["sources"][0]["kind"] != "generate":
        (work / "resources/data").mkdir(parents=True)
        shutil.copy2(fetched / table.name, work / "resources/data" / table.name)
    path = work / Worker().problem(plan, study, "full", problem)
    print(f"{problem}, seed {seed or 'of the study'}", flush=True)
    return path


def main(study="kdd10", *problems):
    """Run, record, and print for how many cells each seed agrees with the study's own."""
    problems = list(problems) or printed_problems(study)
    jobs = list(product(problems, [None, *OTHER_SEEDS]))
    ledgers = {}
    with tempfile.TemporaryDirectory() as folder:
        with ProcessPoolExecutor() as pool:
            columns = [[study] * len(jobs), *zip(*jobs, strict=True), [folder] * len(jobs)]
            paths = dict(zip(jobs, pool.map(compare_problem, *columns), strict=True))
        os.chdir(folder)
        for seed in [None, *OTHER_SEEDS]:
            comparisons = {problem: paths[problem, seed] for problem in problems}
            ledger, _ = Worker().judge(plan_with(study, problems, seed), study, "full", comparisons)
            ledgers[seed] = [row for row in read_csv(ledger) if row["verdict"] != "not run"]
        os.chdir(ROOT)
    rows = []
    for cells in zip(*ledgers.values(), strict=True):
        verdicts = [cell["verdict"] for cell in cells]
        row = {key: cells[0][key] for key in KEYS}
        row |= {"own": verdicts[0], **{f"seed_{seed}": v for seed, v in zip(OTHER_SEEDS, verdicts[1:], strict=True)}}
        rows.append(row | {"flips": "yes" if len({v == "differs" for v in verdicts}) > 1 else "no"})
    columns = [*KEYS, "own", *(f"seed_{seed}" for seed in OTHER_SEEDS), "flips"]
    write_csv(ROOT / f"resources/seed_sensitivity/{study}.csv", columns, rows)
    for seed in OTHER_SEEDS:
        same = sum((row["own"] == "differs") == (row[f"seed_{seed}"] == "differs") for row in rows)
        print(f"{study}, seed {seed}: differs or not as under its own seed: {same} of {len(rows)} cells")
    steady = sum(row["flips"] == "no" for row in rows)
    print(f"{study}: the same under all seeds: {steady} of {len(rows)} cells")


if __name__ == "__main__":
    main(*sys.argv[1:])
