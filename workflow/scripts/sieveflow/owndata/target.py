"""The target: numbers to predict, or classes to tell apart."""

import numpy as np

from sieveflow.owndata.faults import listed
from sieveflow.owndata.names import shown

# Whole numbers of so few different values are taken as classes.
MOST_CLASSES_FOUND = 10
MOST_CLASSES = 100
FEWEST_OF_A_CLASS = 5
TASKS = ("regression", "classification")


def read_target(column, faults, task=None):
    """The target as numbers, the task, the names of classes, and a sentence that says how it was taken.

    Parameters
    ----------
    column : Column
    faults : Faults
        Where what is wrong is added; then nothing is returned.
    task : {'regression', 'classification'}, optional
        None finds it: texts, two values, and whole numbers of at most ten different values are classes.
    """
    distinct = column.distinct()
    before = len(faults)
    _check_values(column, distinct, faults, task)
    if len(faults) > before:
        return None
    found = task or _task_of(column, distinct)
    if found == "regression":
        told = "numbers to predict" if task else "numbers to predict (--task classification would take them as classes)"
        return column.values, found, [], f"The target '{column.name}' holds {told}."
    if len(distinct) > MOST_CLASSES:
        faults.add(
            f"target '{column.name}': found {len(distinct)} different values, allowed are up to {MOST_CLASSES} classes."
        )
        return None
    codes = {value: code for code, value in enumerate(distinct)}
    y = np.array([float(codes[value]) for value in (column.values.tolist() if column.numeric else column.values)])
    counts = [(_name(value), int((y == code).sum())) for value, code in codes.items()]
    rare = [(name, count) for name, count in counts if count < FEWEST_OF_A_CLASS]
    if rare:
        other = "" if not column.numeric else ", or give --task regression"
        faults.add(
            f"target '{column.name}': {_few(rare)}, allowed are at least {FEWEST_OF_A_CLASS}: leave "
            f"{'its' if len(rare) == 1 else 'their'} rows out{other}."
        )
        return None
    names = [_name(value) for value in distinct]
    hint = " (--task regression would take them as numbers)" if column.numeric and not task else ""
    return y, found, names, f"The target '{column.name}' holds {len(names)} classes: {', '.join(names[:10])}{hint}."


def _check_values(column, distinct, faults, task):
    """Add what is wrong with a target whatever its classes are."""
    here = f"target '{column.name}'"
    if column.n_missing:
        faults.add(f"{here}: {column.n_missing} of {len(column.values)} cells are missing, allowed are none.")
    elif len(distinct) < 2:
        # With missing cells it may vary once they are filled.
        faults.add(f"{here} is {distinct[0]!r} in every row; it must vary.")
    if task == "regression" and not column.numeric and distinct:
        row, found = next((row, cell) for row, cell in enumerate(column.values, start=1) if cell is not None)
        faults.add(f"{here}, row {row}: found '{found}', allowed are numbers (--task regression).")


def _task_of(column, distinct):
    whole = column.numeric and all(value == round(value) for value in distinct)
    classes = not column.numeric or len(distinct) == 2 or (whole and len(distinct) <= MOST_CLASSES_FOUND)
    return "classification" if classes else "regression"


def _few(rare):
    """Classes that have too few rows, with how many."""
    if len(rare) > 1:
        return f"classes {listed(f'{name!r} ({count})' for name, count in rare)} have few rows"
    [(name, count)] = rare
    return f"class {name!r} has {count} {'row' if count == 1 else 'rows'}"


def _name(value):
    return f"{value:g}" if isinstance(value, float) else shown(value)
