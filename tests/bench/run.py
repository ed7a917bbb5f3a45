"""Compare our programs with others that do the same work, and write docs/bench.md, its figure and results/bench.

Packages run in processes and environments of their own (.venv-peers); ours run in the same way beside them. The other
rows are measured in this process, both sides in turn. Parts may be named: packages, programs, paths; what is not named
is taken from the last run, and `table` alone measures nothing.
"""

import json
import sys
from pathlib import Path

from bench import bounds, budget, mi, mlp, page, rvm, sd_rfe, svm_path, tuning
from bench.clock import report, with_judgement
from bench.packages import package_rows
from sieveflow.tables import read_csv, write_json

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "results/bench"
PARTS = (sd_rfe, tuning, bounds, mi, budget, mlp, rvm)


def path_rows():
    """The whole SVM path against single solves of LIBSVM: `tests/bench/svm_path.py` has all data sets."""
    for name in ("sonar", "heart", "german", "splice"):
        for kernel in ("linear", "rbf"):
            found = svm_path.bench_row(name, kernel)
            other_s = svm_path.SOLVES * found["solve_s"]
            row = {
                "row": f"svm-path {name} n={found['n']} d={found['d']}, {kernel}, {found['source']}",
                "kind": "peer",
                "ours_s": found["path_s"],
                "other": f"{svm_path.SOLVES} solves of scikit-learn's SVC at tolerance {svm_path.EQUAL:g}",
                "other_s": other_s,
                "ratio": found["ratio"],
                "goal": found["goal"],
                "quality": f"all C, {found['breakpoints']} breakpoints, certified to {found['worst']:.0e}; "
                f"ratio {found['default_ratio']:.2f} to solves at SVC's default of {svm_path.DEFAULT:g}",
            }
            why = "three solves are three values of C, the path is all of them"
            yield with_judgement(row, {(row["row"], row["other"]): why})


def measure(parts):
    """Measure some parts; writes their rows, and which packages were left out."""
    if "packages" in parts:
        rows, missing = package_rows()
        report(rows, FOLDER / "packages.csv")
        write_json(FOLDER / "missing.json", missing)
    if "programs" in parts:
        report((row for part in PARTS for row in part.rows()), FOLDER / "programs.csv")
    if "paths" in parts:
        report(path_rows(), FOLDER / "paths.csv")


def main():
    """Measure what is asked for, all of it unless parts are named, then write the page."""
    names = ("packages", "programs", "paths")
    measure(sys.argv[1:] or names)
    tables = [read_csv(FOLDER / f"{name}.csv") for name in names]
    page.write(ROOT / "docs", *tables, missing=json.loads((FOLDER / "missing.json").read_text()))


if __name__ == "__main__":
    main()
