"""Forward selection with a criterion of one's choice."""

import numpy as np


def select_forward(n_features, criterion, stop=None):
    """Take the best feature again and again; the first one taken is the best.

    Parameters
    ----------
    n_features : int
    criterion : callable
        Takes the column numbers that are chosen, in the order of choice, and those that are left, in increasing order;
        returns one score for each that is left, larger being better.
    stop : int, optional
        Number of features after which the others are ranked by the criterion as it then stands; None ranks all.

    Returns
    -------
    ranking : ndarray of int
        1 for the feature chosen first. Among equal scores the leftmost is chosen.
    scores : ndarray of float
        The criterion when a feature was chosen, never more than that of one chosen before.
    """
    left = np.arange(n_features)
    chosen, values = [], []
    while left.size:
        scores = np.asarray(criterion(chosen, left), dtype=float)
        taken = [int(np.argmax(scores))] if stop is None or len(chosen) < stop else np.argsort(-scores, kind="stable")
        chosen += left[taken].tolist()
        values += scores[taken].tolist()
        left = np.delete(left, taken)
    ranking, scores = np.empty(n_features, dtype=int), np.empty(n_features)
    ranking[chosen] = np.arange(1, n_features + 1)
    scores[chosen] = np.minimum.accumulate(values)
    return ranking, scores
