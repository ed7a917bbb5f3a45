"""A bump over two of ten inputs."""

import numpy as np


def generate(rng, *, n, noise_variance):
    """Draw inputs uniform on [-1, 1] and the target 10 exp(-(x1^2 + x2^2)) of section 4.4.1 of Yang (2011).

    Parameters
    ----------
    rng : RandomState
    n : int
        Number of samples.
    noise_variance : float
        Variance of the noise. The thesis writes N(0, 0.2), which names a variance or a deviation.

    Returns
    -------
    X, y : ndarray
    """
    X = rng.uniform(-1.0, 1.0, size=(n, 10))
    return X, 10 * np.exp(-(X[:, 0] ** 2 + X[:, 1] ** 2)) + np.sqrt(noise_variance) * rng.standard_normal(n)
