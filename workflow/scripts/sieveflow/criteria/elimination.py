"""Recursive feature elimination with a criterion of one's choice."""

import numpy as np


def eliminate(n_features, criterion, step=1):
    """Drop the least important features again and again; the last one to stay is the best.

    Parameters
    ----------
    n_features : int
        Number of features at the start.
    criterion : callable
        Takes the column numbers that are left, in increasing order, and returns one score for each, larger meaning
        more important. It is asked once per round and may remember the round before.
    step : int
        How many features a round drops; the last round drops all but one.

    Returns
    -------
    ranking : ndarray of int
        1 for the best feature to n_features for the one dropped first. Among equal scores the rightmost is dropped.
    scores : ndarray of float
        For each feature the score with which it was dropped, but never more than that of a feature that outlived it:
        scores of different rounds come from different machines, and a feature is not better for having met a worse one.

    References
    ----------
    Guyon et al. (2002), Machine Learning 46; Algorithm SD-L-RFE of Yang and Ong (2010).
    """
    left = np.arange(n_features)
    ranking = np.empty(n_features, dtype=int)
    scores = np.empty(n_features)
    while left.size > 1:
        values = np.asarray(criterion(left), dtype=float)
        worst = np.lexsort((-left, values))[: min(step, left.size - 1)]
        ranking[left[worst]] = left.size - np.arange(worst.size)
        # Those that stay are scored again, except for the last.
        scores[left] = values
        left = np.delete(left, worst)
    if n_features == 1:
        scores[0] = float(criterion(left)[0])
    ranking[left[0]] = 1
    order = np.argsort(ranking)
    scores[order] = np.minimum.accumulate(scores[order])
    return ranking, scores
