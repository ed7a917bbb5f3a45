"""From the bytes of a source to a table with the catalogue's columns."""

import csv
import io

import numpy as np

from sieveflow.errors import InputError
from sieveflow.tables import Table


def read_delimited(content, where, *, features, target, delimiter=","):
    """Read text with a header line; take the named columns, in this order.

    Parameters
    ----------
    content : bytes
    where : str
        What to call the source in an error.
    features : dict
        Catalogue name of each feature and its name in the source.
    target : str
        Name of the target in the source.
    delimiter : str
    """
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig")), delimiter=delimiter))
    columns = [*features.values(), target]
    if not rows:
        raise InputError(f"{where}: no rows below the header; a table needs some.")
    missing = [column for column in columns if column not in rows[0]]
    if missing:
        raise InputError(f"{where}: no column '{missing[0]}'; found {', '.join(map(str, rows[0]))}.")
    values = np.empty((len(rows), len(columns)))
    for r, row in enumerate(rows):
        for c, column in enumerate(columns):
            try:
                values[r, c] = float(row[column])
            except (TypeError, ValueError):
                raise InputError(
                    f"{where}: column '{column}', row {r + 1}: found '{row[column]}', allowed are numbers."
                ) from None
    return Table(list(features), values[:, :-1], values[:, -1])
