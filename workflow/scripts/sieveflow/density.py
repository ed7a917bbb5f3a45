"""Sensitivity of a predictive density to a feature: the criterion of SD-L-RFE and SD-G-RFE.

References
----------
Yang and Ong (2010), Feature selection for support vector regression using probabilistic prediction, KDD.
"""

import numpy as np
from numba import njit

# A factor below this is too small to divide by; the kernel without its feature is then computed afresh.
_SMALLEST_FACTOR = 1e-150
# Factors of all features are kept while they fit in this many bytes, and computed when asked for otherwise.
_FACTOR_BYTES = 1_000_000_000


class GramFactors:
    """A Gaussian Gram matrix as a product of one factor per feature, exp(-kappa (x_r^j - x_i^j)^2).

    Leaving a feature out, or permuting it, then takes multiplications where a new kernel would take exponentials
    (Remark 1 of Yang and Ong, 2010).
    """

    def __init__(self, X, kappa):
        self.columns = np.ascontiguousarray(np.asarray(X, dtype=float).T)
        self.kappa = float(kappa)
        n_features, n = self.columns.shape
        keep = 8 * n_features * n * n <= _FACTOR_BYTES
        self._kept = [self._compute(j) for j in range(n_features)] if keep else None

    def _compute(self, feature):
        column = self.columns[feature]
        gaps = column[:, None] - column[None, :]
        gaps *= gaps
        gaps *= -self.kappa
        return np.exp(gaps, out=gaps)

    def factor(self, feature):
        """The factor of one feature, of shape (n, n)."""
        return self._compute(feature) if self._kept is None else self._kept[feature]

    def gram(self, features):
        """The Gram matrix of some features, multiplied in the order given."""
        out = self.factor(features[0]).copy()
        for feature in features[1:]:
            out *= self.factor(feature)
        return out

    def permuted_predictions(self, gram, features, position, beta, offset, permutations):
        """f at copies of the samples in which the feature at `position` of `features` is permuted.

        Only the sample at which f is evaluated is permuted, never the support vector: Remark 1 as printed permutes
        both, which asks the wrong machine. One row per permutation.
        """
        others = np.delete(features, position)
        factor = self.factor(features[position])
        support = np.flatnonzero(beta)
        return _permuted_predictions(
            gram, factor, self.columns[others], self.kappa, support, beta, offset, permutations
        )


@njit(cache=True)
def _permuted_predictions(gram, factor, others, kappa, support, beta, offset, permutations):
    n = beta.size
    out = np.full((permutations.shape[0], n), offset)
    rest = np.empty(n)
    for r in support:
        weight = beta[r]
        smallest = 1.0
        for i in range(n):
            smallest = min(smallest, factor[r, i])
        if smallest > _SMALLEST_FACTOR:
            for i in range(n):
                rest[i] = weight * gram[r, i] / factor[r, i]
        else:
            for i in range(n):
                distance = 0.0
                for j in range(others.shape[0]):
                    gap = others[j, r] - others[j, i]
                    distance += gap * gap
                rest[i] = weight * np.exp(-kappa * distance)
        for p in range(permutations.shape[0]):
            for i in range(n):
                out[p, i] += rest[i] * factor[r, permutations[p, i]]
    return out


def _residual_scale(residuals, y):
    """Keep a scale above rounding, so that a machine that fits every sample still has a density."""
    return np.maximum(residuals, np.finfo(float).eps * max(float(np.abs(y).max()), np.finfo(float).tiny))


def laplace_sensitivity(y, fitted, permuted):
    """Mean KL divergence (18) between Laplace densities around `fitted` and around each row of `permuted`.

    The score (19) of the paper is this plus one, a constant that it drops.
    """
    sigma = _residual_scale(np.abs(y - fitted).mean(), y)
    sigma_j = _residual_scale(np.abs(y - permuted).mean(axis=1, keepdims=True), y)
    shift = np.abs(fitted - permuted)
    divergence = np.log(sigma_j / sigma) - 1.0 + sigma / sigma_j * np.exp(-shift / sigma) + shift / sigma_j
    return float(divergence.mean())


def gaussian_sensitivity(y, fitted, permuted):
    """Mean KL divergence (20) between Gaussian densities around `fitted` and around each row of `permuted`."""
    sigma = _residual_scale(np.sqrt(np.square(y - fitted).mean()), y)
    sigma_j = _residual_scale(np.sqrt(np.square(y - permuted).mean(axis=1, keepdims=True)), y)
    shift = (fitted - permuted) / sigma_j
    divergence = 0.5 * (shift**2 + (sigma / sigma_j) ** 2 - 1.0) + np.log(sigma_j / sigma)
    return float(divergence.mean())
