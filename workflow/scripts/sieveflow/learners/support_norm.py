"""The m-support norm: the convex penalty behind a budget of m features."""

import numpy as np


def optimal_weights(w, m):
    """The p in [0, 1] with sum m (or less, where fewer entries differ from zero) that makes sum w_j^2 / p_j least.

    The largest entries get 1, the others a share in proportion to their size.

    References
    ----------
    Argyriou, Foygel and Srebro (2012), Sparse prediction with the k-support norm, NIPS, Proposition 2.1.
    """
    size = np.abs(np.asarray(w, dtype=float))
    p = (size > 0).astype(float)
    if p.sum() <= m:
        return p
    order = np.argsort(-size, kind="stable")
    falling = size[order]
    rest = np.cumsum(falling[::-1])[::-1]
    # As few at 1 as leave no share of the others above 1; at m - 1 no share can be.
    full = int(np.argmax(falling[:m] * np.arange(m, 0, -1) <= rest[:m]))
    p[order[full:]] = falling[full:] * ((m - full) / rest[full])
    return np.minimum(p, 1.0)


def squared_norm(w, m):
    """The squared m-support norm of a vector; for one feature the square of the 1-norm, for all that of the 2-norm."""
    p = optimal_weights(w, m)
    inside = p > 0
    return float(np.sum(np.square(w[inside]) / p[inside]))
