"""Influence of features on a relevance vector machine, and rules that cut a list of them off."""

import numpy as np


def gradients_by_difference(machine, X, delta):
    """Difference quotients of the prediction at every row of X, feature by feature, an array of its shape.

    References
    ----------
    Shmilovici and Ben-Shimon, (10), where delta is 1e-4.
    """
    values = machine.predict(X)
    quotients = np.empty(X.shape)
    for k in range(X.shape[1]):
        moved = X.copy()
        moved[:, k] += delta
        quotients[:, k] = (machine.predict(moved) - values) / delta
    return quotients


def influence(gradients):
    """Mean over relevance vectors of each feature's share in the squared gradient.

    Parameters
    ----------
    gradients : ndarray of shape (m, d)
        Of the prediction, at the relevance vectors. Those where it vanishes say nothing and are left out.

    References
    ----------
    Shmilovici and Ben-Shimon, (9) and (11).
    """
    largest = np.abs(gradients).max(axis=1, initial=0.0)
    told = largest > 0.0
    if not told.any():
        return np.zeros(gradients.shape[1])
    # In units of the largest, so that the squares of small derivatives do not vanish.
    squares = np.square(gradients[told] / largest[told, None])
    return (squares / squares.sum(axis=1)[:, None]).mean(axis=0)


def features_before_drop(falling, share):
    """How many importances, which fall, stand before the first that drops to a share of the one before it.

    All of them where there is no such drop.
    """
    falling = np.asarray(falling)
    drops = np.flatnonzero(falling[1:] <= share * falling[:-1])
    return int(drops[0]) + 1 if drops.size else falling.size


def features_of_two_phases(falling, share, training_error):
    """The number of features of the rule with two phases.

    From the first drop to a share on, features come in as long as the training error falls.

    Parameters
    ----------
    falling : array-like
        Importances.
    share : float
        0.5 in the paper.
    training_error : callable
        Takes a number of features, the most important ones, and returns the error after training with them.
    """
    count = features_before_drop(falling, share)
    error = training_error(count)
    while count < len(falling):
        further = training_error(count + 1)
        if not further < error:
            break
        count, error = count + 1, further
    return count
