"""sieveflow rank: rank the columns of a CSV file."""

import csv
import json
import logging
from pathlib import Path

import numpy as np

from sieveflow.commands.numbers import seed
from sieveflow.errors import InputError
from sieveflow.ids import did_you_mean
from sieveflow.loading import load_method
from sieveflow.registry import known_methods
from sieveflow.tables import Table, check_table, write_csv, write_text

COLUMNS = ["method", "feature", "rank", "score"]


def add_parser(commands):
    """Describe the command."""
    parser = commands.add_parser("rank", help="rank the columns of a CSV file", description=__doc__)
    parser.add_argument("file", metavar="FILE", help="a CSV file with a header, numbers in every cell")
    parser.add_argument("--target", required=True, metavar="COL", help="the column to predict")
    parser.add_argument(
        "--method", action="append", metavar="ID", help="a method; may be given again (default: sd-l-rfe)"
    )
    parser.add_argument(
        "--task", choices=list(READERS), help="what the target is: numbers or classes (default: what the methods do)"
    )
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="seed of methods that draw (default: 0)")
    parser.add_argument("--out", metavar="FILE.csv|.json", help="write the ranking instead of showing it")
    parser.set_defaults(run=run)


def run(arguments):
    """Rank with every method asked for, and show or write what came out."""
    out = Path(arguments.out) if arguments.out else None
    if out is not None and out.suffix not in (".csv", ".json"):
        raise InputError(f"--out: found '{out.name}', allowed are names that end in .csv or .json.")
    known = known_methods()
    methods = arguments.method or ["sd-l-rfe"]
    for method in methods:
        if method not in known:
            hint, allowed = did_you_mean(method, known), ", ".join(sorted(known))
            raise InputError(f"--method: unknown method '{method}'{hint}; allowed are {allowed}.")
    task = arguments.task or known[methods[0]]["tasks"][0]
    for method in methods:
        if task not in known[method]["tasks"]:
            does = ", ".join(known[method]["tasks"])
            raise InputError(f"--method: the task is {task}, method '{method}' does {does}; see --task.")
    table = read_user_table(arguments.file, arguments.target, task)
    rows = [row for method in methods for row in rank_table(table, method, known[method], task, arguments.seed)]
    if out is None:
        show(rows)
        return 0
    try:
        if out.suffix == ".csv":
            write_csv(out, COLUMNS, rows)
        else:
            write_text(out, json.dumps(rows, indent=1, ensure_ascii=False) + "\n")
    except OSError as error:
        raise InputError(f"--out: {out} cannot be written: {error.strerror}.") from None
    return 0


def _label(cell):
    """A cell as the name of a class."""
    if not cell.strip():
        raise ValueError
    return cell.strip()


# How the target's cells are read and what they may hold, and how they become a column.
READERS = {"regression": (float, "numbers"), "classification": (_label, "names of classes")}
_TARGETS = {"regression": np.array, "classification": lambda cells: np.unique(cells, return_inverse=True)[1]}


def read_user_table(path, target, task="regression"):
    """Read a CSV file of a user's own, and say in one sentence what is wrong with it."""
    try:
        with open(path, newline="", encoding="utf-8-sig") as lines:
            header, *rows = [row for row in csv.reader(lines) if row] or [[]]
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}.") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path}: not a CSV file in UTF-8: {error}.") from None
    if len(set(header)) != len(header):
        twice = next(name for name in header if header.count(name) > 1)
        raise InputError(f"{path}: column '{twice}' is there twice; names must differ.")
    if target not in header:
        raise InputError(f"{path}: no column '{target}'{did_you_mean(target, header)}; found {', '.join(header)}.")
    if len(header) < 2 or len(rows) < 2:
        raise InputError(f"{path}: found {len(rows)} rows and {len(header)} columns, allowed are at least 2 of each.")
    place = header.index(target)
    readers = [READERS["regression"]] * len(header)
    readers[place] = READERS[task]
    columns = [[] for _ in header]
    for r, row in enumerate(rows):
        if len(row) != len(header):
            raise InputError(f"{path}: row {r + 1}: found {len(row)} cells, allowed are {len(header)}.")
        for c, (cell, (read, allowed)) in enumerate(zip(row, readers, strict=True)):
            try:
                columns[c].append(read(cell))
            except ValueError:
                raise InputError(
                    f"{path}: column '{header[c]}', row {r + 1}: found '{cell}', allowed are {allowed}."
                ) from None
    y = _TARGETS[task](columns.pop(place))
    table = Table([name for name in header if name != target], np.array(columns).T, y)
    check_table(table, str(path), task=task)
    return table


def rank_table(table, method, entry, task, seed):
    """The rows of one method, best feature first."""
    logging.info("ranking with %s", method)
    parameters = entry["parameters"] | ({"random_state": seed} if entry["random"] else {})
    parameters |= {"task": task} if len(entry["tasks"]) > 1 else {}
    ranker = load_method(entry["implementation"])(**parameters).fit(table.X, table.y)
    return [
        {
            "method": method,
            "feature": table.features[column],
            "rank": int(ranker.ranking_[column]),
            "score": float(ranker.scores_[column]),
        }
        for column in np.argsort(ranker.ranking_)
    ]


def show(rows):
    """Print the ranking as a table."""
    width = max(len("feature"), *(len(row["feature"]) for row in rows))
    method = None
    for row in rows:
        if row["method"] != method:
            method = row["method"]
            print(f"{method}\n  rank  {'feature':<{width}}  score")
        print(f"  {row['rank']:>4}  {row['feature']:<{width}}  {row['score']:.4g}")
