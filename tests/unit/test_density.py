"""The criterion: kernel update against plain predictions, divergences against numerical integrals."""

import numpy as np
import pytest
from scipy.integrate import quad
from sieveflow.criteria.density import gaussian_sensitivity, laplace_sensitivity
from sieveflow.criteria.density_rfe import swapped_permutation
from sieveflow.learners.gram_factors import GramFactors
from sieveflow.learners.kernels import gaussian_kernel
from sieveflow.learners.svr import fit_svr


def plain_predictions(X, kappa, fit, column, permutation):
    """f at a copy of the samples with one column permuted, from the definition."""
    copy = X.copy()
    copy[:, column] = X[permutation, column]
    return gaussian_kernel(copy, X, kappa) @ fit.beta + fit.offset


@pytest.mark.parametrize("spread", [1.0, 40.0])
@pytest.mark.parametrize("kappa", [2.0**-6, 0.5, 4.0])
def test_update_equals_predictions_on_permuted_copies(kappa, spread):
    # With a spread of 40 some factors underflow, and the update must not divide by them.
    rng = np.random.RandomState(0)
    X = rng.standard_normal((60, 5))
    X[::7, 2] *= spread
    y = X[:, 0] + np.sin(X[:, 2]) + 0.1 * rng.standard_normal(60)
    factors = GramFactors(X, kappa)
    left = np.array([0, 2, 3])
    gram = factors.gram(left)
    np.testing.assert_allclose(gram, gaussian_kernel(X[:, left], X[:, left], kappa), atol=1e-14)
    fit = fit_svr(gram, y, 8.0, 0.05)
    permutations = np.array([rng.permutation(60) for _ in range(3)])
    for position in range(left.size):
        ours = factors.permuted_predictions(gram, left, position, fit.beta, fit.offset, permutations)
        for row, permutation in zip(ours, permutations, strict=True):
            plain = plain_predictions(X[:, left], kappa, fit, position, permutation)
            np.testing.assert_allclose(row, plain, atol=1e-9)


@pytest.mark.parametrize("spread", [1.0, 40.0])
def test_norm_without_a_feature_is_that_of_the_smaller_kernel(spread):
    rng = np.random.RandomState(6)
    X = rng.standard_normal((50, 4))
    X[::5, 1] *= spread
    factors = GramFactors(X, 2.0)
    left = np.array([0, 1, 3])
    gram = factors.gram(left)
    beta = np.where(rng.random_sample(50) < 0.7, rng.standard_normal(50), 0.0)
    for position in range(3):
        others = np.delete(left, position)
        expected = beta @ gaussian_kernel(X[:, others], X[:, others], 2.0) @ beta
        assert factors.norm_without(gram, left, position, beta) == pytest.approx(expected, rel=1e-10)


def test_swaps_are_those_of_the_paper():
    class Fixed:
        def random_sample(self, n):
            return np.array([0.99, 0.0, 0.5])

    # i = 1: swap with 4; i = 2: swap with 1; i = 3: swap with 3.
    assert swapped_permutation(Fixed(), 4).tolist() == [1, 3, 2, 0]


def test_factors_are_the_same_when_they_are_not_kept(monkeypatch):
    X = np.random.RandomState(1).standard_normal((20, 3))
    kept = GramFactors(X, 0.3)
    monkeypatch.setattr("sieveflow.learners.gram_factors._FACTOR_BYTES", 0)
    assert np.array_equal(kept.gram(np.arange(3)), GramFactors(X, 0.3).gram(np.arange(3)))


def laplace(y, centre, scale):
    return np.exp(-abs(y - centre) / scale) / (2 * scale)


def gaussian(y, centre, scale):
    return np.exp(-((y - centre) ** 2) / (2 * scale**2)) / (np.sqrt(2 * np.pi) * scale)


def integrated_divergence(density, f, scale, g, other_scale):
    def integrand(y):
        p, q = density(y, f, scale), density(y, g, other_scale)
        return p * np.log(p / q)

    reach = 25 * scale
    return quad(
        integrand, f - reach, f + reach, points=sorted({f, g} & {v for v in (f, g) if abs(v - f) < reach}), limit=400
    )[0]


@pytest.mark.parametrize(
    ("sensitivity", "density", "scale_of"),
    [
        (laplace_sensitivity, laplace, lambda r: np.abs(r).mean()),
        (gaussian_sensitivity, gaussian, lambda r: np.sqrt((r**2).mean())),
    ],
)
def test_divergence_is_the_integral(sensitivity, density, scale_of):
    rng = np.random.RandomState(2)
    y, fitted = rng.standard_normal(7), rng.standard_normal(7)
    permuted = fitted + 0.8 * rng.standard_normal(7)
    scale, other = scale_of(y - fitted), scale_of(y - permuted)
    integrals = [integrated_divergence(density, f, scale, g, other) for f, g in zip(fitted, permuted, strict=True)]
    assert sensitivity(y, fitted, permuted[None]) == pytest.approx(np.mean(integrals), rel=1e-6)


def test_laplace_score_is_equation_19_less_one():
    rng = np.random.RandomState(3)
    y, fitted, permuted = rng.standard_normal((3, 9))
    s, t = np.abs(y - fitted).mean(), np.abs(y - permuted).mean()
    gap = np.abs(fitted - permuted)
    printed = np.mean(s / t * np.exp(-gap / s) + gap / t + np.log(t / s))
    assert laplace_sensitivity(y, fitted, permuted[None]) == pytest.approx(printed - 1)


def test_gaussian_score_is_equation_21_less_a_half():
    rng = np.random.RandomState(4)
    y, fitted, permuted = rng.standard_normal((3, 9))
    s, t = np.sqrt(((y - fitted) ** 2).mean()), np.sqrt(((y - permuted) ** 2).mean())
    printed = np.sum((fitted - permuted) ** 2 / t**2 + (s / t) ** 2 + 2 * np.log(t / s)) / (2 * 9)
    assert gaussian_sensitivity(y, fitted, permuted[None]) == pytest.approx(printed - 0.5)


def test_an_unmoved_prediction_scores_zero():
    y, fitted = np.random.RandomState(5).standard_normal((2, 9))
    assert laplace_sensitivity(y, fitted, fitted[None]) == pytest.approx(0.0, abs=1e-15)
    assert gaussian_sensitivity(y, fitted, fitted[None]) == pytest.approx(0.0, abs=1e-15)


def test_a_perfect_fit_still_has_a_finite_score():
    y = np.arange(4.0)
    assert np.isfinite(laplace_sensitivity(y, y, y[None] + 1))
    assert np.isfinite(gaussian_sensitivity(y, y, y[None] + 1))
