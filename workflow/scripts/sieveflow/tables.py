"""Plain files: written under another name and renamed, so that a reader sees all of a file or none."""

import csv
import hashlib
import io
import json
import logging
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sieveflow.errors import InputError


def write_bytes(path, content):
    """Write a file by rename; temporary files that a killed writer left beside it go.

    Its hash goes to the job's log, so that damage done to the file later is noticed.
    """
    path = Path(path)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(temporary, "wb") as out:
            out.write(content)
            out.flush()
            # A full disk, a quota or a lost file server may show only here.
            os.fsync(out.fileno())
        logging.info("wrote %s sha256 %s", path, hashlib.sha256(content).hexdigest())
        os.replace(temporary, path)
        for left_over in path.parent.glob(f".{path.name}.*.tmp"):
            left_over.unlink(missing_ok=True)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        # Errors of a write do not say which file it was.
        raise OSError(error.errno, error.strerror, str(path)) from error


def write_text(path, text):
    """Write UTF-8 text by rename."""
    write_bytes(path, text.encode())


def write_json(path, value):
    """Write JSON by rename, keys sorted."""
    write_text(path, json.dumps(value, indent=1, sort_keys=True, allow_nan=False) + "\n")


def read_json(path):
    """Read a JSON file."""
    return json.loads(Path(path).read_text())


def _cell(value):
    """Floats as the shortest text that reads back to the same float; nothing for a number that does not exist."""
    if isinstance(value, (float, np.floating)):
        return "" if np.isnan(value) else repr(float(value))
    return "" if value is None else str(value)


def write_csv(path, columns, rows):
    """Write rows (dicts) as CSV by rename: UTF-8, LF, header, a missing number as an empty cell."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(row.get(column)) for column in columns] for row in rows)
    write_text(path, text.getvalue())


def read_csv(path):
    """Read a CSV file as a list of dicts of text; the rows of a large split are one long cell."""
    csv.field_size_limit(sys.maxsize)
    with open(path, newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def number(text):
    """A cell as a float; an empty one as NaN."""
    return float(text) if text else float("nan")


@dataclass(frozen=True)
class Table:
    """A data set: feature names, inputs X, target y."""

    features: list
    X: np.ndarray
    y: np.ndarray


def read_table(path):
    """Read a canonical table: header, features, target last."""
    with open(path, newline="", encoding="utf-8") as lines:
        reader = csv.reader(lines)
        header = next(reader)
        values = np.array([[float(cell) for cell in row] for row in reader])
    return Table(header[:-1], values[:, :-1], values[:, -1])


def check_table(table, where, *, task, missing=False):
    """Raise an InputError unless every cell is a finite number, or NaN where inputs may be missing, and y varies."""
    for name, column in [*zip(table.features, table.X.T, strict=True), ("target", table.y)]:
        allowed = np.isfinite(column) | (np.isnan(column) & missing & (column is not table.y))
        bad = np.flatnonzero(~allowed)
        if bad.size:
            raise InputError(
                f"{where}: column '{name}', row {bad[0] + 1}: found {column[bad[0]]}, allowed are finite numbers."
            )
    distinct = np.unique(table.y)
    if distinct.size < 2:
        raise InputError(f"{where}: the target is constant ({distinct[0]:g} in every row); it must vary.")
    if task == "classification" and not np.array_equal(distinct, np.round(distinct)):
        raise InputError(f"{where}: the target must hold class labels as integers; found {distinct[0]:g}.")


def canonical_bytes(table, *, task):
    """The one way a data set is written: UTF-8, LF, header, target last, repr of floats, labels as integers."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*table.features, "target"])
    for inputs, target in zip(table.X.tolist(), table.y.tolist(), strict=True):
        label = repr(int(target)) if task == "classification" else repr(target)
        writer.writerow([*map(repr, inputs), label])
    return text.getvalue().encode()
