"""The target: numbers to predict, or classes to tell apart."""

import numpy as np

from sieveflow.errors import InputError
from sieveflow.owndata.names import shown

# Whole numbers of so few different values are taken as classes.
MOST_CLASSES_FOUND = 10
MOST_CLASSES = 100
FEWEST_OF_A_CLASS = 5
TASKS = ("regression", "classification")


def read_target(column, where, task=None):
    """The target as numbers, the task, the names of classes, and a sentence that says how it was taken.

    Parameters
    ----------
    column : Column
    where : str
        Name of the file.
    task : {'regression', 'classification'}, optional
        None finds it: texts, two values, and whole numbers of at most ten different values are classes.
    """
    here = f"{where}: target '{column.name}'"
    if column.n_missing:
        raise InputError(f"{here}: {column.n_missing} of {len(column.values)} cells are missing, allowed are none.")
    distinct = column.distinct()
    if len(distinct) < 2:
        raise InputError(f"{here} is {distinct[0]!r} in every row; it must vary.")
    found = task or _task_of(column, distinct)
    if found == "regression":
        if not column.numeric:
            raise InputError(f"{here}, row 1: found '{column.values[0]}', allowed are numbers (--task regression).")
        told = "numbers to predict" if task else "numbers to predict (--task classification would take them as classes)"
        return column.values, found, [], f"The target '{column.name}' holds {told}."
    if len(distinct) > MOST_CLASSES:
        raise InputError(f"{here}: found {len(distinct)} different values, allowed are up to {MOST_CLASSES} classes.")
    codes = {value: code for code, value in enumerate(distinct)}
    y = np.array([float(codes[value]) for value in (column.values.tolist() if column.numeric else column.values)])
    for value, code in codes.items():
        count = int((y == code).sum())
        if count < FEWEST_OF_A_CLASS:
            other = "" if not column.numeric else ", or give --task regression"
            raise InputError(
                f"{here}: class {_name(value)!r} has {count} {'row' if count == 1 else 'rows'}, "
                f"allowed are at least {FEWEST_OF_A_CLASS}: leave its rows out{other}."
            )
    names = [_name(value) for value in distinct]
    hint = " (--task regression would take them as numbers)" if column.numeric and not task else ""
    return y, found, names, f"The target '{column.name}' holds {len(names)} classes: {', '.join(names[:10])}{hint}."


def _task_of(column, distinct):
    whole = column.numeric and all(value == round(value) for value in distinct)
    classes = not column.numeric or len(distinct) == 2 or (whole and len(distinct) <= MOST_CLASSES_FOUND)
    return "classification" if classes else "regression"


def _name(value):
    return f"{value:g}" if isinstance(value, float) else shown(value)
