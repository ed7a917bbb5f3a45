"""Sums of windows against plain NumPy, and information from them against integrals."""

import numpy as np
import pytest
from numba import njit
from scipy.integrate import quad
from scipy.stats import norm
from sieveflow.criteria.bandwidth import SIGMAS, cross_validated_sigma
from sieveflow.criteria.class_entropy import ClassedSamples, missing_information, posterior_entropy
from sieveflow.criteria.distances import Distances
from sieveflow.criteria.window_sums import (
    _power,
    class_sums,
    exponentials,
    pair_distances,
    permuted_log_densities,
    weighted_sums_without,
)
from sieveflow.errors import InputError


def samples(n=61, d=5, classes=3, seed=0):
    rng = np.random.RandomState(seed)
    return ClassedSamples(rng.standard_normal((n, d)), rng.randint(classes, size=n))


def plain_distances(X):
    return np.square(X[:, None] - X[None]).sum(axis=2)


@pytest.mark.parametrize(("kind", "least", "precision"), [(np.float32, -86, 2e-7), (np.float64, -700, 5e-16)])
def test_exponentials_are_those_of_numpy(kind, least, precision):
    x = np.linspace(least, 0, 10_001).astype(kind)
    out = np.empty_like(x)
    exponentials(x, out)
    np.testing.assert_allclose(out, np.exp(x.astype(float)), rtol=precision)
    exponentials(np.array([-1e6], dtype=kind), out[:1])
    assert 0 < out[0] < 1e-37


@njit
def powers(x, out):
    for i in range(x.size):
        out[i] = _power(x[i])


@pytest.mark.parametrize(("kind", "least", "precision"), [(np.float32, -125, 2e-7), (np.float64, -1021, 5e-16)])
def test_powers_of_two_are_those_of_numpy(kind, least, precision):
    x = np.linspace(least, 3, 10_001).astype(kind)
    out = np.empty_like(x)
    powers(x, out)
    np.testing.assert_allclose(out, np.exp2(x.astype(float)), rtol=precision)
    powers(np.array([-np.inf], dtype=kind), out[:1])
    assert 0 < out[0] < 1e-37


@pytest.mark.parametrize(("sign", "kind", "precision"), [(-1, float, 1e-12), (1, float, 1e-12), (-1, np.float32, 2e-6)])
def test_class_sums_are_those_of_plain_numpy(sign, kind, precision):
    own = samples()
    X = own.columns.T
    upper = pair_distances(own.columns).astype(kind)
    found = class_sums(upper, own.columns.astype(kind), kind(sign), kind(-0.7), own.starts)
    assert found.dtype == kind
    for j, column in enumerate(own.columns):
        windows = np.exp(-0.7 * (plain_distances(X) + sign * np.square(column[:, None] - column)))
        np.fill_diagonal(windows, 0.0)
        np.testing.assert_allclose(found[j], own.of_class @ windows, rtol=precision)


