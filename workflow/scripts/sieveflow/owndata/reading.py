"""A table of a user's own, read, checked and made ready for a study."""

from dataclasses import dataclass

import numpy as np

from sieveflow.errors import InputError
from sieveflow.owndata.columns import read_column
from sieveflow.owndata.features import select_features
from sieveflow.owndata.formats import read_file
from sieveflow.owndata.names import check_names, require_columns, tidy_names
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
    """Read a file of a user's own; whatever is wrong with it is one sentence of an InputError.

    Parameters
    ----------
    path : str or Path
    reading : Reading

    Returns
    -------
    OwnTable
    """
    where = str(path)
    raw, own_target = read_file(path, delimiter=reading.delimiter, encoding=reading.encoding)
    names = tidy_names(raw.names) if reading.tidy_names else raw.names
    check_names(names, where)
    target = reading.target or own_target
    if target is None:
        raise InputError(f"{where}: --target is missing; name one of the columns {', '.join(names[:10])}.")
    require_columns([target], names, where, "--target")
    for option in ("drop", "keep", "categorical"):
        require_columns(getattr(reading, option), names, where, f"--{option}")
    if target in reading.drop:
        raise InputError(f"{where}: --drop: '{target}' is the target, which cannot be left out.")
    if raw.n_rows < FEWEST_ROWS:
        raise InputError(
            f"{where}: found {raw.n_rows} {'row' if raw.n_rows == 1 else 'rows'}, allowed are at least {FEWEST_ROWS}: "
            f"fewer cannot be split into parts that train and test."
        )
    cells = {name: column for name, column in zip(names, raw.columns, strict=True) if name not in reading.drop}
    columns = {
        name: read_column(name, own, where, categorical=name in reading.categorical) for name, own in cells.items()
    }
    y, task, classes, told = read_target(columns.pop(target), where, reading.task)
    if not columns:
        raise InputError(f"{where}: there is no column beside the target '{target}'; a study needs features.")
    # Columns without any value are no features, and no reason to impute.
    lacking = {name: column.n_missing for name, column in columns.items() if 0 < column.n_missing < raw.n_rows}
    if lacking and not reading.impute:
        _refuse_missing(lacking, where)
    features, X, notes = select_features(
        list(columns.values()), keep=reading.keep, max_categories=reading.max_categories, where=where
    )
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


def _refuse_missing(lacking, where):
    shown = ", ".join(f"'{name}' ({count})" for name, count in list(lacking.items())[:5])
    more = f" and {len(lacking) - 5} more columns" if len(lacking) > 5 else ""
    raise InputError(
        f"{where}: {sum(lacking.values())} cells are missing, in {shown}{more}: fill them, or give --impute median."
    )


def _imputed(lacking):
    return (
        f"{sum(lacking.values())} missing cells in {len(lacking)} columns: in every split a number is filled with the "
        f"median of the rows that train; a missing text is a category of its own."
    )


def _sample(y, task, size):
    """Rows to keep, in their order; of classes each keeps its share, and no fewer than a class must have."""
    if size is None or size >= y.size:
        return np.arange(y.size)
    if size < FEWEST_ROWS:
        raise InputError(f"--subsample: found {size}, allowed are whole numbers from {FEWEST_ROWS}.")
    order = stream("subsample", y.size, size).permutation(y.size)
    if task == "classification":
        # The place of each row within its class, as a share: the smallest shares of all classes come first.
        place = np.empty(y.size)
        for label in np.unique(y):
            own = order[y[order] == label]
            place[own] = (np.arange(own.size) + 0.5) / own.size
        order = np.lexsort([order, place])
    return np.sort(order[:size])
