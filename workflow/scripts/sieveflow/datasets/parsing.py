"""From the bytes of a file to rows of cells, which are still text."""

import csv
import io
from dataclasses import dataclass

from sieveflow.errors import InputError


@dataclass(frozen=True)
class Cells:
    """A file as text: the names of its columns, or None where it has none, and its rows."""

    names: list | None
    rows: list


def parse(content, where, *, format="delimited", header=True, delimiter=",", width=None):
    """Split a file into cells.

    Parameters
    ----------
    content : bytes
    where : str
        What to call the file in an error.
    format : {'delimited', 'whitespace', 'arff', 'libsvm'}
        KEEL's files are read as 'arff', of which they are a dialect.
    header : bool
        Whether the first line of a 'delimited' or 'whitespace' file names the columns.
    delimiter : str
        Of a 'delimited' file.
    width : int
        Number of features of a 'libsvm' file, whose rows leave zeros out.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{where}: byte {error.start} is not UTF-8 text.") from None
    if format == "libsvm":
        cells = Cells(None, _libsvm(text, where, width))
    elif format == "arff":
        cells = _arff(text, where)
    else:
        rows = [line.split() for line in text.splitlines()] if format == "whitespace" else _delimited(text, delimiter)
        rows = [row for row in rows if row]
        cells = Cells(rows[0], rows[1:]) if header and rows else Cells(None, rows)
    _check_widths(cells, where)
    return cells


def _delimited(text, delimiter):
    reader = csv.reader(io.StringIO(text), delimiter=delimiter, skipinitialspace=True)
    return [[cell.strip() for cell in row] for row in reader]


def _arff(text, where):
    names, data = [], None
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.strip()
        if not line or line.startswith("%"):
            continue
        if data is not None:
            data.append(line)
        elif line.lower().startswith("@attribute"):
            # The name ends at a blank; KEEL writes what follows without one.
            names.append(line.split(None, 2)[1].strip("'\""))
        elif line.lower().startswith("@data"):
            data = []
        elif not line.startswith("@"):
            raise InputError(f"{where}: line {number}: found '{line[:40]}', allowed before @data are @ and % lines.")
    if data is None:
        raise InputError(f"{where}: no line @data; an ARFF file needs one.")
    return Cells(names, _delimited("\n".join(data), ","))


def _libsvm(text, where, width):
    rows = []
    for number, line in enumerate(text.splitlines(), start=1):
        label, *pairs = line.split() or [None]
        if label is None:
            continue
        row = ["0"] * width
        for pair in pairs:
            index, _, value = pair.partition(":")
            if not index.isdigit() or not 1 <= int(index) <= width:
                raise InputError(f"{where}: line {number}: found '{pair}', allowed are index:value up to {width}.")
            row[int(index) - 1] = value
        rows.append([*row, label])
    return rows


def _check_widths(cells, where):
    if not cells.rows:
        raise InputError(f"{where}: no rows below the header; a table needs some.")
    expected = len(cells.names or cells.rows[0])
    for number, row in enumerate(cells.rows, start=1):
        if len(row) != expected:
            raise InputError(f"{where}: row {number}: found {len(row)} cells, allowed are {expected}.")
