"""One column of a file: numbers, or texts, and which of its cells are missing."""

from dataclasses import dataclass

import numpy as np

from sieveflow.owndata import numbers
from sieveflow.owndata.faults import listed


@dataclass(frozen=True)
class Column:
    """A column; `values` are floats with NaN for missing ones, or texts with None."""

    name: str
    values: np.ndarray | list
    numeric: bool

    @property
    def n_missing(self):
        """Number of missing cells."""
        return int(np.isnan(self.values).sum()) if self.numeric else sum(value is None for value in self.values)

    def distinct(self):
        """The different values that are not missing, sorted."""
        if self.numeric:
            return np.unique(self.values[~np.isnan(self.values)]).tolist()
        return sorted({value for value in self.values if value is not None})


def read_column(name, cells, faults, *, categorical=False):
    """Say what a column holds; nothing where its cells contradict each other, which is added to the faults.

    Parameters
    ----------
    name : str
    cells : list of str
    faults : Faults
    categorical : bool
        Take its cells as names of categories, whatever they look like.
    """
    if not categorical and numbers.are_numbers(cells):
        return _numeric(name, cells, faults)
    missing = [numbers.is_missing(cell) for cell in cells]
    if categorical:
        return _texts(name, cells, missing)
    before = len(faults)
    infinite = [row for row, cell in enumerate(cells) if numbers.is_infinite(cell)]
    if infinite:
        faults.add(f"column '{name}', {_found(cells, infinite, quote='')}, allowed are finite numbers.")
    apart = {*infinite, *(row for row, gone in enumerate(missing) if gone)}
    present = [row for row in range(len(cells)) if row not in apart]
    strange = [row for row in present if not numbers.is_number(cells[row])]
    if strange:
        _refuse_strange(name, cells, present, strange, faults)
        column = _texts(name, cells, missing)
    else:
        column = _numeric(name, ["nan" if row in apart else cell for row, cell in enumerate(cells)], faults)
    return None if len(faults) > before else column


def _refuse_strange(name, cells, present, strange, faults):
    """Add a fault where texts are no categories: dates, numbers with a comma, slips among numbers."""
    here = f"column '{name}'"
    first = f"row {strange[0] + 1}: found"
    found = cells[strange[0]]
    if all(numbers.is_date(cells[row]) for row in present):
        faults.add(
            f"{here}, {first} the date or time '{found}', allowed are numbers and categories: turn it into a number, "
            f"or leave it out with --drop '{name}'."
        )
    elif all(numbers.has_decimal_comma(cells[row]) for row in strange):
        faults.add(f"{here}, {first} '{found}', allowed are numbers with a decimal point.")
    elif 2 * len(strange) <= len(present):
        faults.add(
            f"{here}, {_found(cells, strange)}, while {len(present) - len(strange)} other cells are numbers: mend "
            f"{'it' if len(strange) == 1 else 'them'}, or give --categorical '{name}'."
        )


def _found(cells, rows, *, quote="'"):
    """Where some cells are and what they hold."""
    different = dict.fromkeys(f"{quote}{cells[row][:40]}{quote}" for row in rows)
    places = listed(row + 1 for row in rows)
    return f"{'row' if len(rows) == 1 else 'rows'} {places}: found {listed(different, most=3)}"


def _texts(name, cells, missing):
    return Column(name, [None if gone else cell for cell, gone in zip(cells, missing, strict=True)], False)


def _numeric(name, cells, faults):
    values = np.array([float(cell) for cell in cells])
    large = np.flatnonzero(np.abs(values) > numbers.LARGEST_WHOLE)
    beyond = [row for row in large if np.isinf(values[row])]
    whole = [row for row in large if np.isfinite(values[row]) and numbers.is_huge_whole(cells[row])]
    if beyond:
        which = "this one is" if len(beyond) == 1 else "these are"
        faults.add(
            f"column '{name}', {_found(cells, beyond, quote='')}, allowed are finite numbers; {which} beyond the "
            f"largest float."
        )
    if whole:
        row, others = whole[0], f"; likewise in {len(whole) - 1:,} more rows" if len(whole) > 1 else ""
        faults.add(
            f"column '{name}', row {row + 1}: found the whole number {cells[row]}, which a float cannot hold exactly: "
            f"if it is a key, leave it out with --drop '{name}'; if it is a size, write it as 1e18{others}."
        )
    return None if beyond or whole else Column(name, values, True)
