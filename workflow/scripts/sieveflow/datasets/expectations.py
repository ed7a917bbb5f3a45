"""What a table must look like that cannot be held against a hash."""

import numpy as np

from sieveflow.errors import InputError


def check_expectations(table, where, expect):
    """Raise an InputError unless a table's statistics are those of the catalogue.

    Parameters
    ----------
    table : Table
    where : str
    expect : dict
        `target`: mean and standard deviation, equal within `tolerance` deviations. `correlations`: of every feature
        with the target, without sign and in falling order, equal within `tolerance`; they do not change when a
        feature is rescaled, when columns change places or when rows do.
    """
    tolerance = expect["tolerance"]
    mean, deviation = expect["target"]
    for what, expected, found in [("mean", mean, table.y.mean()), ("deviation", deviation, table.y.std(ddof=1))]:
        if abs(found - expected) > tolerance * deviation:
            raise InputError(f"{where}: {what} of the target: expected {expected:g}, found {found:g}.")
    found = correlations(table)
    expected = np.array(expect["correlations"])
    if expected.size != found.size:
        raise InputError(f"{where}: expected {expected.size} correlations, the table has {found.size} features.")
    worst = int(np.argmax(np.abs(found - expected)))
    if abs(found[worst] - expected[worst]) > tolerance:
        raise InputError(
            f"{where}: correlation {worst + 1} of the features with the target: "
            f"expected {expected[worst]:g}, found {found[worst]:g}."
        )


def correlations(table):
    """Correlations of the features with the target, without sign, largest first; zero for a constant feature."""
    X = table.X - table.X.mean(axis=0)
    y = table.y - table.y.mean()
    norms = np.sqrt((X**2).sum(axis=0) * (y**2).sum())
    # A constant column leaves rounding errors behind when its mean is taken off.
    constant = np.ptp(table.X, axis=0) == 0
    return np.sort(np.where(constant, 0.0, np.abs(X.T @ y) / np.where(constant, 1.0, norms)))[::-1]
