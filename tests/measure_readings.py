"""Count the hits of chapter 5 under other readings of its methods and write docs/readings-thesis-mi.md."""

import io
from pathlib import Path

import numpy as np
import yaml
from sieveflow.datasets.fetching import fetch
from sieveflow.loading import load_method
from sieveflow.seeding import seed_of
from sieveflow.splits import COLUMNS, draw_splits, realizations
from sieveflow.tables import read_csv, read_table, write_bytes, write_csv, write_text

ROOT = Path(__file__).parents[1]
STUDY = "thesis-mi"
READINGS = {
    "mi-pw": [{}, {"sigma_criterion": "printed"}, {"sigma_density": "all"}],
    "mi-rsde": [{}, {"sigma_density": "all"}, {"n_permutations": 10}, {"sigma": 0.35}, {"sigma": 1.0}],
    "kwak": [{}, {"sigma_criterion": "printed"}, {"sigma_density": "all"}]
    + [{"sigma": sigma} for sigma in (0.125, 0.25, 0.5, 1.0, 2.0, 4.0)],
    "hsic": [{}, {"class_kernel": "balanced"}] + [{"relative_width": width} for width in (0.25, 0.5, 2.0, 4.0)],
    "mrmr": [{}, {"n_bins": 3}, {"n_bins": 5}, {"binning": "quantile"}, {"binning": "three-states"}],
}


def tables(study, folder):
    """Every problem whose relevant features are known: its data, its splits, its entry."""
    catalogue = yaml.safe_load((ROOT / "config/datasets.yaml").read_text())
    for name, problem in study["problems"].items():
        if "relevant" in problem:
            data, splits = folder / f"{problem['dataset']}.csv", folder / f"{name}.splits.csv"
            if not data.exists():
                write_bytes(data, fetch(problem["dataset"], catalogue[problem["dataset"]]))
            table = read_table(data)
            settings = {key: problem[key] for key in ("dataset", "n_train", "n_test")}
            rows = draw_splits(table.y.size, seed=study["seed"], realizations=study["scales"]["full"], **settings)
            write_csv(splits, COLUMNS, rows)
            yield name, problem, table, splits


def hits(method, entry, parameters, study, problem, table, splits):
    """In how many realizations the relevant features come first."""
    estimator_class, count = load_method(entry["implementation"]), 0
    settings = {name: study["switches"][name] for name in entry["switches"] if name in study["switches"]} | parameters
    if len(entry["tasks"]) > 1:
        settings["task"] = "classification"
    wanted = set(problem["relevant"])
    for realization in realizations(table, splits, range(study["scales"]["full"])):
        if entry["random"]:
            settings["random_state"] = seed_of(study["seed"], problem["dataset"], realization.number, method)
        ranker = estimator_class(**settings).fit(realization.X_train, realization.y_train)
        first = {table.features[column] for column in np.argsort(ranker.ranking_)[: len(wanted)]}
        count += first == wanted
    return count


def main():
    """Run and write."""
    study = yaml.safe_load((ROOT / f"config/studies/{STUDY}.yaml").read_text())
    entries = yaml.safe_load((ROOT / "config/methods.yaml").read_text())
    problems = list(tables(study, ROOT / "results/readings"))
    sets = list(dict.fromkeys(problem["dataset"] for _, problem, _, _ in problems))
    printed = {(row["dataset"], row["n_train"], row["method"]): row["value"] for row in read_csv(PUBLISHED)}
    text = io.StringIO()
    for method, readings in READINGS.items():
        print(f"| {method} | {' | '.join(sets)} |\n|---|{'---|' * len(sets)}", file=text)
        values = [printed[problem["dataset"], str(problem["n_train"]), method] for _, problem, _, _ in problems]
        print(line("printed", values, problems, sets), file=text)
        for parameters in readings:
            values = [hits(method, entries[method], parameters, study, *rest) for _, *rest in problems]
            label = ", ".join(f"{key}: {value}" for key, value in parameters.items()) or "as in the study's file"
            print(line(label, values, problems, sets), file=text)
            print(f"{method}, {label}: {values}", flush=True)
        print(file=text)
    write_text(ROOT / f"docs/readings-{STUDY}.md", PAGE + text.getvalue().rstrip("\n") + "\n")


def line(label, values, problems, sets):
    """A line of a table: values of the training sizes of each data set."""
    cells = {name: [] for name in sets}
    for value, (_, problem, _, _) in zip(values, problems, strict=True):
        cells[problem["dataset"]].append(str(value))
    return f"| {label} | {' | '.join(' '.join(own) for own in cells.values())} |"


PUBLISHED = ROOT / f"resources/published/{STUDY}.csv"
PAGE = """# Hits of chapter 5 under other readings

Made by `make readings`: in how many of 30 realizations the relevant features come first, one reading changed at a time.
Values stand for training sizes 432, 200, 100 and 50 (monk1, monk3) and 200, 90, 40 and 20 (weston).

"""


if __name__ == "__main__":
    main()
