"""Cells as numbers: what counts as one, as a missing one, as a date."""

import re

# Plain decimals. Python's own float also takes 1_000 and digits of other scripts, which are slips in a table.
_NUMBER = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_ONE = re.compile(_NUMBER)
_ALL = re.compile(rf"(?:{_NUMBER}\n)*+")
_WHOLE = re.compile(r"[+-]?[0-9]+")
_INFINITE = re.compile(r"[+-]?inf(?:inity)?", re.IGNORECASE)
_DATE = re.compile(
    r"[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}([T ].*)?|[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{2,4}([T ].*)?"
    r"|[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?"
)
_DECIMAL_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+")
MISSING = frozenset(["", "?", "na", "n/a", "#n/a", "nan", "null", "none", "nil", "missing"])
# Whole numbers beyond are no longer all different as floats.
LARGEST_WHOLE = 2**53


def is_number(cell):
    """Whether a cell holds a plain decimal number."""
    return _ONE.fullmatch(cell) is not None


def are_numbers(cells):
    """Whether all cells do."""
    return _ALL.fullmatch("".join(f"{cell}\n" for cell in cells)) is not None


def is_missing(cell):
    """Whether a cell stands for a missing value."""
    return cell.lower() in MISSING


def is_date(cell):
    """Whether a cell looks like a date or a time of day."""
    return _DATE.fullmatch(cell) is not None


def is_infinite(cell):
    """Whether a cell says that it is infinite."""
    return _INFINITE.fullmatch(cell) is not None


def is_huge_whole(cell):
    """Whether a cell holds a whole number that a float cannot hold exactly."""
    return _WHOLE.fullmatch(cell) is not None and abs(int(cell[:400])) > LARGEST_WHOLE


def has_decimal_comma(cell):
    """Whether a cell would be a number with a point in the place of its comma."""
    return _DECIMAL_COMMA.fullmatch(cell) is not None
