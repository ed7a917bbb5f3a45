"""Judge the cells of a study that differ under other readings of its methods: resources/readings/<study>.csv.

For every pair of a problem and a method with cells that differ in docs/reproduction/ledger.csv, and every other reading
of the method (`tests/readings.py`), the method ranks and is evaluated at full scale as in the study, and the cells are
judged again. The record has a row for every such cell and reading; a reading under which a cell agrees is one under
which the printed number can have come about.

    make cells STUDY=thesis-svr
    make cells STUDY=thesis-mlp METHODS=mutual-info    # the cells of these methods; the rest of the record stays
    make cells STUDY=thesis-mi PROBLEMS="wine glass"   # those of these problems
"""

import os
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

from in_process import Worker
from readings import READINGS, label_of, with_reading
from sieveflow.config import load_settings
from sieveflow.plan import Plan
from sieveflow.published import judge, problem_of
from sieveflow.reproduction.readings import KEYS, READING_COLUMNS, cell_of, record_of
from sieveflow.reproduction.rejudging import AGREEING, judging_of
from sieveflow.tables import read_csv, write_csv
from support import ROOT

# Methods whose cells are judged; nothing for all that have other readings.
METHODS = os.environ.get("METHODS", "").split()
LEDGER = ROOT / "docs/reproduction/ledger.csv"


def settings_with(study, method):
    """The settings of a study with one of its methods, and the reference: printed outcomes are of tests against it."""
    settings = load_settings(ROOT, {"studies": [study], "scale": "full", "internet": False})
    own = settings.studies[study]
    entry = own | {"methods": list(dict.fromkeys([own["reference"], method]))}
    return replace(settings, studies={study: entry})


def differing_cells(study):
    """Printed cells that differ, by problem and method, of those methods that have other readings."""
    plan = Plan(load_settings(ROOT, {"studies": [study], "scale": "full", "internet": False}))
    own = [row for row in read_csv(LEDGER) if row["study"] == study]
    problems, found = judging_of(plan, study)["problems"], {}
    methods = METHODS or READINGS[study]
    for cell, row in zip(read_csv(ROOT / f"resources/published/{study}.csv"), own, strict=True):
        problem = problem_of(cell, problems)
        runs = problem in plan.problems(study, "full") and cell["method"] in methods
        if row["verdict"] == "differs" and runs:
            found.setdefault(problem, {}).setdefault(cell["method"], []).append(cell)
    return found


def judge_problem(study, problem, cells, folder):
    """The rows of the record for one problem; `cells` are its printed cells by method."""
    work = Path(folder, problem)
    work.mkdir()
    os.chdir(work)
    worker, rows = Worker(), []
    for method, printed in cells.items():
        settings = settings_with(study, method)
        for changes in filter(None, READINGS[study][method]):
            plan = Plan(with_reading(settings, method, changes))
            comparison = read_csv(worker.problem(plan, study, "full", problem))
            for row in judge(printed, {problem: comparison}, **judging_of(plan, study)):
                told = {key: row[key] for key in (*KEYS, "ours", "verdict")}
                rows.append(told | {"reading": label_of(changes)})
            print(f"{problem}: {method}, {label_of(changes)}", flush=True)
    return rows


def main(study, *problems):
    """Run, record, and print how many cells agree under some reading."""
    cells = differing_cells(study)
    wanted = {name: cells[name] for name in problems or cells}
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor() as pool:
        columns = [[study] * len(wanted), wanted, wanted.values(), [folder] * len(wanted)]
        rows = [row for found in pool.map(judge_problem, *columns) for row in found]
    tried = {cell_of(row) for row in rows}
    agreeing = {cell_of(row) for row in rows if row["verdict"] in AGREEING}
    record = ROOT / record_of(study)
    # What the record has about other cells stays, as long as these differ.
    differing = {cell_of(row) for row in read_csv(LEDGER) if row["study"] == study and row["verdict"] == "differs"}
    kept = [row for row in read_csv(record) if cell_of(row) in differing - tried] if record.exists() else []
    write_csv(record, READING_COLUMNS, kept + rows)
    print(f"{study}: of {len(tried)} cells that differ {len(agreeing)} agree under another reading")


if __name__ == "__main__":
    main(*sys.argv[1:])
