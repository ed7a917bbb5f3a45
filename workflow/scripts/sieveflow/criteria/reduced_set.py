"""Reduced set density estimation: few weighted windows in the place of one per sample."""

import numpy as np

from sieveflow.compiled import njit

# Of the diagonal of the quadratic term, or of the linear term where that is smaller.
_TOLERANCE = 1e-6
# Of the linear term, which many features make so large that its rounding exceeds the tolerance above.
_ROUNDING = 1e-13
# Curvature below this is taken as this: two equal samples give a flat direction.
_MIN_CURVATURE = 1e-12
_MAX_STEPS = 1_000_000


@njit(cache=True)
def _solve(Q, b, weights, tolerance, max_steps):
    """Sequential minimal optimisation of w'Qw / 2 - b'w over weights that are not negative and sum to one.

    Changes the weights in place. Each step moves weight from one sample to the sample whose gradient is lowest,
    choosing the giver by the gain to second order. Returns the number of steps and the violation that is left.
    """
    n = b.size
    gradient = Q @ weights - b
    step = 0
    while True:
        i = np.argmin(gradient)
        low = gradient[i]
        j, best, top = -1, 0.0, low
        for t in range(n):
            if weights[t] > 0.0 and gradient[t] > low:
                gap = gradient[t] - low
                top = max(top, gradient[t])
                gain = gap * gap / max(Q[i, i] + Q[t, t] - 2.0 * Q[i, t], _MIN_CURVATURE)
                if gain > best:
                    best = gain
                    j = t
        if j < 0 or top - low <= tolerance or step >= max_steps:
            return step, top - low
        curvature = max(Q[i, i] + Q[j, j] - 2.0 * Q[i, j], _MIN_CURVATURE)
        moved = (gradient[j] - low) / curvature
        if moved >= weights[j]:
            moved = weights[j]
            weights[j] = 0.0
        else:
            weights[j] -= moved
        weights[i] += moved
        for t in range(n):
            gradient[t] += moved * (Q[i, t] - Q[j, t])
        step += 1


def reduced_set_weights(distances, n_features, sigma, start=None):
    """The weights of (5.2) for Gaussian windows of width sigma.

    Parameters
    ----------
    distances : ndarray of shape (n, n)
        Squared distances between the samples.
    n_features : int
        Number of features behind the distances; the two kernels of (5.2) have different constants.
    sigma : float
    start : ndarray of shape (n,), optional
        Weights to start from.

    Returns
    -------
    ndarray of shape (n,)
        Not negative, with sum one, most of them zero.

    References
    ----------
    Girolami and He (2003), IEEE TPAMI 25; (5.2) of Yang (2011), PhD thesis, National University of Singapore.
    """
    n = distances.shape[0]
    wide = np.exp(distances * (-0.25 / sigma**2))
    # In units of the constant of the wide kernel; its square is the narrow one, whose constant is sqrt(2)^d larger.
    linear = np.square(wide).mean(axis=1) * 2.0 ** (0.5 * n_features)
    weights = np.full(n, 1.0 / n) if start is None else np.array(start, dtype=float)
    tolerance = max(_TOLERANCE * min(1.0, linear.max()), _ROUNDING * linear.max())
    steps, violation = _solve(wide, linear, weights, tolerance, _MAX_STEPS)
    if violation > tolerance:
        raise RuntimeError(f"reduced set: {steps} steps left a violation of {violation:.3g}, allowed {tolerance:.3g}")
    # Weight that steps pushed to and fro: the sum is one up to rounding.
    return weights / weights.sum()
