"""Relevance vectors, errors and selected features of the Pumadyn sets over widths; writes docs/widths-rvm.md.

On the first realization of the study `rvm`, at its full size. Reads the tables that the study has fetched.
"""

import sys

import numpy as np
import yaml
from sieveflow.influence_trials import named, parts, trial_at
from sieveflow.tables import read_csv, read_table, write_text
from support import ROOT

WIDTHS = [0.0005, 0.002, 0.008, 0.03, 0.12, 0.5]
HEAD = f"""# What the width does to Table 2 of the study rvm

Made by `python tests/measure_widths.py`: relevance vectors and RMSE of one machine on the first realization, 6,144
training samples, inputs standardised, against the kernel parameter kappa. `printed` are the features that the paper
selects. Below, what the 20 % rule selects from the machine with all features.

| set | features | {" | ".join(f"{kappa:g}" for kappa in WIDTHS)} | Table 2 |
|---|---|{"---|" * len(WIDTHS)}---|
"""
RULE = f"""
| set | {" | ".join(f"{kappa:g}" for kappa in WIDTHS)} |
|---|{"---|" * len(WIDTHS)}
"""


def first_part(study, problem):
    """The first realization of a problem, and the names of its features."""
    path = ROOT / f"resources/data/{problem['dataset']}.csv"
    if not path.exists():
        sys.exit(f"{path.relative_to(ROOT)} is not there; `snakemake {path.relative_to(ROOT)}` fetches it.")
    table = read_table(path)
    sizes = {key: problem[key] for key in ("dataset", "n_train", "n_test")}
    (part,) = parts(table, seed=study["seed"], realizations=1, **sizes)
    return part, table.features


def machines(part, all_features):
    """A trial for every width; None where a narrow kernel leaves each of 32 features' samples alone."""
    for kappa in WIDTHS:
        yield trial_at(part, kappa) if not all_features or kappa * part.X.shape[1] < 4 else None


def main():
    """Measure and write."""
    study = yaml.safe_load((ROOT / "config/studies/rvm.yaml").read_text())
    table_2 = {
        (row["dataset"], int(row["n_features"]), row["metric"]): row["value"]
        for row in read_csv(ROOT / "resources/published/rvm.csv")
    }
    text, rule = HEAD, RULE
    for name, problem in study["problems"].items():
        part, features = first_part(study, problem)
        columns = [features.index(feature) for feature in problem["relevant"]]
        for label, own in (("all", part), ("printed", part.only(columns))):
            found = list(machines(own, label == "all"))
            digits = 2 if np.std(part.y) > 1 else 4
            cells = [f"{one.n_vectors}, {one.rmse:.{digits}f}" if one else "" for one in found]
            key = name, own.X.shape[1]
            cells.append(f"{table_2[*key, 'relevance_vectors']}, {table_2[*key, 'RMSE']}")
            text += f"| {name} | {label} | {' | '.join(cells)} |\n"
            if label == "all":
                chosen = [_short(one.selected, features) if one else "" for one in found]
                rule += f"| {name} | {' | '.join(chosen)} |\n"
            print(name, label, *cells, sep="; ", flush=True)
    write_text(ROOT / "docs/widths-rvm.md", text + rule)


def _short(selected, features):
    return named(selected, features) if len(selected) < 6 else f"{len(selected)} of {len(features)}"


if __name__ == "__main__":
    main()
