"""Run a study under other seeds and record which verdicts change: resources/seed_sensitivity/<study>.csv.

A seed decides the splits, the folds, the permutations and the pools of artificial data. For every printed cell the
record has the verdict under the study's own seed and under the others; a cell `flips` if it differs from the paper
under one seed and not under another. Judging the study gives such cells the reason seed-sensitive.
"""

import hashlib
import shutil
import sys
import tempfile
from pathlib import Path

import yaml
from sieveflow.datasets.sources import generate
from sieveflow.tables import canonical_bytes, read_csv, write_csv
from support import ROOT, copy_checkout, edit_yaml, snakemake

OTHER_SEEDS = [1, 2, 3]
KEYS = ["table", "dataset", "n_train", "n_features", "method", "subset", "metric"]


def keep_printed(checkout, study):
    """Leave out the problems that the paper prints no cell of: they cost time and decide nothing here."""
    printed = {(cell["dataset"], cell["n_train"]) for cell in read_csv(ROOT / f"resources/published/{study}.csv")}

    def change(entry):
        entry["problems"] = {
            name: problem
            for name, problem in entry["problems"].items()
            if {(problem["dataset"], ""), (problem["dataset"], str(problem["n_train"]))} & printed
        }
        entry["claims"] = []

    edit_yaml(checkout, f"studies/{study}.yaml", change)


def reseed(checkout, study, seed):
    """Give a checkout's study and its artificial data another seed."""
    edit_yaml(checkout, f"studies/{study}.yaml", lambda entry: entry.update(seed=entry["seed"] + seed))

    def redraw(catalogue):
        for entry in catalogue.values():
            for source in entry["sources"]:
                if source["kind"] == "generate":
                    source["seed"] += 1000 * seed
                    content = canonical_bytes(generate(entry, source), task=entry["task"])
                    entry["sha256"] = hashlib.sha256(content).hexdigest()

    edit_yaml(checkout, "datasets.yaml", redraw)


def ledger(study, seed, scale):
    """The ledger of a study under another seed, 0 being its own."""
    with tempfile.TemporaryDirectory() as folder:
        checkout = copy_checkout(Path(folder) / "checkout")
        edit_yaml(checkout, "config.yaml", lambda config: config.update(studies=[study]))
        catalogue = yaml.safe_load((ROOT / "config/datasets.yaml").read_text())
        (checkout / "resources/data").mkdir(parents=True)
        for path in (ROOT / "resources/data").glob("*.csv"):
            if all(source["kind"] != "generate" for source in catalogue[path.stem]["sources"]):
                shutil.copy2(path, checkout / "resources/data" / path.name)
        shutil.rmtree(checkout / "resources/seed_sensitivity", ignore_errors=True)
        keep_printed(checkout, study)
        if seed:
            reseed(checkout, study, seed)
        snakemake(checkout, scale=scale)
        return read_csv(checkout / f"results/{study}/{scale}/ledger.csv")


def main(study="kdd10", scale="full"):
    """Run, record and print the share of cells whose verdict does not hang on the seed."""
    ledgers = {}
    for seed in [0, *OTHER_SEEDS]:
        ledgers[seed] = ledger(study, seed, scale)
        print(f"{study}: seed {seed} done", flush=True)
    rows = []
    for cells in zip(*ledgers.values(), strict=True):
        verdicts = [cell["verdict"] for cell in cells]
        row = {key: cells[0][key] for key in KEYS}
        row |= {"own": verdicts[0], **{f"seed_{seed}": v for seed, v in zip(OTHER_SEEDS, verdicts[1:], strict=True)}}
        rows.append(row | {"flips": "yes" if len({v == "differs" for v in verdicts}) > 1 else "no"})
    columns = [*KEYS, "own", *(f"seed_{seed}" for seed in OTHER_SEEDS), "flips"]
    write_csv(ROOT / f"resources/seed_sensitivity/{study}.csv", columns, rows)
    steady = sum(row["flips"] == "no" for row in rows)
    print(
        f"{study}: {steady} of {len(rows)} cells ({100 * steady / len(rows):.0f} %) keep their verdict under all seeds"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
