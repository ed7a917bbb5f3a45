"""From columns to features: what is left out, and how categories become numbers."""

from collections import Counter

import numpy as np

from sieveflow.owndata.names import shown

MISSING_CATEGORY = "(missing)"


def select_features(columns, faults, *, keep=(), max_categories=20):
    """Encode the columns of a table.

    A column of numbers is one feature. A column of texts with two values is one feature, 1 for the second value in
    alphabetical order; one with more values is a feature for each, called `column=value`. Columns that do not vary,
    that repeat an earlier one, or that number or name the rows are left out, unless `keep` names them.

    Parameters
    ----------
    columns : list of Column
    faults : Faults
        Where columns of texts that cannot be encoded are added.
    keep : collection of str
    max_categories : int
        How many values a column of texts may have.

    Returns
    -------
    names : list of str
    inputs : list of ndarray
        The values of each; NaN for missing numbers; a missing text counts as a category of its own.
    notes : list of str
        What was left out or encoded, in sentences.
    """
    names, inputs, notes, first_with = [], [], [], {}
    for column in columns:
        reason = "" if column.name in keep else _useless(column)
        if not reason:
            encoded = _encoded(column, max_categories, faults)
            if encoded is None:
                continue
            key = b"".join(values.tobytes() for values in encoded.values())
            twin = first_with.setdefault(key, column.name)
            if twin != column.name and column.name not in keep:
                reason = f"it repeats '{twin}'"
        if reason:
            notes.append(f"Column '{column.name}' is left out: {reason}.")
            continue
        if not column.numeric:
            notes.append(_encoding_note(column, encoded))
        names += encoded
        inputs += encoded.values()
    for twice in [name for name, count in Counter(names).items() if count > 1]:
        faults.add(f"a category would become the column '{twice}', which is there already; rename it.")
    return names, inputs, notes


def _useless(column):
    """Why a column cannot be a feature, or nothing."""
    distinct = column.distinct()
    n = len(column.values)
    if column.n_missing == n:
        return "all its cells are missing"
    if len(distinct) == 1 and (column.numeric or not column.n_missing):
        return f"it is {distinct[0]!r} in every row" + (" that has a value" if column.n_missing else "")
    if not column.numeric and len(distinct) > 0.9 * n and n > 20:
        return f"it names the rows ({len(distinct)} different texts in {n} rows)"
    if column.numeric and not column.n_missing and n > 20 and np.all(np.abs(np.diff(column.values)) == 1):
        steps = np.diff(column.values)
        if np.all(steps == steps[0]):
            return "it numbers the rows"
    if (
        column.numeric
        and len(distinct) == n
        and _is_key(column.name)
        and np.all(column.values == np.round(column.values))
    ):
        return "its name and its values, all different whole numbers, are those of a key"
    return ""


def _is_key(name):
    plain = name.lower().strip()
    return plain in ("id", "key", "index", "uuid", "row", "no", "nr") or plain.endswith(("_id", " id", "-id"))


def _encoded(column, max_categories, faults):
    """The features of a column: a dict of name and values; nothing where a fault was added."""
    if column.numeric:
        return {column.name: column.values}
    values = np.array([MISSING_CATEGORY if value is None else value for value in column.values], dtype=object)
    categories = sorted(set(values))
    if len(categories) > max_categories:
        faults.add(
            f"column '{column.name}' has {len(categories)} different texts ('{categories[0][:30]}', "
            f"'{categories[1][:30]}', ...), allowed are up to {max_categories}: leave it out with "
            f"--drop '{column.name}', or give --max-categories {len(categories)}."
        )
        return None
    coded = categories[1:] if len(categories) == 2 else categories
    encoded = {f"{column.name}={shown(category)}": (values == category).astype(float) for category in coded}
    if len(encoded) < len(coded):
        faults.add(f"column '{column.name}' has categories that begin alike for too long; shorten them.")
        return None
    return encoded


def _encoding_note(column, encoded):
    if len(encoded) == 1:
        return f"Column '{column.name}' has two values and became one feature, '{next(iter(encoded))}', 1 or 0."
    return f"Column '{column.name}' became {len(encoded)} features, one per category, 1 or 0."
