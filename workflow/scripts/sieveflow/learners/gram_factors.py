"""A Gaussian Gram matrix as a product over features, for criteria that leave a feature out or permute it."""

import numpy as np

from sieveflow.compiled import njit

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
        self._divides = np.exp(-self.kappa * np.ptp(self.columns, axis=1) ** 2) > _SMALLEST_FACTOR
        keep = 8 * n_features * n * n <= _FACTOR_BYTES
        self._kept = [self._compute(j) for j in range(n_features)] if keep else None

    def _compute(self, feature):
        exponents = _pair_exponents(self.columns[feature], self.kappa)
        return _symmetric(np.exp(exponents, out=exponents), self.columns.shape[1])

    def factor(self, feature):
        """The factor of one feature, of shape (n, n)."""
        return self._compute(feature) if self._kept is None else self._kept[feature]

    def gram(self, features):
        """The Gram matrix of some features, multiplied in the order given."""
        out = self.factor(features[0]).copy()
        for feature in features[1:]:
            out *= self.factor(feature)
        return out

    def gram_without(self, gram, features, position):
        """The Gram matrix of `features` without the one at `position`, from that of all of them."""
        if self._divides[features[position]]:
            return gram / self.factor(features[position])
        others = np.delete(features, position)
        return self.gram(others) if others.size else np.ones_like(gram)

    def norm_without(self, gram, features, position, beta):
        """beta' K beta for the Gram matrix of `features` without the one at `position`."""
        return _norm_without(gram, *self._without(features, position), self.kappa, beta)

    def permuted_predictions(self, gram, features, position, beta, offset, permutations):
        """f at copies of the samples in which the feature at `position` of `features` is permuted.

        Only the sample at which f is evaluated is permuted, never the support vector: Remark 1 as printed permutes
        both, which asks the wrong machine. One row per permutation.
        """
        parts = self._without(features, position)
        return _permuted_predictions(gram, *parts, self.kappa, beta, offset, permutations)

    def _without(self, features, position):
        """The factor of a feature, whether all of it can be divided by, and if not the columns of the others."""
        feature = features[position]
        divides = bool(self._divides[feature])
        others = self.columns[:0] if divides else self.columns[np.delete(features, position)]
        return self.factor(feature), divides, others


@njit(cache=True)
def _pair_exponents(column, kappa):
    """-kappa (x_r - x_i)^2 for every pair of samples once."""
    n = column.size
    out = np.empty(n * (n - 1) // 2)
    start = 0
    for r in range(n - 1):
        row = out[start : start + n - 1 - r]
        later = column[r + 1 :]
        for i in range(row.size):
            gap = column[r] - later[i]
            row[i] = -kappa * (gap * gap)
        start += row.size
    return out


@njit(cache=True)
def _symmetric(pairs, n):
    """The matrix with ones on its diagonal and the value of each pair in both places."""
    out = np.empty((n, n))
    start = 0
    for r in range(n):
        out[r, r] = 1.0
        row = pairs[start : start + n - 1 - r]
        out[r, r + 1 :] = row
        for i in range(row.size):
            out[r + 1 + i, r] = row[i]
        start += row.size
    return out


@njit(cache=True)
def _weighted_row_without(gram, factor, divides, others, kappa, beta, i, out):
    """Row i of the Gram matrix without the factor's feature, times beta."""
    if divides:
        for r in range(out.size):
            out[r] = beta[r] * gram[i, r] / factor[i, r]
        return
    for r in range(out.size):
        distance = 0.0
        for j in range(others.shape[0]):
            gap = others[j, i] - others[j, r]
            distance += gap * gap
        out[r] = beta[r] * np.exp(-kappa * distance)


# Free to add in any order, which is what makes it fast. The order is fixed for a kind of processor, and so are the
# bytes of the results; between kinds the last bit may differ, as it does for the exponentials that go in here.
@njit(cache=True, fastmath={"reassoc"})
def _dot(a, b):
    total = 0.0
    for k in range(a.size):
        total += a[k] * b[k]
    return total


@njit(cache=True)
def _norm_without(gram, factor, divides, others, kappa, beta):
    row = np.empty(beta.size)
    total = 0.0
    for i in range(beta.size):
        if beta[i] != 0.0:
            _weighted_row_without(gram, factor, divides, others, kappa, beta, i, row)
            total += beta[i] * row.sum()
    return total


@njit(cache=True)
def _permuted_predictions(gram, factor, divides, others, kappa, beta, offset, permutations):
    n = beta.size
    out = np.empty((permutations.shape[0], n))
    row = np.empty(n)
    for i in range(n):
        _weighted_row_without(gram, factor, divides, others, kappa, beta, i, row)
        for p in range(permutations.shape[0]):
            # The factor is symmetric: its row at the sample that i got the feature from has what is needed, in order.
            out[p, i] = offset + _dot(row, factor[permutations[p, i]])
    return out
