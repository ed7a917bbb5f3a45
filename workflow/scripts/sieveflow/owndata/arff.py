"""ARFF files with dense rows."""

import csv
import re

from sieveflow.errors import InputError
from sieveflow.owndata.lines import LONGEST_CELL, text_lines
from sieveflow.owndata.raw import Rows

_ATTRIBUTE = re.compile(r"@attribute\s+(?:'(?P<single>[^']*)'|\"(?P<double>[^\"]*)\"|(?P<bare>[^\s{]+))", re.IGNORECASE)


def read_arff(path, *, encoding="utf-8"):
    """Read names from the @attribute lines and rows from below @data; see `read_delimited`."""
    names, rows = [], None
    for number, line in enumerate(text_lines(path, encoding), start=1):
        line = line.strip()
        if not line or line.startswith("%"):
            continue
        if rows is not None:
            rows.add(_cells(line, f"{path}: line {number}"), number)
        elif line.lower().startswith("@attribute"):
            found = _ATTRIBUTE.match(line)
            if not found:
                raise InputError(f"{path}: line {number}: found '{line[:40]}', allowed is @attribute NAME TYPE.")
            names.append(found["single"] or found["double"] or found["bare"] or "")
        elif line.lower().startswith("@data"):
            if not names:
                raise InputError(f"{path}: line {number}: no @attribute line stands before @data.")
            rows = Rows(str(path), names)
        elif not line.lower().startswith("@relation"):
            raise InputError(f"{path}: line {number}: found '{line[:40]}', allowed before @data are @ and % lines.")
    if rows is None:
        raise InputError(f"{path}: there is no line @data; an ARFF file needs one.")
    return rows.table()


def _cells(line, where):
    if line.startswith("{"):
        raise InputError(f"{where}: found a sparse row, allowed are rows with a cell for every attribute.")
    if len(line) > LONGEST_CELL and "," not in line:
        raise InputError(f"{where}: a cell is longer than {LONGEST_CELL:,} characters, which is the limit.")
    quote = "'" if "'" in line else '"'
    try:
        return next(csv.reader([line], quotechar=quote, skipinitialspace=True, strict=True))
    except csv.Error as error:
        raise InputError(f"{where}: {error}.") from None
