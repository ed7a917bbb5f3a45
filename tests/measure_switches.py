"""Run problems of a study under every other choice of its switches and write docs/switches-<study>.md."""

import os
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

from in_process import Worker
from sieveflow.config import load_settings
from sieveflow.plan import Plan
from sieveflow.tables import read_csv, write_text
from support import ROOT

DATA = [{"noise": "deviation"}, {"pool": "fresh"}]
DENSITY = [{"permutation": "swaps"}, {"n_permutations": 20}]
DEPENDENCE = [{"input_kernel": "linear", "target_kernel": "linear"}, {"target_kernel": "linear"}]
ALTERNATIVES = {
    "kdd10": [*DATA, *DENSITY, *DEPENDENCE],
    "thesis-svr": [
        *DATA,
        {"interactive_square": False},
        *DENSITY,
        *DEPENDENCE,
        {"bound_loss": "linear"},
        {"n_bins": 5},
        {"n_bins": 20},
        {"binning": "quantile"},
        {"binning": "three-states"},
    ],
}

# Problems with data from elsewhere and the number of features to show, for what the switches of methods do there.
REAL = {"kdd10": {"mpg": 3}, "thesis-svr": {"mpg": 3, "housing": 4, "triazines": 20}}


def plan_with(study, choice):
    """The plan of a study with some switches set otherwise."""
    settings = load_settings(ROOT, {"studies": [study], "scale": "full", "internet": False})
    entry = settings.studies[study]
    changed = entry | {"switches": entry["switches"] | choice}
    return Plan(replace(settings, studies={study: changed}))


def compare_problem(study, problem, folder):
    """Rows of the comparison of one problem under every choice, the study's own first."""
    os.chdir(folder)
    worker, found = Worker(), []
    for choice in [{}, *ALTERNATIVES[study]]:
        found.append(read_csv(worker.problem(plan_with(study, choice), study, "full", problem)))
        print(f"{problem}: {label(choice)}", flush=True)
    return found


def label(choice):
    """A choice in words."""
    return ", ".join(f"{key}: {str(value).lower()}" for key, value in choice.items()) or "as in the study's file"


def value_of(rows, method, metric, count):
    """A mean of the comparison: hits in the paper's unit."""
    (row,) = [r for r in rows if (r["method"], r["metric"], r["n_features"]) == (method, metric, str(count))]
    return f"{30 * float(row['mean']):.0f}" if metric == "hits" else f"{float(row['mean']):.3g}"


def shown_count(study, problem, entry):
    """The number of features whose errors are shown: the relevant ones where they are known."""
    return len(entry["relevant"]) if "relevant" in entry else REAL[study][problem]


def printed_of(study, dataset, method, metric, n_train, count):
    """What the paper prints, or a dash."""
    wanted = {"hits": "hits_of_30", "mse": "MSE"}[metric]
    for row in read_csv(ROOT / f"resources/published/{study}.csv"):
        same = (row["dataset"], row["method"], row["metric"]) == (dataset, method, wanted)
        if same and row["n_train"] in ("", str(n_train)) and row["n_features"] in ("", str(count)):
            return row["value"]
    return "-"


def table(study, dataset, problems, results, metric):
    """A table in Markdown: one line per choice, one column per method, values by training size."""
    entry = plan_with(study, {}).study(study)
    methods, own = entry["methods"], [entry["problems"][problem] for problem in problems]
    count = shown_count(study, problems[0], own[0])
    name = "hits of 30" if metric == "hits" else f"mean squared error with {count} features"
    lines = [f"| {name} | {' | '.join(methods)} |", "|---|" + "---|" * len(methods)]
    printed = [
        " ".join(printed_of(study, dataset, method, metric, problem["n_train"], count) for problem in own)
        for method in methods
    ]
    lines.append(f"| printed | {' | '.join(printed)} |")
    for i, choice in enumerate([{}, *ALTERNATIVES[study]]):
        values = [
            " ".join(
                value_of(results[problem][i], method, metric, shown_count(study, problem, entry["problems"][problem]))
                for problem in problems
            )
            for method in methods
        ]
        lines.append(f"| {label(choice)} | {' | '.join(values)} |")
    return "\n".join(lines)


def main(study="kdd10"):
    """Run and write."""
    plan = plan_with(study, {})
    wanted = {name: p for name, p in plan.study(study)["problems"].items() if "relevant" in p or name in REAL[study]}
    problems = {name: problem for name, problem in wanted.items() if name in plan.problems(study, "full")}
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor() as pool:
        found = pool.map(compare_problem, [study] * len(problems), problems, [Path(folder)] * len(problems))
        results = dict(zip(problems, found, strict=True))
    sections = []
    for dataset in dict.fromkeys(problem["dataset"] for problem in problems.values()):
        own = [name for name, problem in problems.items() if problem["dataset"] == dataset]
        sizes = ", ".join(str(problems[name]["n_train"]) for name in own)
        metrics = ("hits", "mse") if "relevant" in problems[own[0]] else ("mse",)
        tables = "\n\n".join(table(study, dataset, own, results, metric) for metric in metrics)
        sections.append(f"## {dataset}: training sizes {sizes}\n\n{tables}\n")
    text = f"""# What the switches of {study} do

Made by `make switches STUDY={study}`: problems at full scale, one switch changed at a time.

"""
    write_text(ROOT / f"docs/switches-{study}.md", text + "\n".join(sections))


if __name__ == "__main__":
    main(*sys.argv[1:])
