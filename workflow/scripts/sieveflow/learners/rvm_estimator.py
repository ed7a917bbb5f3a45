"""Relevance vector regression as a scikit-learn estimator."""

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from sieveflow.errors import InputError
from sieveflow.learners.rbf_svc import gaussian_kernel
from sieveflow.learners.rvm_search import search

_KERNELS = ("gaussian", "linear")


class RelevanceVectorRegressor(RegressorMixin, BaseEstimator):
    """Sparse Bayesian regression on kernels that stand on samples, by maximisation of the marginal likelihood.

    The steps are those of the fast algorithm: each adds, removes or re-weights the one basis function that gains most.
    They start from one basis function and from several hundred at once, and the best end is kept: from one alone,
    wide kernels stop in poor optima. All samples are candidates, but a factor is kept of a working set only, so that
    memory grows with the number of samples and not with its square (about 18 kB a sample).

    Parameters
    ----------
    kernel : {'gaussian', 'linear'}
        exp(-kappa |x - z|^2), or x'z.
    kappa : float, optional
        None for one over twice the number of features, which suits standardised inputs.
    bias : bool
        Whether there is an offset; its prior is flat.
    tol : float
        Gain of the marginal likelihood's logarithm that is not worth a step.
    random_state : int
        Of the order in which candidates are looked at.

    Attributes
    ----------
    relevance_ : ndarray of int
        Rows of the relevance vectors.
    vectors_ : ndarray of shape (m, d)
        The relevance vectors.
    weights_, covariance_ : ndarray
        Posterior mean and covariance of the weights.
    offset_ : float
    noise_variance_ : float
    evidence_ : float
        Logarithm of the marginal likelihood.
    trace_ : ndarray
        Its value after every exact evaluation; it never falls.
    complete_ : bool
        Whether the last look at all samples gained less than 1.

    References
    ----------
    Tipping (2001), JMLR 1; Tipping and Faul (2003), Fast marginal likelihood maximisation for sparse Bayesian models,
    AISTATS.
    """

    def __init__(self, *, kernel="gaussian", kappa=None, bias=True, tol=1e-3, random_state=0):
        self.kernel = kernel
        self.kappa = kappa
        self.bias = bias
        self.tol = tol
        self.random_state = random_state

    def fit(self, X, y):
        """Find the relevance vectors.

        Parameters
        ----------
        X : array-like of shape (n, d)
        y : array-like of shape (n,)
        """
        if self.kernel not in _KERNELS:
            raise InputError(f"kernel: found {self.kernel!r}, allowed are {', '.join(_KERNELS)}.")
        if self.kappa is not None and not 0.0 < self.kappa < np.inf:
            raise InputError(f"kappa: found {self.kappa!r}, allowed are None and positive numbers.")
        X, y = validate_data(self, X, y, dtype=float, order="C", y_numeric=True, ensure_min_samples=2)
        self.kappa_ = 0.5 / X.shape[1] if self.kappa is None else float(self.kappa)
        # Units of the target that would leave the range of floating point when squared are no reason to fail.
        unit = float(np.abs(y).max()) or 1.0
        found = search(
            lambda rows: self._values(X, X[rows]),
            y.astype(float) / unit,
            bias=self.bias,
            tol=self.tol,
            seed=self.random_state,
        )
        self.relevance_, self.vectors_ = found.vectors, X[found.vectors]
        self.weights_, self.covariance_ = unit * found.weights, unit**2 * found.covariance
        self.offset_, self.noise_variance_ = unit * found.offset, unit**2 * found.noise
        freedom = (y.size - int(self.bias)) * np.log(unit)
        self.evidence_, self.trace_ = found.evidence - freedom, np.array(found.trace) - freedom
        self.means_, self.n_samples_, self.complete_ = found.means, y.size, found.complete
        return self

    def _values(self, a, b):
        return a @ b.T if self.kernel == "linear" else gaussian_kernel(a, b, self.kappa_)

    def predict(self, X, return_std=False):
        """Predicted targets, and on request the standard deviations of new targets around them."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, order="C", reset=False)
        basis = self._values(X, self.vectors_)
        predicted = basis @ self.weights_ + self.offset_
        if not return_std:
            return predicted
        basis = basis - self.means_
        variance = np.einsum("ij,jk,ik->i", basis, self.covariance_, basis) + self.noise_variance_
        # The offset is known as well as a mean of so many samples is.
        variance += self.noise_variance_ / self.n_samples_ if self.bias else 0.0
        return predicted, np.sqrt(variance)

    def gradient(self, X):
        """Derivatives of the prediction with respect to every feature, at every row: an array of the shape of X."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, order="C", reset=False)
        if self.kernel == "linear":
            return np.tile(self.weights_ @ self.vectors_, (X.shape[0], 1))
        weighted = self._values(X, self.vectors_) * self.weights_
        return 2.0 * self.kappa_ * (weighted @ self.vectors_ - X * weighted.sum(axis=1)[:, None])
