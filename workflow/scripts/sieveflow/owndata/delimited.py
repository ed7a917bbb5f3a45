"""CSV and TSV files."""

import csv
from contextlib import contextmanager
from itertools import chain

from sieveflow.errors import InputError
from sieveflow.owndata.lines import LONGEST_CELL, text_lines
from sieveflow.owndata.numbers import is_number
from sieveflow.owndata.raw import Rows

_DELIMITERS = ",;\t|"


def read_delimited(path, *, delimiter=None, encoding="utf-8"):
    """Read a file whose first line names the columns.

    Parameters
    ----------
    path : Path
    delimiter : str, optional
        What stands between cells; None takes the one of comma, semicolon, tab and bar that the first line has most of.
    encoding : str

    Returns
    -------
    RawTable
    """
    lines = text_lines(path, encoding)
    first = next((line for line in lines if line.strip()), "")
    if not first:
        raise InputError(f"{path}: the file holds blank lines only.")
    reader = csv.reader(chain([first], lines), delimiter=delimiter or _delimiter_of(first), strict=True)
    with _cells_up_to(LONGEST_CELL):
        try:
            names = [name.strip() for name in next(reader)]
            if all(map(is_number, names)):
                raise InputError(f"{path}: the first line holds numbers only; it must name the columns.")
            rows = Rows(str(path), names)
            for row in reader:
                if any(row):
                    rows.add(row, reader.line_num)
        except csv.Error as error:
            raise InputError(f"{path}: line {reader.line_num}: {_reason(str(error))}.") from None
    return rows.table()


def _delimiter_of(line):
    unquoted = "".join(line.split('"')[::2])
    return max(_DELIMITERS, key=unquoted.count)


@contextmanager
def _cells_up_to(size):
    """The limit of the csv module, which is one for the whole process."""
    before = csv.field_size_limit(size)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _reason(error):
    if "field limit" in error:
        return f"a cell is longer than {LONGEST_CELL:,} characters, as after a quote that is not closed"
    if "end of data" in error:
        return "a quote is opened and never closed"
    if "expected after" in error:
        return "a quote ends inside a cell; write a quote inside a cell twice"
    if "new-line" in error:
        return "a line ends with a carriage return alone; save the file with line feeds"
    return error
