"""Files in the format of LIBSVM: a target, then index:value for every feature that is not zero."""

from sieveflow.errors import InputError
from sieveflow.owndata.lines import MOST_CELLS, MOST_COLUMNS, text_lines
from sieveflow.owndata.numbers import is_number
from sieveflow.owndata.raw import RawTable

TARGET = "target"


def read_libsvm(path, *, encoding="utf-8"):
    """Read a file; its columns are called f1, f2, ... and target."""
    targets, rows, width = [], [], 0
    for number, line in enumerate(text_lines(path, encoding), start=1):
        target, *pairs = line.split("#")[0].split() or [None]
        if target is None:
            continue
        row = _pairs(pairs, f"{path}: line {number}")
        width = max(width, max(row, default=0))
        if width * (len(rows) + 1) > MOST_CELLS:
            raise InputError(f"{path}: more than {MOST_CELLS:,} cells, which is the limit: take a sample of the rows.")
        targets.append(target)
        rows.append(row)
    if not rows or not width:
        raise InputError(f"{path}: there are no rows with features.")
    columns = [["0"] * len(rows) for _ in range(width)]
    for r, row in enumerate(rows):
        for index, value in row.items():
            columns[index - 1][r] = value
    return RawTable([*(f"f{index}" for index in range(1, width + 1)), TARGET], [*columns, targets])


def _pairs(pairs, where):
    row, last = {}, 0
    for pair in pairs:
        index, _, value = pair.partition(":")
        # A number of more digits than the limit has is beyond it; int() of a long text takes long.
        known = index.isascii() and index.isdigit() and len(index) <= len(str(MOST_COLUMNS))
        if not known or not last < int(index) <= MOST_COLUMNS or not is_number(value):
            raise InputError(
                f"{where}: found '{pair[:40]}', allowed are index:value, indices rising from 1 to {MOST_COLUMNS}."
            )
        last = int(index)
        row[last] = value
    return row
