"""Realizations: which rows train, which rows test, and how inputs are brought to one scale."""

from dataclasses import dataclass

import numpy as np

from sieveflow.errors import InputError
from sieveflow.scaling import range_of
from sieveflow.seeding import stream
from sieveflow.tables import read_csv

COLUMNS = ["realization", "train", "test"]


def draw_splits(n_rows, *, dataset, n_train, n_test, seed, realizations, fresh=False, labels=None):
    """Draw the rows of every realization, as dicts for a CSV: row numbers from 0, separated by blanks.

    The stream is that of (study seed, data set, realization): problems that differ only in training size share their
    test rows, and a smaller training set is a part of the larger one. With `fresh` every realization has a part of
    the table to itself. With `labels` training and test rows have each class in its share of the table.
    """
    size = n_rows // realizations if fresh else n_rows
    if n_train + n_test > size:
        raise InputError(
            f"data set '{dataset}': n_train {n_train} and n_test {n_test} need {n_train + n_test} rows, "
            f"the table has {size}{' for each realization' if fresh else ''}."
        )
    rows = []
    for realization in range(realizations):
        order = stream(seed, dataset, realization, "split").permutation(size) + (realization * size if fresh else 0)
        if labels is not None:
            order = _by_class(order, labels[order], n_train, n_test)
        train, test = np.sort(order[:n_train]), np.sort(order[size - n_test :])
        rows.append({"realization": realization, "train": _join(train), "test": _join(test)})
    return rows


def _by_class(order, labels, n_train, n_test):
    """Rows in another order: the first n_train and the last n_test have every class in its share of all rows."""
    classes, sizes = np.unique(labels, return_counts=True)
    train = _shares(sizes, n_train)
    test = _shares(sizes - train, n_test)
    rows = [order[labels == label] for label in classes]
    return np.concatenate(
        [own[:n] for own, n in zip(rows, train, strict=True)]
        + [own[n : own.size - m] for own, n, m in zip(rows, train, test, strict=True)]
        + [own[own.size - m :] for own, m in zip(rows, test, strict=True)]
    )


def _shares(sizes, count):
    """`count` dealt out in proportion to sizes, in whole numbers: what is left goes to the largest remainders."""
    exact = count * sizes / sizes.sum()
    dealt = np.floor(exact).astype(int)
    dealt[np.argsort(dealt - exact, kind="stable")[: count - dealt.sum()]] += 1
    return dealt


def _join(numbers):
    return " ".join(map(str, numbers))


@dataclass(frozen=True)
class Realization:
    """One split of a data set, inputs brought to one scale by the training part, targets as they are."""

    number: int
    X_train: np.ndarray
    y_train: np.ndarray
    X_test: np.ndarray
    y_test: np.ndarray


def realizations(table, splits, wanted, scale="deviation"):
    """Yield the wanted realizations of a data set; `scale` is a key of SCALERS."""
    wanted = set(wanted)
    for row in read_csv(splits):
        number = int(row["realization"])
        if number in wanted:
            train, test = rows_of(row)
            yield scaled_split(number, table.X[train], table.y[train], table.X[test], table.y[test], scale)


def rows_of(row):
    """Numbers of the training and of the test rows of one line of a file of splits."""
    return tuple(np.array(row[part].split(), dtype=int) for part in ("train", "test"))


def all_realizations(table, splits, scale="deviation"):
    """Yield every realization of a data set, in order."""
    return realizations(table, splits, (int(row["realization"]) for row in read_csv(splits)), scale)


def scaled_split(number, X_train, y_train, X_test, y_test, scale="deviation"):
    """A realization from raw inputs; missing ones, which are NaN, get the median of the training part."""
    if np.isnan(X_train).any() or np.isnan(X_test).any():
        X_train, X_test = fill_missing(X_train, X_test)
    middle, unit = SCALERS[scale](X_train)
    return Realization(number, (X_train - middle) / unit, y_train, (X_test - middle) / unit, y_test)


def fill_missing(X_train, X_test):
    """Both parts with every NaN replaced by the median of its column in the first; zero where that has no value."""
    empty = np.isnan(X_train).all(axis=0)
    middle = np.nanmedian(np.where(empty, 0.0, X_train), axis=0)
    return tuple(np.where(np.isnan(X), middle, X) for X in (X_train, X_test))


def standardiser(X):
    """Mean and standard deviation of every column; 1 where a column does not vary, which leaves it at zero."""
    mean, scale = X.mean(axis=0), X.std(axis=0)
    constant = np.ptp(X, axis=0) == 0
    return np.where(constant, X[0], mean), np.where(constant, 1.0, scale)


# What training inputs are brought to: mean 0 and deviation 1, or the range from -1 to 1.
SCALERS = {"deviation": standardiser, "range": range_of}
