"""Measures of error: what they are called, and which direction is better."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Metric:
    """A measure, its label, and whether smaller values are better."""

    label: str
    lower_is_better: bool


METRICS = {
    "mse": Metric("mean squared error", lower_is_better=True),
    "scc": Metric("squared correlation coefficient", lower_is_better=False),
    "hits": Metric("realizations in which the relevant features come first", lower_is_better=False),
}


def mean_squared_error(y, predicted):
    """(22) of Yang and Ong (2010)."""
    return float(np.square(predicted - y).mean())


def squared_correlation(y, predicted):
    """Squared correlation of predictions and targets; zero for predictions that do not vary."""
    dy = y - y.mean()
    dp = predicted - predicted.mean()
    spread = float(dy @ dy) * float(dp @ dp)
    return float(dy @ dp) ** 2 / spread if spread > 0.0 else 0.0
