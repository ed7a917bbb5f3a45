"""The offset where it is not unique: with every coefficient at a bound a whole interval of offsets is optimal."""

import numpy as np

from sieveflow.learners.svm_path_judge import CLOSE


def resting_rows(lambdas, at_bounds, beta):
    """Stretches after a breakpoint on which no coefficient is between its bounds and none moves, of shape (r - 1,)."""
    loose = at_bounds[:-1] & at_bounds[1:]
    if loose.any():
        loose &= lambdas[:-1] > lambdas[1:]
    if loose.any():
        loose[loose] = np.abs(np.diff(beta, axis=0)[loose]).max(axis=1) < CLOSE
    return loose


def centred(lambdas, theta, loose, beta, h, y):
    """Put theta in the middle of what is optimal, as LIBSVM does, wherever no coefficient is between its bounds.

    The ends of the optimal interval are piecewise linear in lambda, each with one kink at most while the coefficients
    rest; a kink becomes a breakpoint.

    Parameters
    ----------
    lambdas, theta : ndarray of shape (r,)
    loose : ndarray of bool, shape (r - 1,)
        After which breakpoints theta is not unique.
    beta, h : ndarray of shape (r, n)
        y_i alpha_i and lambda f of all training samples.
    y : ndarray of shape (n,)

    Returns
    -------
    source : ndarray of int, shape (r + kinks,)
        The row that each new row has its coefficients from.
    lambdas, theta : ndarray of shape (r + kinks,)
    """
    source, new_lambdas, new_theta = [0], [lambdas[0]], [theta[0]]
    for k in range(lambdas.size - 1):
        at = [lambdas[k + 1]]
        values = [theta[k + 1]]
        if loose[k]:
            limits = _limits(h[k] - theta[k], np.abs(beta[k]) > 0.5, y > 0.0)
            kinks = ((limits[0] - limits[1]) / 2.0, (limits[3] - limits[2]) / 2.0)
            at = sorted({*(kink for kink in kinks if lambdas[k + 1] < kink < lambdas[k]), lambdas[k + 1]}, reverse=True)
            values = [_middle(limits, lam) for lam in at]
            new_theta[-1] = _middle(limits, lambdas[k])
        source += [k] * (len(at) - 1) + [k + 1]
        new_lambdas += at
        new_theta += values
    return np.array(source), np.array(new_lambdas), np.array(new_theta)


def _limits(g, at_bound, positive):
    """What h - theta demands of theta: by positive samples at the bound, negative at zero, and the other two."""
    return (
        g[at_bound & positive].max(initial=-np.inf),
        g[~at_bound & ~positive].max(initial=-np.inf),
        g[at_bound & ~positive].min(initial=np.inf),
        g[~at_bound & positive].min(initial=np.inf),
    )


def _middle(limits, lam):
    """The middle of the optimal interval at lambda."""
    highest = min(lam - limits[0], -lam - limits[1])
    lowest = max(-lam - limits[2], lam - limits[3])
    return 0.5 * (highest + lowest)
