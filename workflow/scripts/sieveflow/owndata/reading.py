"""A table of a user's own, read, checked and made ready for a study."""

from dataclasses import dataclass

import numpy as np

from sieveflow.owndata.columns import read_column
from sieveflow.owndata.faults import Faults, listed
from sieveflow.owndata.features import select_features
from sieveflow.owndata.formats import read_file
from sieveflow.owndata.names import check_names, require_columns, tidy_names
from sieveflow.owndata.numbers import is_missing
from sieveflow.owndata.target import read_target
from sieveflow.seeding import stream
from sieveflow.tables import Table

FEWEST_ROWS = 20
# The name of the last column of a canonical table.
TARGET = "target"


@dataclass(frozen=True)
class OwnTable:
    """What came of a file: a Table, its task, names of classes, what was done in sentences, whether cells miss."""

    table: Table
    task: str
    classes: list
    notes: list
    has_missing: bool


@dataclass(frozen=True)
class Reading:
    """How a file is read; the defaults are those of the command line."""

    target: str | None = None
    task: str | None = None
    drop: tuple = ()
    keep: tuple = ()
    categorical: tuple = ()
    impute: str | None = None
    delimiter: str | None = None
    encoding: str = "utf-8"
    max_categories: int = 20
    tidy_names: bool = False
    subsample: int | None = None


def read_own_table(path, reading):
    """Read a file of a user's own; whatever is wrong with it is an InputError, a line for each fault.

    Parameters
    ----------
    path : str or Path
    reading : Reading

    Returns
    -------
    OwnTable
    """
    raw, own_target = read_file(path, delimiter=reading.delimiter, encoding=reading.encoding)
    names = tidy_names(raw.names) if reading.tidy_names else raw.names
    (y, task, classes, told), (features, inputs, notes), lacking = _checked(
        raw, names, reading, reading.target or own_target, Faults(str(path))
    )
    X = np.column_stack(inputs)
    features, renamed = _free_for_target(features)
    notes = [
        told,
        *_tidied(raw.names, names),
        *renamed,
        *(f"Column '{name}' is left out, as --drop says." for name in reading.drop),
        *notes,
    ]
    if lacking:
        notes.append(_imputed(lacking))
    repeated = y.size - len({row.tobytes() for row in np.column_stack([X, y])})
    if repeated:
        notes.append(
            f"{repeated:,} of {y.size:,} rows repeat another one; where a copy trains and the other tests, errors look "
            f"smaller than they are."
        )
    rows = _sample(y, task, reading.subsample)
    if rows.size < y.size:
        notes.append(f"Of {y.size:,} rows {rows.size:,} were drawn at random (--subsample).")
        X, y = X[rows], y[rows]
    return OwnTable(Table(features, X, y), task, classes, notes, bool(np.isnan(X).any()))


def _checked(raw, names, reading, target, faults):
    """What came of the target, of the other columns, and how many cells these lack; all faults are told together."""
    for sentence in raw.faults:
        faults.add(sentence)
    labels = _labels(names, faults)
    _check_options(reading, target, names, faults)
    if raw.faults:
        # Which columns the cells of such rows belong to is not known.
        faults.tell()
    if raw.n_rows < FEWEST_ROWS:
        faults.add(
            f"found {raw.n_rows} {'row' if raw.n_rows == 1 else 'rows'}, allowed are at least {FEWEST_ROWS}: "
            f"fewer cannot be split into parts that train and test."
        )
    before = len(faults)
    cells = {
        label: column
        for name, label, column in zip(names, labels, raw.columns, strict=True)
        if name not in reading.drop or name == target
    }
    categorical, keep = (
        [label for name, label in zip(names, labels, strict=True) if name in wanted]
        for wanted in (reading.categorical, reading.keep)
    )
    columns = {label: read_column(label, own, faults, categorical=label in categorical) for label, own in cells.items()}
    if target not in names:
        faults.tell()
    goal = labels[names.index(target)]
    own = columns.pop(goal)
    lacking = _lacking(cells, columns)
    if lacking and not reading.impute:
        faults.add(_missing(lacking))
    if raw.n_rows < FEWEST_ROWS:
        # Few rows make columns constant and classes rare.
        faults.tell()
    encoded = select_features(
        list(filter(None, columns.values())), faults, keep=keep, max_categories=reading.max_categories
    )
    if not columns:
        faults.add(f"there is no column beside the target '{goal}'; a study needs features.")
    elif not encoded[0] and len(faults) == before:
        faults.add(f"no column is left that could be a feature: {' '.join(encoded[2])}")
    taken = read_target(own, faults, reading.task) if own else None
    faults.tell()
    return taken, encoded, lacking


