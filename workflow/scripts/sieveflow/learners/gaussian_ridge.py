"""Ridge regression on Gaussian bumps, for numbers; it tunes itself."""

import numpy as np

from sieveflow.learners.landmark_ridge import fit_and_predict


def predict(X, y, X_test):
    """Train on some samples and predict the targets of others."""
    middle = y.mean()
    unit = np.abs(y - middle).max() or 1.0
    return middle + unit * fit_and_predict(X, ((y - middle) / unit)[:, None], X_test)[:, 0]
