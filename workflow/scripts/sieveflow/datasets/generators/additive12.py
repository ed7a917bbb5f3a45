"""A linear target with an exponential, two features that follow from others, and noise features."""

import numpy as np


def generate(rng, *, n):
    """Draw standard normal inputs and y = x1 + 2 x2 + 3 x3 + 4 x4 + exp(x5).

    x6 = x1 + 1, x7 = x2 x3, and x8 to x12 have nothing to do with y.

    Parameters
    ----------
    rng : RandomState
    n : int
        Number of samples.

    Returns
    -------
    X, y : ndarray

    References
    ----------
    Yang, Xu, King and Lyu (2010), ACML, section 3, after Bi, Bennett, Embrechts, Breneman and Song (2003), JMLR 3.
    """
    drawn = rng.standard_normal((n, 10))
    first, noise = drawn[:, :5], drawn[:, 5:]
    X = np.column_stack([first, first[:, 0] + 1, first[:, 1] * first[:, 2], noise])
    return X, first[:, :4] @ np.arange(1.0, 5.0) + np.exp(first[:, 4])
