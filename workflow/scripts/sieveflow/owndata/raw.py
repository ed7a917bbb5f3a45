"""A file as it was read: names of columns and their cells, which are still text."""

from dataclasses import dataclass

from sieveflow.errors import InputError
from sieveflow.owndata.lines import MOST_CELLS, MOST_COLUMNS


@dataclass(frozen=True)
class RawTable:
    """Names, and for every column its cells; a missing one is empty text."""

    names: list
    columns: list

    @property
    def n_rows(self):
        """Number of rows."""
        return len(self.columns[0])


class Rows:
    """Rows that are collected one by one, with an eye on their width and number."""

    def __init__(self, where, names):
        if len(names) > MOST_COLUMNS:
            raise InputError(f"{where}: found {len(names):,} columns, allowed are up to {MOST_COLUMNS:,}.")
        self.where, self.names, self._rows = where, names, []
        self._most = MOST_CELLS // max(1, len(names))

    def add(self, cells, line):
        """Take one row, which ends on this line of the file."""
        if len(cells) != len(self.names):
            raise InputError(
                f"{self.where}: row {len(self._rows) + 1} (line {line}): found {len(cells)} cells, "
                f"allowed are {len(self.names)}, as many as there are columns."
            )
        if cells == self.names:
            raise InputError(f"{self.where}: row {len(self._rows) + 1} (line {line}) repeats the names of the columns.")
        if len(self._rows) >= self._most:
            raise InputError(
                f"{self.where}: more than {self._most:,} rows of {len(self.names)} columns; "
                f"allowed are up to {MOST_CELLS:,} cells: take a sample of the rows."
            )
        self._rows.append(cells)

    def table(self):
        """What was collected, column by column."""
        if not self._rows:
            raise InputError(f"{self.where}: there are no rows below the names of the columns.")
        return RawTable(self.names, [list(map(str.strip, column)) for column in zip(*self._rows, strict=True)])
