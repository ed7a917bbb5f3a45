"""Names of columns: which are allowed, since they stand in tables, pages and figures."""

import re
from collections import Counter

from sieveflow.ids import did_you_mean
from sieveflow.owndata.faults import listed

# Marks of pages, quotes, parts of paths, and what is not printed.
_CONTROL = r"\x00-\x1f\x7f\u0085\u2028\u2029\u202a-\u202e"
_UNPRINTED = re.compile(f"[{_CONTROL}]")
_UNSAFE = re.compile(rf"[<>\"'`/\\{_CONTROL}]|\.\.")
_LONGEST, _LONGEST_VALUE = 100, 60


def check_names(names, faults):
    """Add a fault for every name that is empty, given again, too long or not safe to show."""
    times = Counter(names)
    for place, name in enumerate(names, start=1):
        unsafe = _UNSAFE.search(name)
        if not name:
            faults.add(
                f"column {place} has no name; name it, or give --tidy-names (row numbers that pandas writes are left "
                f"out with index=False)."
            )
        elif len(name) > _LONGEST:
            faults.add(
                f"the name of column {place} has {len(name)} characters, allowed are up to {_LONGEST}: shorten it, or "
                f"give --tidy-names."
            )
        elif unsafe:
            faults.add(
                f"the name of column {place}, {name!a}, holds {unsafe[0]!a}, which is not allowed in names: rename "
                f"it, or give --tidy-names."
            )
        elif times[name] > 1:
            count = "twice" if times[name] == 2 else f"{times[name]} times"
            faults.add(f"column '{name}' is there {count}; names must differ.")
            # Once is enough for all of them.
            times[name] = 1


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


def require_columns(wanted, names, faults, option):
    """Add a fault for every name that no column has."""
    for name in wanted:
        if name not in names:
            faults.add(f"{option}: no column '{name}'{did_you_mean(name, names)}; found {listed(names, most=10)}.")
