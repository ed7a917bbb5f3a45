"""Ridge regression on Gaussian bumps, for classes: one indicator each, the largest wins; it tunes itself."""

import numpy as np

from sieveflow.learners.landmark_ridge import fit_and_predict


def predict(X, y, X_test):
    """Train on some samples and predict the classes of others; every class counts as much as another."""
    labels, codes, counts = np.unique(y, return_inverse=True, return_counts=True)
    indicators = (codes[:, None] == np.arange(labels.size)).astype(float)
    weight = y.size / (labels.size * counts[codes])
    return labels[np.argmax(fit_and_predict(X, indicators, X_test, weight), axis=1)]
