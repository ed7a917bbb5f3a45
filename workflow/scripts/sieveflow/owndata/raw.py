"""A file as it was read: names of columns and their cells, which are still text."""

from dataclasses import dataclass

from sieveflow.errors import InputError
from sieveflow.owndata.faults import listed
from sieveflow.owndata.lines import MOST_CELLS, MOST_COLUMNS


@dataclass(frozen=True)
class RawTable:
    """Names, and for every column its cells; a missing one is empty text.

    `faults` are sentences about rows that do not fit the columns, and which are not among the cells.
    """

    names: list
    columns: list
    faults: tuple = ()

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
        self._ragged, self._repeating, self._n_seen = [], [], 0
        self._most = MOST_CELLS // max(1, len(names))

    def add(self, cells, line):
        """Take one row, which ends on this line of the file."""
        self._n_seen += 1
        if self._n_seen > self._most:
            raise InputError(
                f"{self.where}: more than {self._most:,} rows of {len(self.names)} columns; "
                f"allowed are up to {MOST_CELLS:,} cells: take a sample of the rows."
            )
        place = f"{self._n_seen} (line {line})"
        if len(cells) != len(self.names):
            self._ragged.append((place, len(cells)))
        elif cells == self.names:
            self._repeating.append(place)
        else:
            self._rows.append(cells)

    def table(self):
        """What was collected, column by column."""
        faults = tuple(self._faults())
        if not self._rows and not faults:
            raise InputError(f"{self.where}: there are no rows below the names of the columns.")
        columns = zip(*self._rows, strict=True) if self._rows else [[] for _ in self.names]
        return RawTable(self.names, [list(map(str.strip, column)) for column in columns], faults)

    def _faults(self):
        """Sentences about rows that do not fit, one for all of a kind."""
        if self._ragged:
            places, found = zip(*self._ragged, strict=True)
            yield (
                f"{_rows(places)}: found {listed(sorted(set(found)))} cells, allowed are {len(self.names)}, as many as "
                f"there are columns."
            )
        if self._repeating:
            verb = "repeats" if len(self._repeating) == 1 else "repeat"
            yield f"{_rows(self._repeating)} {verb} the names of the columns."


def _rows(places):
    return f"{'row' if len(places) == 1 else 'rows'} {listed(places)}"
