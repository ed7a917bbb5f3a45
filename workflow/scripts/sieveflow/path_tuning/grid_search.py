"""GRID: the best of equally spaced values of log2 lambda."""

import numpy as np

from sieveflow.path_tuning.searches import Found
from sieveflow.path_tuning.step_function import cv_function


def grid(lambda_max, lambda_min, step):
    """lambda_max, lambda_max 2^-step, and so on down to lambda_min."""
    count = int(np.floor(np.log2(lambda_max / lambda_min) / step + 1e-9)) + 1
    return np.maximum(lambda_max * 2.0 ** (-step * np.arange(count)), lambda_min)


def grid_search(folds, step, choice="error"):
    """The best value of a grid; among equal ones the largest lambda.

    Parameters
    ----------
    folds : list of FoldDecisions, or a StepFunction made of them
    step : float
        Distance in log2 lambda; 1, 0.1 and 0.01 in the thesis.
    choice : str or ValidationFunction

    Returns
    -------
    Found
    """
    exact = cv_function(folds, choice) if isinstance(folds, list) else folds
    lambdas = grid(exact.upper[0], exact.lower[-1], step)
    values = exact.at(lambdas)
    best = values.min() if exact.function.lower_is_better else values.max()
    k = int(np.argmax(np.abs(values - best) <= 1e-12))
    return Found(float(lambdas[k]), float(values[k]), float(lambdas[k]), float(lambdas[k]), lambdas.size)
