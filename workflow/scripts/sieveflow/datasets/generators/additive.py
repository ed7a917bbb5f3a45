"""Friedman's additive problem with ten inputs of which five matter."""

import numpy as np


def generate(rng, *, n, noise_variance):
    """Draw inputs uniform on [0, 1] and the target (23) of Yang and Ong (2010).

    Parameters
    ----------
    rng : RandomState
    n : int
        Number of samples.
    noise_variance : float
        Variance of the noise. The paper writes N(0, 0.1), which names a variance or a deviation.

    Returns
    -------
    X, y : ndarray
    """
    X = rng.uniform(size=(n, 10))
    signal = 0.1 * np.exp(4 * X[:, 0]) + 4 / (1 + np.exp(-20 * (X[:, 1] - 0.5))) + 3 * X[:, 2] + 2 * X[:, 3] + X[:, 4]
    return X, signal + np.sqrt(noise_variance) * rng.standard_normal(n)
