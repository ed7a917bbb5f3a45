"""Sparse linear machines on random partitions of a data set, beside variables that cannot matter."""

import numpy as np

from sieveflow.learners.lp_svr import LpSvr
from sieveflow.learners.pattern_search import pattern_search

# The box of the pattern search: C by its logarithm, nu as it is, for a target of deviation 1.
_LOG_C = (0.0, 3.0)
_NU = (0.05, 0.8)
_MOST_DRAWS = 100


def gauge_variables(y, count, limit, rng):
    """Standard normal columns whose correlation with the target stays below a limit.

    Of few samples, where that is too much to ask, the least correlated of a hundred draws is taken.
    """
    columns = []
    centred = y - y.mean()
    for _ in range(count):
        lowest, best = np.inf, None
        for _ in range(_MOST_DRAWS):
            drawn = rng.standard_normal(y.size)
            drawn -= drawn.mean()
            size = np.linalg.norm(drawn) * np.linalg.norm(centred)
            correlation = abs(drawn @ centred) / size if size > 0 else 1.0
            if correlation < lowest:
                lowest, best = correlation, drawn / max(drawn.std(), np.finfo(float).tiny)
            if lowest < limit:
                break
        columns.append(best)
    return np.column_stack(columns)


def bagged_weights(X, y, *, n_bags, held_out, rng):
    """Weights of sparse machines, of shape (n_bags, d).

    Every bag draws samples that it holds out and a point to start from; C and nu are those for which a pattern search
    finds the lowest Q2 on the samples that are held out.

    Parameters
    ----------
    X : ndarray of shape (n, d)
    y : ndarray of shape (n,)
        Target of deviation 1.
    n_bags : int
    held_out : float
        The part of the samples that is held out.
    rng : RandomState
    """
    weights = np.zeros((n_bags, X.shape[1]))
    cut = min(max(1, round(held_out * y.size)), y.size - 2)
    for bag in range(n_bags):
        order = rng.permutation(y.size)
        test, train = order[:cut], order[cut:]
        machines = LpSvr(X[train], y[train])
        found = {}

        def error(point, machines=machines, test=test, found=found):
            machine = machines.fit(*_values(point))
            found[point] = machine.w
            return float(np.square(X[test] @ machine.w + machine.offset - y[test]).sum())

        best, _ = pattern_search(error, rng.uniform(size=2))
        weights[bag] = found[best]
    return weights


def _values(point):
    """C and nu of a point of the unit box."""
    return 10.0 ** (_LOG_C[0] + point[0] * (_LOG_C[1] - _LOG_C[0])), _NU[0] + point[1] * (_NU[1] - _NU[0])


def flips_sign(weights):
    """Whether a variable is positive in some bags and negative in others."""
    return (weights > 0).any(axis=0) & (weights < 0).any(axis=0)
