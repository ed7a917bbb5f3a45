"""Count the relevance vectors of three programs on the four Pumadyn sets of eight features: docs/relevance-vectors.md.

A thousand samples each, standardised, at five widths. The other two programs are packages in environments of their own,
as in the benchmark (`tests/bench/packages.py`); the sets come from a mirror.

    make vectors
"""

import ast
import sys

import numpy as np
from bench.packages import PACKAGES
from bench.processes import environment, run
from bench.works import RVM, WIDTHS, puma_sample
from path_data import table_of
from sieveflow.tables import read_csv, write_text
from support import ROOT

SETS = {"puma8fh": "pumadyn-8fh", "puma8fm": "pumadyn-8fm", "puma8nh": "pumadyn-8nh", "puma8nm": "pumadyn-8nm"}
OTHERS = ("fastrvm", "sklearn-rvm")
PAGE = ROOT / "docs/relevance-vectors.md"
HEAD = """# How many relevance vectors a program finds

Made by `make vectors`: 1,000 samples of each set, all eight features, standardised; vectors, and the root mean squared
error on 2,000 others, at five widths. The study trains on 6,144 samples at a width found by cross-validation, and so,
as far as it says, did the paper; which program it used, when that stopped and at which width it ended, it does not say.

"""


def measured(python, program, data):
    """Vectors and held-out errors by width."""
    result = run(python, program, data).result
    errors = [np.sqrt(np.square(np.array(found) - data["y_test"]).mean()) for found in result["predictions"]]
    return list(zip(result["vectors"], errors, strict=True))


def printed(name):
    """What Table 2 prints for all features."""
    for row in read_csv(ROOT / "resources/published/rvm.csv"):
        if (row["dataset"], row["metric"]) == (name, "relevance_vectors"):
            return float(row["value"])
    raise LookupError(name)


def section(name, found, count):
    """One set as a heading, a table and what it says."""
    lines = [f"## {name}", "", "| kappa | " + " | ".join(found) + " |", "|--:" * (len(found) + 1) + "|"]
    for kappa, *cells in zip(ast.literal_eval(WIDTHS), *found.values(), strict=True):
        shown = [f"{vectors}, RMSE {error:.3g}" for vectors, error in cells]
        lines.append(f"| {kappa:g} | {' | '.join(shown)} |")
    ranges = [
        f"{program} from {min(v for v, _ in cells)} to {max(v for v, _ in cells)}" for program, cells in found.items()
    ]
    return "\n".join([*lines, "", f"{', '.join(ranges)}; printed are {count:g} (of 6,144 samples).", ""])


def main():
    """Measure and write; needs all four sets and both packages."""
    programs = {"ours": (sys.executable, RVM.ours["rvm"])}
    for package in OTHERS:
        python = environment(PACKAGES[package].requirement)
        if python is None:
            sys.exit(f"{PACKAGES[package].requirement} cannot be installed here")
        programs[package] = (python, PACKAGES[package].program)
    sections = []
    for name, dataset in SETS.items():
        if table_of(dataset) is None:
            sys.exit(f"no source has {dataset}: set SIEVEFLOW_MIRROR")
        data = puma_sample(dataset)
        found = {program: measured(*command, data) for program, command in programs.items()}
        sections.append(section(name, found, printed(name)))
        print(sections[-1], flush=True)
    write_text(PAGE, HEAD + "\n".join(sections))


if __name__ == "__main__":
    main()
