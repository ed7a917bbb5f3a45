"""Weston's nonlinear problem with two classes and ten inputs of which two matter together."""

import numpy as np


def generate(rng, *, n, noise_variance):
    """Draw the problem of section 3.4.1 of Yang (2011): half of the samples in each class, 1 and 2.

    Parameters
    ----------
    rng : RandomState
    n : int
        Number of samples, even.
    noise_variance : float
        Variance of the eight inputs that do not matter. The thesis writes N(0, 20); standardised inputs do not show
        whether that names a variance or a deviation.

    Returns
    -------
    X, y : ndarray

    References
    ----------
    Weston, Mukherjee, Chapelle, Pontil, Poggio and Vapnik (2000), Feature selection for SVMs, NIPS.
    """
    y = np.repeat([1.0, 2.0], n // 2)
    centre = np.where(rng.uniform(size=n) < 0.5, 1.0, -1.0)
    relevant = rng.standard_normal((n, 2))
    relevant[:, 0] += centre * np.where(y == 1.0, -0.75, 3.0)
    relevant[:, 1] -= 3.0 * centre
    return np.hstack([relevant, np.sqrt(noise_variance) * rng.standard_normal((n, 8))]), y
