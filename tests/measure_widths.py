"""Relevance vectors, errors and selected features of the Pumadyn sets over widths; writes docs/widths-rvm.md.

With raw inputs, which the paper may have used, and with the printed features alone, whose scales are equal.

On the first realization of the study `rvm`, at its full size. Reads the tables that the study has fetched;
arguments are problems, where not all are wanted, and then nothing is written.
"""

import sys

import yaml
from sieveflow.influence_trials import named, parts, trial
from sieveflow.tables import read_csv, read_table, write_text
from support import ROOT

WIDTHS = [0.4, 0.7, 1.4, 2.8, 5.6]
HEAD = f"""# Table 2 of the study rvm with raw inputs, over widths

Made by `python tests/measure_widths.py`: relevance vectors and RMSE of one machine on the first realization, 6,144
training samples, inputs as the tables have them, against the width in units of the root mean squared distance of two
samples; for all features also what the 20 % rule selects. `printed` are the features that the paper selects.

| set | features | {" | ".join(f"{width:g}" for width in WIDTHS)} | Table 2 |
|---|---|{"---|" * len(WIDTHS)}---|
"""


def first_part(study, problem):
    """The first realization of a problem, and the names of its features."""
    path = ROOT / f"resources/data/{problem['dataset']}.csv"
    if not path.exists():
        sys.exit(f"{path.relative_to(ROOT)} is not there; `snakemake {path.relative_to(ROOT)}` fetches it.")
    table = read_table(path)
    sizes = {key: problem[key] for key in ("dataset", "n_train", "n_test")}
    (part,) = parts(table, seed=study["seed"], realizations=1, raw=True, **sizes)
    return part, table.features


def rows_of(name, problem, study, table_2):
    """Lines of the table: of all features as they are, with what the rule selects, and of the printed ones."""
    for label in ("all", "printed"):
        part, features = first_part(study, problem)
        if label == "printed":
            part = part.only([features.index(feature) for feature in problem["relevant"]])
        cells = []
        for width in WIDTHS:
            found = trial(part, width)
            chosen = f", {_short(found.selected, features)}" if label == "all" else ""
            cells.append(f"{found.n_vectors}, {found.rmse:.3g}{chosen}")
        cells.append(", ".join(table_2[name, part.X.shape[1], metric] for metric in ("relevance_vectors", "RMSE")))
        yield f"| {name} | {label} | {' | '.join(cells)} |\n"


def main():
    """Measure and write."""
    study = yaml.safe_load((ROOT / "config/studies/rvm.yaml").read_text())
    table_2 = {
        (row["dataset"], int(row["n_features"]), row["metric"]): row["value"]
        for row in read_csv(ROOT / "resources/published/rvm.csv")
    }
    wanted = sys.argv[1:] or list(study["problems"])
    text = HEAD
    for name in wanted:
        for line in rows_of(name, study["problems"][name], study, table_2):
            text += line
            print(line, end="", flush=True)
    if len(wanted) == len(study["problems"]):
        write_text(ROOT / "docs/widths-rvm.md", text)


def _short(selected, features):
    return named(selected, features) if len(selected) < 6 else f"{len(selected)} features"


if __name__ == "__main__":
    main()
