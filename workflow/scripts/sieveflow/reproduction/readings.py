"""Cells that differ, under other readings of what their paper leaves open: the record that `make cells` writes."""

import re

from sieveflow.tables import read_csv

KEYS = ("table", "dataset", "n_train", "n_features", "method", "subset", "metric")
READING_COLUMNS = [*KEYS, "reading", "ours", "verdict"]
# Where the reason of a cell is shown: on its own data set, or on others only.
OWN_DATA, OTHER_DATA = "own data", "other data"


def record_of(study):
    """The path of the record of a study, which need not be there."""
    return f"resources/readings/{study}.csv"


def tried_readings(root, study):
    """Readings that were tried on cells of a study: by cell, a list of the reading and the verdict under it."""
    path, found = root / record_of(study), {}
    for row in read_csv(path) if path.exists() else []:
        found.setdefault(cell_of(row), []).append((row["reading"], row["verdict"]))
    return found


def cell_of(row):
    """What tells a cell from the others of its study."""
    return tuple(row[key] for key in KEYS)


def shown_on(row, root):
    """Whether a cell's reason is shown on its own data; nothing where it is not shown.

    A page counts if it names the data set of the cell. Tests, audits, programs and records are about what the reason
    says.
    """
    pointers = row["shown_by"].split("; ") if row["shown_by"] else []
    if not pointers:
        return ""
    pages = [pointer for pointer in pointers if pointer.endswith(".md")]
    name = re.compile(rf"\b{re.escape(row['dataset'])}\b")
    if len(pages) < len(pointers) or any(name.search((root / page).read_text(encoding="utf-8")) for page in pages):
        return OWN_DATA
    return OTHER_DATA