def _labels(names, faults):
    """What columns are called: by their names or, where these are at fault, as --tidy-names would have them."""
    before = len(faults)
    check_names(names, faults)
    return tidy_names(names) if len(faults) > before else names


def _check_options(reading, target, names, faults):
    """Add options that do not fit the columns."""
    if target is None:
        faults.add(f"--target is missing; name one of the columns {', '.join(names[:10])}.")
    else:
        require_columns([target], names, faults, "--target")
    for option in ("drop", "keep", "categorical"):
        require_columns(getattr(reading, option), names, faults, f"--{option}")
    if target in reading.drop:
        faults.add(f"--drop: '{target}' is the target, which cannot be left out.")
    if reading.subsample is not None and reading.subsample < FEWEST_ROWS:
        faults.add(f"--subsample: found {reading.subsample}, allowed are whole numbers from {FEWEST_ROWS}.")


def _tidied(before, after):
    """Names that --tidy-names changed, in a sentence."""
    pairs = [f"'{old}' is '{new}'" for old, new in zip(before, after, strict=True) if old != new]
    more = f" and {len(pairs) - 5} more" if len(pairs) > 5 else ""
    return [f"Names of columns were tidied: {', '.join(pairs[:5])}{more}."] if pairs else []


def _free_for_target(features):
    """Names of features of which none is that of the target in tables of ours, and what was changed, in sentences."""
    if TARGET not in features:
        return features, []
    other = f"{TARGET}_"
    while other in features:
        other += "_"
    told = f"The feature '{TARGET}' is called '{other}' here: the column to predict has that name in what is written."
    return [other if name == TARGET else name for name in features], [told]


def _lacking(cells, columns):
    """How many cells miss in each column that lacks some; one without any value is no feature, and none to fill."""
    counts = {
        label: column.n_missing if column else sum(map(is_missing, cells[label])) for label, column in columns.items()
    }
    return {label: count for label, count in counts.items() if 0 < count < len(cells[label])}


def _missing(lacking):
    columns = listed(f"'{name}' ({count})" for name, count in lacking.items())
    more = " columns" if len(lacking) > 5 else ""
    total = sum(lacking.values())
    told, which = ("1 cell is", "it") if total == 1 else (f"{total} cells are", "them")
    return f"{told} missing, in {columns}{more}: fill {which}, or give --impute median."


def _imputed(lacking):
    return (
        f"{sum(lacking.values())} missing cells in {len(lacking)} columns: in every split a number is filled with the "
        f"median of the rows that train; a missing text is a category of its own."
    )


def _sample(y, task, size):
    """Rows to keep, in their order; of classes each keeps its share, and no fewer than a class must have."""
    if size is None or size >= y.size:
        return np.arange(y.size)
    order = stream("subsample", y.size, size).permutation(y.size)
    if task == "classification":
        # The place of each row within its class, as a share: the smallest shares of all classes come first.
        place = np.empty(y.size)
        for label in np.unique(y):
            own = order[y[order] == label]
            place[own] = (np.arange(own.size) + 0.5) / own.size
        order = np.lexsort([order, place])
    return np.sort(order[:size])
