"""Everything that the page and the exports show of a study, read from its result files."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from sieveflow.tables import read_csv, read_json


@dataclass
class Results:
    """The tables of one study at one scale, as the files have them.

    Attributes
    ----------
    name, scale : str
    spec : dict
        What the configuration says about the study; see `sieveflow.shown`.
    folder : Path
        Where its result files are.
    """

    name: str
    scale: str
    spec: dict
    folder: Path
    ledger: list = field(default_factory=list)
    claims: list = field(default_factory=list)
    comparisons: dict = field(default_factory=dict)
    stability: list = field(default_factory=list)
    frequencies: list = field(default_factory=list)
    order: dict = field(default_factory=dict)
    audits: dict = field(default_factory=dict)
    manifest: dict = field(default_factory=dict)
    failures: list = field(default_factory=list)
    answers: dict = field(default_factory=dict)


def read_results(name, scale, spec, folder):
    """Read the results of a study."""
    folder = Path(folder)
    ranked = not spec["tunes"]
    return Results(
        name=name,
        scale=scale,
        spec=spec,
        folder=folder,
        ledger=read_csv(folder / "ledger.csv"),
        claims=read_csv(folder / "claims.csv"),
        comparisons={problem: read_csv(folder / f"comparison/{problem}.csv") for problem in spec["running"]},
        stability=read_csv(folder / "stability.csv") if ranked else [],
        frequencies=read_csv(folder / "frequencies.csv") if ranked else [],
        order=read_json(folder / "order.json"),
        audits={audit: read_json(folder / f"audits/{audit}.json") for audit in spec["audits"]},
        manifest=read_json(folder / "manifest.json"),
        failures=read_failures(folder, spec),
        answers=read_answers(folder, spec),
    )


def read_answers(folder, spec):
    """What the study answers in words, problem by problem, where it asks: headline, and pairs of title and sentence."""
    answers = {}
    for problem in spec["running"]:
        path = folder / f"answer/{problem}.md"
        if path.exists():
            lines = path.read_text(encoding="utf-8").splitlines()
            told = [re.fullmatch(r"- \*\*(.+?)\.\*\* (.*)", line) for line in lines]
            answers[problem] = {
                "headline": lines[0].removeprefix("# "),
                "findings": [[found[1], found[2]] for found in told if found],
            }
    return answers


def read_failures(folder, spec):
    """Realizations that failed: problem, method, stage, the error and how many had it."""
    return [
        row | {"problem": problem, "n_failed": int(row["n_failed"])}
        for problem in spec["running"]
        for row in read_csv(folder / f"failures/{problem}.csv")
    ]


def read_costs(spec, folder):
    """Median CPU seconds that a method takes for one ranking: problem, method, seconds.

    Times differ from run to run, so that they stand apart from everything else that is read.
    """
    costs = {}
    for problem in spec["running"] if not spec["tunes"] else []:
        for method in spec["methods"]:
            seconds = {}
            for batch in spec["batches"]:
                path = Path(folder, problem, method, f"{batch}.csv")
                for row in read_csv(path) if path.exists() else []:
                    number = row["realization"]
                    seconds[number] = seconds.get(number, 0.0) + float(row["seconds"])
            if seconds:
                costs.setdefault(problem, {})[method] = median(seconds.values())
    return costs
