"""Names of columns: which are allowed, since they stand in tables, pages and figures."""

import re

from sieveflow.errors import InputError
from sieveflow.ids import did_you_mean

# Marks of pages, quotes, parts of paths, and what is not printed.
_CONTROL = r"\x00-\x1f\x7f\u0085\u2028\u2029\u202a-\u202e"
_UNPRINTED = re.compile(f"[{_CONTROL}]")
_UNSAFE = re.compile(rf"[<>\"'`/\\{_CONTROL}]|\.\.")
_LONGEST, _LONGEST_VALUE = 100, 60


def check_names(names, where):
    """Raise an InputError for a name that is empty, given twice, too long or not safe to show."""
    seen = set()
    for place, name in enumerate(names, start=1):
        if not name:
            raise InputError(
                f"{where}: column {place} has no name; name it, or give --tidy-names (row numbers that pandas "
                f"writes are left out with index=False)."
            )
        if name in seen:
            raise InputError(f"{where}: column '{name[:_LONGEST]}' is there twice; names must differ.")
        if len(name) > _LONGEST:
            raise InputError(
                f"{where}: the name of column {place} has {len(name)} characters, allowed are up to {_LONGEST}: "
                f"shorten it, or give --tidy-names."
            )
        found = _UNSAFE.search(name)
        if found:
            raise InputError(
                f"{where}: the name of column {place}, {name!a}, holds {found[0]!a}, which is not allowed in "
                f"names: rename it, or give --tidy-names."
            )
        seen.add(name)


def tidy_names(names):
    """Names that are allowed: what is not safe becomes '_', an empty one its place, a second one a number."""
    tidy, seen = [], set()
    for place, name in enumerate(names, start=1):
        plain = _UNSAFE.sub("_", name).strip()[: _LONGEST - 6] or f"column_{place}"
        candidate, count = plain, 1
        while candidate in seen:
            count += 1
            candidate = f"{plain}_{count}"
        seen.add(candidate)
        tidy.append(candidate)
    return tidy


def shown(value):
    """A category or class as a part of names and sentences: on one line, not too long, without '..'."""
    return _UNPRINTED.sub("_", value).replace("..", "__")[:_LONGEST_VALUE]


def require_columns(wanted, names, where, option):
    """Raise an InputError for a name that no column has."""
    for name in wanted:
        if name not in names:
            shown = ", ".join(names[:10]) + (f" and {len(names) - 10} more" if len(names) > 10 else "")
            raise InputError(f"{where}: {option}: no column '{name}'{did_you_mean(name, names)}; found {shown}.")