def test_weighted_sums_are_those_of_plain_numpy():
    own = samples()
    X = own.columns.T
    weights = np.triu(np.random.RandomState(1).standard_normal((61, 61)), k=1)
    found = weighted_sums_without(pair_distances(own.columns), own.columns, weights, -0.7)
    for j, column in enumerate(own.columns):
        windows = np.exp(-0.7 * (plain_distances(X) - np.square(column[:, None] - column)))
        assert found[j] == pytest.approx((weights * windows).sum(), rel=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_distances_that_lose_features_are_those_computed_anew(seed):
    own = samples(d=40, seed=seed)
    rng, left, distances = np.random.RandomState(seed), np.arange(40), Distances(own.columns)
    while left.size:
        direct = np.triu(plain_distances(own.columns[left].T))
        np.testing.assert_allclose(distances.by(left), direct, rtol=0, atol=1e-10)
        left = np.delete(left, rng.randint(left.size))


def test_distances_that_gain_features_are_those_computed_anew():
    own = samples(d=12)
    chosen, distances = [], Distances(own.columns)
    for feature in np.random.RandomState(0).permutation(12):
        chosen.append(feature)
        direct = np.triu(plain_distances(own.columns[chosen].T))
        np.testing.assert_allclose(distances.by(chosen), direct, rtol=0, atol=1e-10)


def test_permuted_densities_are_those_of_plain_numpy():
    own = samples(n=30)
    rng = np.random.RandomState(1)
    active = np.sort(rng.permutation(30)[:11])
    weights = rng.uniform(size=11)
    order = rng.permutation(30)
    found = permuted_log_densities(
        plain_distances(own.columns.T)[:, active],
        own.columns,
        np.ascontiguousarray(own.columns[:, active]),
        own.columns[:, order],
        weights,
        -0.9,
        np.searchsorted(active, own.starts),
    )
    for j in range(5):
        X = own.columns.T.copy()
        X[:, j] = X[order, j]
        windows = np.exp(-0.9 * np.square(X[:, None] - own.columns.T[None, active]).sum(axis=2))
        for k in range(3):
            expected = windows[:, own.codes[active] == k] @ weights[own.codes[active] == k]
            np.testing.assert_allclose(np.exp(found[j, k]), expected, rtol=1e-12)


def information(X, codes, sigma, missing=missing_information):
    """Mutual information of all features with the class, in nats."""
    own = ClassedSamples(X, codes)
    nothing = np.zeros((1, codes.size))
    sums = class_sums(pair_distances(own.columns), nothing, 1.0, -0.5 / sigma**2, own.starts)
    shares = np.bincount(codes) / codes.size
    return -(shares * np.log(shares)).sum() - missing(sums, own.of_class)[0]


def information_of_two_normals(distance):
    """Mutual information between a class of two that are as likely and a normal variable, whose means differ."""

    def integrand(x):
        p, q = norm.pdf(x), norm.pdf(x, loc=distance)
        return 0.5 * (p * np.log(2 * p / (p + q)) + q * np.log(2 * q / (p + q)))

    return quad(integrand, -10, 10 + distance)[0]


@pytest.mark.parametrize("estimate", [missing_information, posterior_entropy])
@pytest.mark.parametrize("distance", [0.0, 1.0, 3.0])
def test_information_of_normal_classes(distance, estimate):
    rng = np.random.RandomState(3)
    codes = np.repeat([0, 1], 2000)
    x = rng.standard_normal((4000, 1)) + distance * codes[:, None]
    assert information(x, codes, 0.2, estimate) == pytest.approx(information_of_two_normals(distance), abs=0.02)


def test_information_of_correlated_normal_classes():
    rng = np.random.RandomState(4)
    covariance = np.array([[1.0, 0.8], [0.8, 1.0]])
    means, codes = np.array([1.0, -0.5]), np.repeat([0, 1], 2000)
    X = rng.multivariate_normal([0, 0], covariance, size=4000) + codes[:, None] * means
    # Only the distance in units of the covariance counts.
    distance = np.sqrt(means @ np.linalg.solve(covariance, means))
    assert information(X, codes, 0.2) == pytest.approx(information_of_two_normals(distance), abs=0.04)


def test_what_is_missing_keeps_its_precision_where_information_saturates():
    X = np.array([[0.0], [40.0]])
    own = ClassedSamples(X, np.array([0, 1]))
    sums = class_sums(pair_distances(own.columns), np.zeros((1, 2)), 1.0, -0.5, own.starts)
    # Mutual information is log(2) to the last bit; what is missing is exp(-800), beyond double's range, or its edge.
    assert 0 < missing_information(sums, own.of_class)[0] < 1e-300
    sums = class_sums(pair_distances(own.columns) / 4, np.zeros((1, 2)), 1.0, -0.5, own.starts)
    np.testing.assert_allclose(missing_information(sums, own.of_class), np.exp(-200), rtol=1e-12)


@pytest.mark.parametrize("deviation", [0.5, 1.0])
def test_the_width_grows_with_the_spread_of_the_samples(deviation):
    x = deviation * np.random.RandomState(0).standard_normal((300, 2))
    found = cross_validated_sigma(plain_distances(x), np.zeros(300, dtype=int), 2)
    # Silverman's rule for two features, n^(-1/6) deviations, within two steps of the grid.
    assert abs(np.log2(found / (deviation * 300 ** (-1 / 6)))) <= 1


def test_the_width_is_that_of_a_plain_loop():
    own = samples(n=40, d=3, classes=2)
    X, fold = own.columns.T, np.random.RandomState(1).permutation(np.arange(40) % 5)
    totals = []
    for sigma in SIGMAS:
        total = 0.0
        for i in range(40):
            others = X[(own.codes == own.codes[i]) & (fold != fold[i])]
            windows = np.exp(-0.5 * np.square(X[i] - others).sum(axis=1) / sigma**2) / (2 * np.pi * sigma**2) ** 1.5
            total += np.log(windows.mean())
        totals.append(total)
    assert cross_validated_sigma(plain_distances(X), own.codes, 3) == SIGMAS[np.argmax(totals)]
    with pytest.raises(InputError, match="sigma_criterion: found 'odd', allowed are log, printed"):
        cross_validated_sigma(plain_distances(X), own.codes, 3, criterion="odd")
