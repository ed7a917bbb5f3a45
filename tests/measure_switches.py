"""Run a study's artificial problems under every other choice of its switches and write docs/switches-<study>.md."""

import sys
import tempfile
from pathlib import Path

import yaml
from sieveflow.tables import read_csv, write_text
from support import ROOT, copy_checkout, edit_yaml, snakemake

ALTERNATIVES = {
    "kdd10": [
        {},
        {"noise": "deviation"},
        {"pool": "fresh"},
        {"permutation": "swaps"},
        {"n_permutations": 20},
        {"input_kernel": "linear", "target_kernel": "linear"},
        {"target_kernel": "linear"},
    ]
}


def keep_generated(checkout, study):
    """Leave out problems whose data do not come from a generator: the switches do not touch them, or less."""
    catalogue = yaml.safe_load((ROOT / "config/datasets.yaml").read_text())

    def change(entry):
        entry["problems"] = {
            name: problem
            for name, problem in entry["problems"].items()
            if any(source["kind"] == "generate" for source in catalogue[problem["dataset"]]["sources"])
        }
        entry["claims"] = []

    edit_yaml(checkout, f"studies/{study}.yaml", change)


def cells_of(checkout, study):
    """Our values by (table metric, training size, method), and the printed ones."""
    rows = [row for row in read_csv(checkout / f"results/{study}/full/ledger.csv") if row["verdict"] != "not run"]
    return {(row["metric"], row["n_train"], row["method"]): row for row in rows}


def table(name, results, printed, metric, show):
    """A table in Markdown: one line per choice, one column per method, values by training size."""
    keys = [key for key in printed if key[0] == metric]
    methods = list(dict.fromkeys(key[2] for key in keys))
    sizes = list(dict.fromkeys(key[1] for key in keys))
    lines = [f"| {name} | {' | '.join(methods)} |", "|---|" + "---|" * len(methods)]
    for label, cells in [("printed", printed), *results]:
        column = "published" if label == "printed" else "ours"
        values = [" ".join(show(cells[metric, size, method][column]) for size in sizes) for method in methods]
        lines.append(f"| {label} | {' | '.join(values)} |")
    return "\n".join(lines)


def main(study="kdd10"):
    """Run and write."""
    results = []
    with tempfile.TemporaryDirectory() as folder:
        checkout = copy_checkout(Path(folder) / "checkout")
        keep_generated(checkout, study)
        own = yaml.safe_load((checkout / f"config/studies/{study}.yaml").read_text())["switches"]
        for choice in ALTERNATIVES[study]:
            edit_yaml(
                checkout, f"studies/{study}.yaml", lambda entry, choice=choice: entry.update(switches=own | choice)
            )
            snakemake(checkout, scale="full")
            label = ", ".join(f"{key}: {value}" for key, value in choice.items()) or "as in the study's file"
            results.append((label, cells_of(checkout, study)))
            print(f"{label}: done", flush=True)
    hits = table("hits of 30", results, results[0][1], "hits_of_30", lambda value: f"{float(value):.0f}")
    errors = table("mean squared error", results, results[0][1], "MSE", lambda value: f"{float(value):.2f}")
    text = f"""# What the switches of {study} do

Made by `make switches STUDY={study}`: the artificial problems at full scale, one switch changed at a time. Values stand
for training sizes 200, 100, 70 and 50.

{hits}

{errors}
"""
    write_text(ROOT / f"docs/switches-{study}.md", text)


if __name__ == "__main__":
    main(*sys.argv[1:])
