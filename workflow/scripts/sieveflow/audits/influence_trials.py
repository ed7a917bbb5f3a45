"""Relevance vector machines on parts of a table, for audits of what their influences say."""

from dataclasses import dataclass

import numpy as np

from sieveflow.criteria.influence import features_before_drop, influence
from sieveflow.cross_validation import fold_numbers
from sieveflow.learners.rvm import surface
from sieveflow.learners.rvm_estimator import RelevanceVectorRegressor
from sieveflow.metrics import root_mean_squared_error
from sieveflow.seeding import stream
from sieveflow.splits import draw_splits, rows_of, standardiser

_DROP = 0.2


@dataclass(frozen=True)
class Part:
    """Samples to train and to test with, inputs as the table has them or standardised."""

    number: int
    X: np.ndarray
    y: np.ndarray
    X_test: np.ndarray
    y_test: np.ndarray

    def only(self, columns):
        """The same samples with some of the features."""
        return Part(self.number, self.X[:, columns], self.y, self.X_test[:, columns], self.y_test)

    def kappa(self, width):
        """The kernel parameter of a width in units of the root mean squared distance of two samples."""
        return float(1.0 / (width**2 * 2.0 * self.X.var(axis=0).sum()))


@dataclass(frozen=True)
class Trial:
    """What one machine says: its size, its error on test samples, influences and the columns that the rule selects."""

    n_vectors: int
    rmse: float
    influences: np.ndarray
    selected: tuple


def parts(table, *, dataset, seed, realizations, n_train, n_test, raw=False):
    """The first realizations of a table."""
    sizes = {"n_train": n_train, "n_test": n_test, "realizations": realizations}
    for row in draw_splits(table.y.size, dataset=dataset, seed=seed, **sizes):
        train, test = rows_of(row)
        mean, scale = (0.0, 1.0) if raw else standardiser(table.X[train])
        X, X_test = (table.X[train] - mean) / scale, (table.X[test] - mean) / scale
        yield Part(row["realization"], X, table.y[train], X_test, table.y[test])


def trial(part, width):
    """Train with one width, in units of the root mean squared distance of two samples."""
    machine = RelevanceVectorRegressor(kappa=part.kappa(width)).fit(part.X, part.y)
    influences = influence(machine.gradient(machine.vectors_)) if machine.relevance_.size else np.zeros(part.X.shape[1])
    order = np.argsort(-influences, kind="stable")
    count = features_before_drop(influences[order], _DROP)
    rmse = root_mean_squared_error(part.y_test, machine.predict(part.X_test))
    return Trial(int(machine.relevance_.size), rmse, influences, tuple(sorted(int(j) for j in order[:count])))


def width_by_cv(part, widths, *, dataset, seed, folds):
    """The width with the lowest error of held-out training samples."""
    fold = fold_numbers(part.y.size, folds, stream(seed, dataset, part.number, "folds"))
    errors = surface(part.X, part.y, {"kappa": [part.kappa(width) for width in widths]}, fold)
    return widths[int(np.argmin(errors))]


def named(columns, features):
    """Columns as a text, for tables."""
    return " ".join(features[column] for column in columns)
