"""Search without derivatives: look around, move, and look closer where nothing is better."""

import numpy as np

# The largest and the smallest step, in parts of the box.
_FIRST, _LAST = 0.25, 0.1


def pattern_search(objective, start):
    """The lowest point that a pattern search in the unit box finds, and its value.

    Around the centre the four neighbours along the axes are tried; the centre moves to the best of them if that is an
    improvement, otherwise the step is halved.

    Parameters
    ----------
    objective : callable
        Takes a point, a tuple of coordinates between 0 and 1.
    start : sequence of float

    References
    ----------
    Dennis and Torczon (1996). Momma and Bennett (2002), A pattern search method for model selection of support vector
    regression, SIAM data mining.
    """
    known = {}

    def value(point):
        if point not in known:
            known[point] = objective(point)
        return known[point]

    centre, step = tuple(float(x) for x in start), _FIRST
    while step >= _LAST:
        around = []
        for axis in range(len(centre)):
            for sign in (-1.0, 1.0):
                moved = list(centre)
                moved[axis] = float(np.clip(moved[axis] + sign * step, 0.0, 1.0))
                around.append(tuple(moved))
        best = min(around, key=value)
        if value(best) < value(centre):
            centre = best
        else:
            step /= 2
    return centre, value(centre)
