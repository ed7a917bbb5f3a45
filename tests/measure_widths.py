"""Relevance vectors, errors and selected features of the Pumadyn sets over widths; writes docs/widths-rvm.md.

On the first realization of the study `rvm`, at its full size. Reads the tables that the study has fetched;
arguments are problems, where not all are wanted, and then nothing is written.
"""

import sys

import yaml
from sieveflow.influence_trials import named, parts, trial
from sieveflow.tables import read_csv, read_table, write_text
from support import ROOT

WIDTHS = [0.7, 1.4, 2.8, 5.6, 11]
COLUMNS = " | ".join(f"{width:g}" for width in WIDTHS)
HEAD = f"""# What the width and the scale of the inputs do to Table 2 of the study rvm

Made by `python tests/measure_widths.py`: relevance vectors and RMSE of one machine on the first realization, 6,144
training samples, against the width in units of the root mean squared distance of two samples. `printed` are the
features that the paper selects. Below, what the 20 % rule selects from the machine with all features.

| set | features | inputs | {COLUMNS} | Table 2 |
|---|---|---|{"---|" * len(WIDTHS)}---|
"""
RULE = f"""
| set | inputs | {COLUMNS} |
|---|---|{"---|" * len(WIDTHS)}
"""


def first_part(study, problem, raw):
    """The first realization of a problem, and the names of its features."""
    path = ROOT / f"resources/data/{problem['dataset']}.csv"
    if not path.exists():
        sys.exit(f"{path.relative_to(ROOT)} is not there; `snakemake {path.relative_to(ROOT)}` fetches it.")
    table = read_table(path)
    sizes = {key: problem[key] for key in ("dataset", "n_train", "n_test")}
    (part,) = parts(table, seed=study["seed"], realizations=1, raw=raw, **sizes)
    return part, table.features


def rows_of(name, problem, study, table_2):
    """Lines of both tables: of all features, standardised and raw, and of the printed ones, which have one scale."""
    for label, inputs in (("all", "standardised"), ("all", "raw"), ("printed", "standardised")):
        part, features = first_part(study, problem, inputs == "raw")
        if label == "printed":
            part = part.only([features.index(feature) for feature in problem["relevant"]])
        found = [trial(part, width) for width in WIDTHS]
        count = part.X.shape[1]
        cells = [f"{one.n_vectors}, {one.rmse:.3g}" for one in found]
        cells.append(", ".join(table_2[name, count, metric] for metric in ("relevance_vectors", "RMSE")))
        chosen = [_short(one.selected, features) for one in found]
        numbers = f"| {name} | {label} | {inputs} | {' | '.join(cells)} |\n"
        yield numbers, f"| {name} | {inputs} | {' | '.join(chosen)} |\n" if label == "all" else ""


def main():
    """Measure and write."""
    study = yaml.safe_load((ROOT / "config/studies/rvm.yaml").read_text())
    table_2 = {
        (row["dataset"], int(row["n_features"]), row["metric"]): row["value"]
        for row in read_csv(ROOT / "resources/published/rvm.csv")
    }
    wanted = sys.argv[1:] or list(study["problems"])
    text, rule = HEAD, RULE
    for name in wanted:
        for numbers, chosen in rows_of(name, study["problems"][name], study, table_2):
            text, rule = text + numbers, rule + chosen
            print(numbers + chosen, end="", flush=True)
    if len(wanted) == len(study["problems"]):
        write_text(ROOT / "docs/widths-rvm.md", text + rule)


def _short(selected, features):
    return named(selected, features) if len(selected) < 6 else f"{len(selected)} of {len(features)}"


if __name__ == "__main__":
    main()
