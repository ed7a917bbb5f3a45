"""From the cells of a source to a table with the catalogue's columns."""

import numpy as np

from sieveflow.datasets.parsing import Cells, parse
from sieveflow.errors import InputError
from sieveflow.tables import Table

_EVERY_FEATURE = "*"


def read_files(files, where, *, features, reader):
    """Read one data set from the files of a source, one below the other.

    Parameters
    ----------
    files : list of bytes
    where : str
        What to call the source in an error.
    features : list of str
        The catalogue's names, in order.
    reader : dict
        How the source is written; config/README.md explains the keys.

    Returns
    -------
    Table
    """
    layout = {key: reader[key] for key in ("format", "header", "delimiter") if key in reader}
    constants = reader.get("constants", {})
    present = [name for name in features if name not in constants]
    cells = _joined([parse(content, where, width=len(present), **layout) for content in files], where)
    positions = _positions(cells, where, present, reader)
    columns = {name: [row[position] for row in cells.rows] for name, position in positions.items()}
    _repair(columns, where, reader.get("repairs", []))
    missing = set(reader.get("missing", []))
    inputs = [columns[name] for name in present] if missing else []
    kept = [r for r in range(len(cells.rows)) if not any(column[r] in missing for column in inputs)]
    values = {name: _numbers(name, column, kept, where, reader.get("codes", {})) for name, column in columns.items()}
    values |= {name: np.full(len(kept), float(value)) for name, value in constants.items()}
    y = values["target"]
    if "bins" in reader:
        y = 1.0 + np.searchsorted(reader["bins"], y, side="left")
    return Table(list(features), np.column_stack([values[name] for name in features]), y)


def _joined(parts, where):
    for part in parts[1:]:
        if part.names != parts[0].names or len(part.rows[0]) != len(parts[0].rows[0]):
            raise InputError(f"{where}: the files have different columns; allowed are files of one layout.")
    return Cells(parts[0].names, [row for part in parts for row in part.rows])


def _positions(cells, where, features, reader):
    """Where each feature and the target stand in a row: by name, or in order around the target."""
    width = len(cells.rows[0])
    by_name = reader.get("match", "name" if cells.names else "position") == "name"
    target = _position(cells, where, reader.get("target", "target" if by_name else width))
    if by_name:
        columns = reader.get("columns", {})
        found = [_position(cells, where, columns.get(name, name)) for name in features]
    else:
        left_out = {target, *(_position(cells, where, column) for column in reader.get("drop", []))}
        found = [position for position in range(width) if position not in left_out]
        if len(found) != len(features):
            raise InputError(f"{where}: found {len(found)} features, the catalogue says {len(features)}.")
    return dict(zip(features, found, strict=True)) | {"target": target}


def _position(cells, where, column):
    """The position of a column that the catalogue gives by name, or by number from 1."""
    width = len(cells.rows[0])
    if isinstance(column, int):
        if not 1 <= column <= width:
            raise InputError(f"{where}: no column {column}; found {width} columns.")
        return column - 1
    names = cells.names or []
    if column not in names:
        raise InputError(f"{where}: no column '{column}'; found {', '.join(names) or f'{width} without names'}.")
    return names.index(column)


def _repair(columns, where, repairs):
    """Replace cells that a source is known to have wrong, if they read as they are known to."""
    for repair in repairs:
        column, row = columns.get(repair["column"], []), repair["row"]
        found = column[row - 1] if row <= len(column) else "nothing"
        if found != repair["found"]:
            place = f"{where}: column '{repair['column']}', row {row}"
            raise InputError(f"{place}: found '{found}', the repair is for '{repair['found']}'.")
        column[row - 1] = repair["value"]


def _numbers(name, column, rows, where, codes):
    """The cells of some rows as floats; coded columns may hold their codes only."""
    coded = codes.get(name, codes.get(_EVERY_FEATURE) if name != "target" else None)
    convert = float if coded is None else {str(text): float(value) for text, value in coded.items()}.__getitem__
    values = np.empty(len(rows))
    for place, row in enumerate(rows):
        try:
            values[place] = convert(column[row])
        except (KeyError, ValueError):
            allowed = "numbers" if coded is None else ", ".join(map(str, coded))
            here = f"{where}: column '{name}', row {row + 1}"
            raise InputError(f"{here}: found '{column[row]}', allowed are {allowed}.") from None
    return values
