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
from support import ROOT, clone, copy_checkout, edit_yaml, snakemake

OTHER_SEEDS = [2011, 2012, 2013, 1, 2, 3]
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
    own = yaml.safe_load((checkout / f"config/studies/{study}.yaml").read_text())["seed"]
    edit_yaml(checkout, f"studies/{study}.yaml", lambda entry: entry.update(seed=seed))

    def redraw(catalogue):
        for entry in catalogue.values():
            for source in entry["sources"]:
                if source["kind"] == "generate":
                    source["seed"] += 1000 * abs(seed - own)
                    content = canonical_bytes(generate(entry, source), task=entry["task"])
                    entry["sha256"] = hashlib.sha256(content).hexdigest()

    edit_yaml(checkout, "datasets.yaml", redraw)


def prepare(checkout, study):
    """Copy this checkout with the data it has fetched, and leave in it what decides printed cells."""
    copy_checkout(checkout)
    edit_yaml(checkout, "config.yaml", lambda config: config.update(studies=[study]))
    catalogue = yaml.safe_load((ROOT / "config/datasets.yaml").read_text())
    (checkout / "resources/data").mkdir(parents=True)
    for path in (ROOT / "resources/data").glob("*.csv"):
        if all(source["kind"] != "generate" for source in catalogue[path.stem]["sources"]):
            shutil.copy2(path, checkout / "resources/data" / path.name)
    shutil.rmtree(checkout / "resources/seed_sensitivity", ignore_errors=True)
    keep_printed(checkout, study)


def main(study="kdd10", *seeds):
    """Run, record, and print for how many cells each seed agrees with the study's own."""
    seeds = [int(seed) for seed in seeds] or OTHER_SEEDS
    ledgers = {}
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder) / "base"
        prepare(base, study)
        for seed in [None, *seeds]:
            checkout = clone(base, Path(folder) / f"seed{seed}")
            if seed is not None:
                reseed(checkout, study, seed)
            snakemake(checkout, scale="full")
            ledgers[seed] = read_csv(checkout / f"results/{study}/full/ledger.csv")
            shutil.rmtree(checkout)
    rows = []
    for cells in zip(*ledgers.values(), strict=True):
        verdicts = [cell["verdict"] for cell in cells]
        row = {key: cells[0][key] for key in KEYS}
        row |= {"own": verdicts[0], **{f"seed_{seed}": v for seed, v in zip(seeds, verdicts[1:], strict=True)}}
        rows.append(row | {"flips": "yes" if len({v == "differs" for v in verdicts}) > 1 else "no"})
    columns = [*KEYS, "own", *(f"seed_{seed}" for seed in seeds), "flips"]
    write_csv(ROOT / f"resources/seed_sensitivity/{study}.csv", columns, rows)
    for seed in seeds:
        same = sum((row["own"] == "differs") == (row[f"seed_{seed}"] == "differs") for row in rows)
        print(f"{study}, seed {seed}: differs or not as under its own seed: {same} of {len(rows)} cells")
    steady = sum(row["flips"] == "no" for row in rows)
    print(f"{study}: the same under all seeds: {steady} of {len(rows)} cells")


if __name__ == "__main__":
    main(*sys.argv[1:])
