"""Kernels by name, as scikit-learn's SVC names them."""

import numpy as np

from sieveflow.errors import InputError

# Rows of a kernel that are worked on at a time, few enough to stay in the cache.
_ROWS = 64
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
        if callable(self.kernel):
            return np.asarray(self.kernel(X, self.X_fit_), dtype=float)
        if self.kernel == "rbf":
            return _gaussian(X, self.X_fit_, self.gamma_)
        products = X @ self.X_fit_.T
        return products if self.kernel == "linear" else (self.gamma_ * products + self.coef0) ** self.degree


def _gaussian(a, b, gamma):
    """exp(-gamma |a_r - b_i|^2) from the products of rows; between samples and themselves one half is computed.

    Differences of squares cost a few digits that the path does not need, and a tenth of the time of distances.
    """
    left, right = np.einsum("rj,rj->r", a, a), np.einsum("ij,ij->i", b, b)
    out = np.empty((left.size, right.size))
    for top in range(0, left.size, _ROWS):
        end = min(top + _ROWS, left.size)
        width = end if a is b else right.size
        some = a[top:end] @ b[:width].T
        some *= 2.0
        some -= left[top:end, None]
        some -= right[:width]
        np.minimum(some, 0.0, out=some)
        some *= gamma
        np.exp(some, out=out[top:end, :width])
        if a is b:
            out[:end, top:end] = out[top:end, :end].T
    if a is b:
        np.fill_diagonal(out, 1.0)
    return out
