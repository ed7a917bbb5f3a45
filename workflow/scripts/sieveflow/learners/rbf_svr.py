"""Support vector regression with a Gaussian kernel, as studies tune and test it."""

import numpy as np

from sieveflow.learners.kernels import gaussian_kernel
from sieveflow.learners.svr import fit_svr
from sieveflow.learners.svr_surface import cv_surface

surface = cv_surface


def predict(X, y, X_test, *, C, kappa, epsilon):
    """Train on some samples and predict the targets of others."""
    machine = fit_svr(gaussian_kernel(X, X, kappa), y, C, epsilon)
    support = np.flatnonzero(machine.beta)
    kernel = gaussian_kernel(X_test, X[support], kappa)
    return kernel @ machine.beta[support] + machine.offset
