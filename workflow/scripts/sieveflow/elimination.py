"""Recursive feature elimination with a criterion of one's choice."""

import numpy as np


def eliminate(n_features, criterion):
    """Drop the least important feature again and again; the last one to stay is the best.

    Parameters
    ----------
    n_features : int
        Number of features at the start.
    criterion : callable
        Takes the column numbers that are left, in increasing order, and returns one score for each, larger meaning
        more important. It is asked once per round and may remember the round before.

    Returns
    -------
    ranking : ndarray of int
        1 for the best feature to n_features for the one dropped first. Among equal scores the rightmost is dropped.
    scores : ndarray of float
        For each feature the smallest threshold at which elimination would have taken it: the running maximum of the
        scores of those dropped up to and including it. It orders the features as `ranking` does.

    References
    ----------
    Guyon et al. (2002), Machine Learning 46; Algorithm SD-L-RFE of Yang and Ong (2010).
    """
    left = np.arange(n_features)
    ranking = np.empty(n_features, dtype=int)
    scores = np.empty(n_features)
    threshold = -np.inf
    while left.size > 1:
        values = np.asarray(criterion(left), dtype=float)
        worst = left.size - 1 - int(np.argmin(values[::-1]))
        threshold = max(threshold, values[worst])
        ranking[left[worst]] = left.size
        scores[left[worst]] = threshold
        if left.size == 2:
            scores[left[1 - worst]] = max(threshold, values[1 - worst])
        left = np.delete(left, worst)
    if n_features == 1:
        scores[0] = float(criterion(left)[0])
    ranking[left[0]] = 1
    return ranking, scores
