"""Friedman's interactive problem with ten inputs of which five matter."""

import numpy as np


def generate(rng, *, n, noise_variance, square):
    """Draw inputs uniform on [0, 1] and the target of section 4.4.1 of Yang (2011), from Friedman (1991).

    Parameters
    ----------
    rng : RandomState
    n : int
        Number of samples.
    noise_variance : float
        Variance of the noise. The thesis writes N(0, 0.1), which names a variance or a deviation.
    square : bool
        Whether the third input enters as 20 (x3 - 0.5)^2, as in Friedman's paper, or without the square, as printed.

    Returns
    -------
    X, y : ndarray
    """
    X = rng.uniform(size=(n, 10))
    third = X[:, 2] - 0.5
    signal = 10 * np.sin(np.pi * X[:, 0] * X[:, 1]) + 20 * (third**2 if square else third) + 10 * X[:, 3] + 5 * X[:, 4]
    return X, signal + np.sqrt(noise_variance) * rng.standard_normal(n)
