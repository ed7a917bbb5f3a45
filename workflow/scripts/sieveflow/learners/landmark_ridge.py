"""Ridge regression on Gaussian bumps around some of the samples, which tunes itself.

It stands in for a kernel machine where tables are large or many subsets are judged: memory grows with the number of
samples, and the ridge and the width are chosen from leave-one-out errors in closed form.
"""

from dataclasses import dataclass

import numpy as np

from sieveflow.learners.rbf_svc import gaussian_kernel
from sieveflow.seeding import stream

# Up to so many samples are landmarks; with no more samples than that it is kernel ridge regression itself.
MOST_LANDMARKS = 200
# So many samples decide about the width and the ridge.
_MOST_TUNING = 1000
# Widths, as kappa times the number of features: from nearly linear to local.
_KAPPAS = (0.01, 0.1, 0.5, 2.0)
_RIDGES = tuple(10.0 ** np.arange(-4.0, 4.5, 0.5))
# Of the largest eigenvalue of the landmarks' kernel; directions below are rounding.
_ROUNDING = 1e-10


@dataclass(frozen=True)
class _Ridge:
    """A fit: weights, means, the ridge, and its leave-one-out error where it was chosen by that."""

    weights: np.ndarray
    input_mean: np.ndarray
    target_mean: np.ndarray
    ridge: float
    error: float

    def predict(self, Z):
        return (Z - self.input_mean) @ self.weights + self.target_mean


def fit_and_predict(X, Y, X_test, sample_weight=None):
    """Train on some samples and predict the targets of others.

    Parameters
    ----------
    X : ndarray of shape (n, d)
    Y : ndarray of shape (n, t)
        Targets, one per column.
    X_test : ndarray of shape (m, d)
    sample_weight : ndarray of shape (n,), optional
        How much each sample counts; 1 for all where it is not given.

    Returns
    -------
    ndarray of shape (m, t)
    """
    weight = np.ones(len(X)) if sample_weight is None else sample_weight
    # Of a stream that depends on the number of samples alone: the same rows for every subset of features.
    order = stream("landmarks", len(X)).permutation(len(X))
    landmarks, tuning = X[order[:MOST_LANDMARKS]], order[:_MOST_TUNING]
    kappas = [scaled / X.shape[1] for scaled in _KAPPAS]
    fits = [fit_ridge(features_of(X[tuning], landmarks, kappa), Y[tuning], weight[tuning]) for kappa in kappas]
    best = int(np.argmin([fit.error for fit in fits]))
    kappa, ridge = kappas[best], fits[best].ridge
    # The ridge stands for noise over signal, whatever the number of samples.
    machine = fit_ridge(features_of(X, landmarks, kappa), Y, weight, ridge) if len(X) > tuning.size else fits[best]
    return machine.predict(features_of(X_test, landmarks, kappa))


def features_of(X, landmarks, kappa):
    """Coordinates whose products are the Gaussian kernel, as far as bumps around the landmarks can tell (Nyström)."""
    values, vectors = np.linalg.eigh(gaussian_kernel(landmarks, landmarks, kappa))
    kept = values > _ROUNDING * values[-1]
    return gaussian_kernel(X, landmarks, kappa) @ (vectors[:, kept] / np.sqrt(values[kept]))


def fit_ridge(Z, Y, weight, ridge=None):
    """Weighted ridge regression with an offset; a ridge that is not given is chosen by leave-one-out errors."""
    share = weight / weight.sum()
    input_mean, target_mean = share @ Z, share @ Y
    root = np.sqrt(weight)[:, None]
    A, B = root * (Z - input_mean), root * (Y - target_mean)
    values, vectors = np.linalg.eigh(A.T @ A)
    kept = values > _ROUNDING * max(values[-1], np.finfo(float).tiny)
    values, vectors = values[kept], vectors[:, kept]
    error = float("nan")
    if ridge is None:
        error, ridge = _best_ridge(A @ (vectors / np.sqrt(values)), B, values, share, weight.sum())
    weights = vectors @ ((vectors.T @ (A.T @ B)) / (values + ridge)[:, None])
    return _Ridge(weights, input_mean, target_mean, ridge, error)


def _best_ridge(U, B, values, share, total):
    """The lowest leave-one-out error, and its ridge.

    With weights w, U the left singular vectors of sqrt(w) times the centred inputs, s their singular values and r a
    ridge, sample i leaves the residual sqrt(w_i) e_i / (1 - w_i / sum w - sum_j u_ij^2 s_j^2 / (s_j^2 + r)) when it is
    left out, e_i being its residual in the fit to all.
    """
    along, squares = U.T @ B, np.square(U)
    found = []
    for ridge in _RIDGES:
        shrunk = values / (values + ridge)
        left = 1.0 - share - squares @ shrunk
        residuals = (B - U @ (shrunk[:, None] * along)) / np.maximum(left, _ROUNDING)[:, None]
        found.append((float(np.square(residuals).sum() / total), ridge))
    return min(found)
