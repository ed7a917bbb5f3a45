"""One column of a file: numbers, or texts, and which of its cells are missing."""

from dataclasses import dataclass

import numpy as np

from sieveflow.errors import InputError
from sieveflow.owndata import numbers


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


def read_column(name, cells, where, *, categorical=False):
    """Say what a column holds; cells that contradict each other are an InputError.

    Parameters
    ----------
    name : str
    cells : list of str
    where : str
        Name of the file.
    categorical : bool
        Take its cells as names of categories, whatever they look like.
    """
    if not categorical and numbers.are_numbers(cells):
        return Column(name, _floats(name, cells, where), True)
    missing = [numbers.is_missing(cell) for cell in cells]
    if categorical:
        return _texts(name, cells, missing)
    here = f"{where}: column '{name}'"
    present = [cell for cell, gone in zip(cells, missing, strict=True) if not gone]
    for row, cell in enumerate(cells, start=1):
        if numbers.is_infinite(cell):
            raise InputError(f"{here}, row {row}: found {cell}, allowed are finite numbers.")
    if numbers.are_numbers(present):
        filled = ["nan" if gone else cell for cell, gone in zip(cells, missing, strict=True)]
        return Column(name, _floats(name, filled, where), True)
    strange = [row for row, cell in enumerate(cells) if not (missing[row] or numbers.is_number(cell))]
    found = cells[strange[0]]
    if all(map(numbers.is_date, present)):
        raise InputError(
            f"{here}, row {strange[0] + 1}: found the date or time '{found}', allowed are numbers and categories: "
            f"turn it into a number, or leave it out with --drop '{name}'."
        )
    if all(numbers.has_decimal_comma(cells[row]) for row in strange):
        raise InputError(f"{here}, row {strange[0] + 1}: found '{found}', allowed are numbers with a decimal point.")
    if 2 * len(strange) <= len(present):
        raise InputError(
            f"{here}, row {strange[0] + 1}: found '{found[:40]}', while {len(present) - len(strange)} other cells are "
            f"numbers: mend it, or give --categorical '{name}'."
        )
    return _texts(name, cells, missing)


def _texts(name, cells, missing):
    return Column(name, [None if gone else cell for cell, gone in zip(cells, missing, strict=True)], False)


def _floats(name, cells, where):
    values = np.array([float(cell) for cell in cells])
    for row in np.flatnonzero(np.isinf(values) | (np.abs(values) > numbers.LARGEST_WHOLE)):
        if np.isinf(values[row]):
            raise InputError(
                f"{where}: column '{name}', row {row + 1}: found {cells[row][:40]}, allowed are finite numbers; "
                f"this one is beyond the largest float."
            )
        if numbers.is_huge_whole(cells[row]):
            raise InputError(
                f"{where}: column '{name}', row {row + 1}: found the whole number {cells[row]}, which a float cannot "
                f"hold exactly: if it is a key, leave it out with --drop '{name}'; if it is a size, write it as 1e18."
            )
    return values
