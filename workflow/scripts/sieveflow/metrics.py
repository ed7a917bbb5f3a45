"""Measures of error: what they are called, and which direction is better."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Metric:
    """A measure.

    Attributes
    ----------
    label : str
    lower_is_better : bool
    measure : callable, optional
        How it is taken from targets and predictions.
    logarithmic : bool
        Whether it is log2 of what a paper prints; means are then geometric ones of the printed unit.
    """

    label: str
    lower_is_better: bool
    measure: Callable | None = None
    logarithmic: bool = False

    def from_printed(self, value):
        """A printed number in our unit."""
        return math.log2(value) if self.logarithmic else value

    def to_printed(self, value):
        """Our number in the printed unit."""
        return 2.0**value if self.logarithmic else value

    def slope(self, printed):
        """How much of the printed unit one of ours is, at a printed number."""
        return printed * math.log(2.0) if self.logarithmic else 1.0


def mean_squared_error(y, predicted):
    """(22) of Yang and Ong (2010)."""
    return float(np.square(predicted - y).mean())


def root_mean_squared_error(y, predicted):
    """In units of the target."""
    return math.sqrt(mean_squared_error(y, predicted))


def scaled_error(y, predicted):
    """Q2 of Golbraikh and Tropsha as chemists print it: squared errors over the squared deviations of the targets."""
    return float(np.square(predicted - y).sum() / np.square(y - y.mean()).sum())


def squared_correlation(y, predicted):
    """Squared correlation of predictions and targets; zero for predictions that do not vary."""
    dy = y - y.mean()
    dp = predicted - predicted.mean()
    spread = float(dy @ dy) * float(dp @ dp)
    return float(dy @ dp) ** 2 / spread if spread > 0.0 else 0.0


def error_percent(y, predicted):
    """Percentage of wrong classes."""
    return 100.0 * float(np.mean(predicted != y))


def balanced_error_percent(y, predicted):
    """Percentage of wrong classes, averaged over the classes that there are."""
    wrong = predicted != y
    return 100.0 * float(np.mean([wrong[y == label].mean() for label in np.unique(y)]))


METRICS = {
    "mse": Metric("mean squared error", lower_is_better=True, measure=mean_squared_error),
    "rmse": Metric("root mean squared error", lower_is_better=True, measure=root_mean_squared_error),
    "relevance_vectors": Metric("number of relevance vectors", lower_is_better=True),
    "q2": Metric("squared error over variance, Q²", lower_is_better=True, measure=scaled_error),
    "scc": Metric("squared correlation coefficient", lower_is_better=False, measure=squared_correlation),
    "error_percent": Metric("test error in percent", lower_is_better=True, measure=error_percent),
    "balanced_error_percent": Metric(
        "test error in percent, mean over classes", lower_is_better=True, measure=balanced_error_percent
    ),
    "test_error": Metric("test error rate", lower_is_better=True),
    "cv_error": Metric("cross-validated error rate", lower_is_better=True),
    "is_global": Metric("share of realizations in which the global minimum is attained", lower_is_better=False),
    "log2_lambda": Metric("log2 of the chosen lambda", lower_is_better=False, logarithmic=True),
    "events": Metric("events on the path of the training part, its end included", lower_is_better=True),
    "keeps_relevant": Metric("realizations in which all relevant features are chosen", lower_is_better=False),
    "drops_irrelevant": Metric("realizations in which no irrelevant feature is chosen", lower_is_better=False),
    "selected": Metric("number of features that the method chose", lower_is_better=True),
    "hits": Metric("realizations in which the relevant features come first", lower_is_better=False),
    "ties": Metric("features placed by less than the rounding of the printed formula", lower_is_better=True),
    "times": Metric("realizations that chose this subset, in this order", lower_is_better=False),
    "positive": Metric("realizations in which this variable has no negative weight", lower_is_better=False),
    "flips": Metric("realizations in which the weight of this variable changes its sign", lower_is_better=True),
    "not_nested": Metric("budgets whose subset is no part of that of the next", lower_is_better=True),
    "guarantee": Metric("part of the best objective that Theorem 2 guarantees", lower_is_better=False),
    "attained": Metric("part of the best objective that is proved", lower_is_better=False),
}


def our_name(metric, names):
    """What we call a printed measure."""
    return names.get(metric, metric.lower())
