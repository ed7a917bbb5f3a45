"""Kernels by name, as scikit-learn's SVC names them."""

import numpy as np
from sklearn.metrics.pairwise import pairwise_kernels

from sieveflow.errors import InputError

NAMES = ("linear", "rbf", "poly", "precomputed")


class KernelMixin:
    """Kernel values for estimators with the parameters kernel, gamma, degree and coef0 of scikit-learn's SVC."""

    def _gram(self, X):
        """Kernel values between training samples, and what is kept to compute those of others."""
        if not (callable(self.kernel) or self.kernel in NAMES):
            names = ", ".join(NAMES)
            raise InputError(f"kernel: found {self.kernel!r}, allowed are {names} and functions of two arrays.")
        if self.kernel == "precomputed" and X.shape[0] != X.shape[1]:
            raise InputError(f"gram: found shape {X.shape}. Precomputed matrix must be a square matrix.")
        self.X_fit_ = X
        self.gamma_ = self._gamma(X)
        return self._kernel(X)

    def _gamma(self, X):
        if self.gamma == "scale":
            spread = X.var()
            return 1.0 / (X.shape[1] * spread) if spread > 0.0 else 1.0
        return 1.0 / X.shape[1] if self.gamma == "auto" else float(self.gamma)

    def _kernel(self, X):
        """Kernel values of samples (rows) with the training samples (columns)."""
        if self.kernel == "precomputed":
            return X
        other = None if X is self.X_fit_ else self.X_fit_
        if callable(self.kernel):
            return np.asarray(self.kernel(X, self.X_fit_), dtype=float)
        parameters = {"gamma": self.gamma_, "degree": self.degree, "coef0": self.coef0}
        return pairwise_kernels(X, other, metric=self.kernel, filter_params=True, **parameters)
