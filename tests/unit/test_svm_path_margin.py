"""The parts of the SVM path against plain linear algebra."""

import numpy as np
import pytest
from sieveflow.learners.kernels import gaussian_kernel
from sieveflow.learners.svm_path_judge import detour
from sieveflow.learners.svm_path_margin import Margin
from sieveflow.learners.svm_path_rows import bordered, row_sum


def gram_matrix(n=40, d=3, seed=0):
    X = np.random.RandomState(seed).standard_normal((n, d))
    return gaussian_kernel(X, X, 0.5)


def inverse_of(gram, samples):
    system = np.ones((samples.size + 1, samples.size + 1))
    system[0, 0] = 0.0
    system[1:, 1:] = gram[np.ix_(samples, samples)]
    return np.linalg.inv(system)


@pytest.mark.parametrize("count", [0, 1, 4, 7, 40])
def test_sums_of_rows(count):
    gram, rng = gram_matrix(), np.random.RandomState(1)
    samples, weights = rng.permutation(40)[:count], rng.standard_normal(count)
    np.testing.assert_allclose(row_sum(gram, samples, weights), weights @ gram[samples], atol=1e-13)


@pytest.mark.parametrize("kernel", ["gaussian", "linear"])
def test_the_inverse_is_that_of_the_system(kernel):
    X = np.random.RandomState(3).standard_normal((6, 5))
    gram = gaussian_kernel(X, X, 0.2) if kernel == "gaussian" else X @ X.T
    margin = Margin(gram, np.arange(6))
    expected = inverse_of(gram, np.arange(6))
    np.testing.assert_allclose(margin.inverse, expected, atol=1e-10 * np.abs(expected).max())


@pytest.mark.parametrize("refine", [False, True])
@pytest.mark.parametrize(("gone", "come"), [([2, 5], [0, 3, 4]), ([1, 4, 7], [2]), ([3], []), ([], [1, 2]), ([8], [5])])
def test_samples_come_and_go(gone, come, refine):
    gram = gram_matrix()
    margin, watched = Margin(gram, np.arange(0, 24, 3)), np.arange(1, 19, 3)
    gone, come = np.array(gone, dtype=np.int64), np.array(come, dtype=np.int64)
    border = bordered(gram, watched, margin.samples)
    G = border @ margin.inverse
    S = gram[np.ix_(watched, watched)] - G @ border.T
    stay = set(np.delete(margin.samples, gone - 1)) | set(watched[come])
    margin.exchange(gone, come, watched[come], border, G, S, refine)
    assert set(margin.samples) == stay and margin.samples.size == len(stay)
    assert margin.error() < 1e-10
    expected = inverse_of(gram, margin.samples)
    np.testing.assert_allclose(margin.inverse, expected, atol=1e-9 * np.abs(expected).max())


def test_refined_changes_do_not_multiply_the_errors_of_an_inverse():
    gram = gram_matrix(seed=2)
    errors = []
    for refine in (False, True):
        margin, watched = Margin(gram, np.arange(20)), np.arange(20, 32)
        margin.inverse[:] += 1e-9 * np.random.RandomState(0).standard_normal(margin.inverse.shape)
        border = bordered(gram, watched, margin.samples)
        G = border @ margin.inverse
        S = gram[np.ix_(watched, watched)] - G @ border.T
        margin.exchange(np.array([4]), np.arange(12), watched, border, G, S, refine)
        errors.append(margin.error())
    assert errors[1] < 0.1 * errors[0]


def test_no_decision_is_farther_from_the_line_than_the_detour_says():
    gram, rng = gram_matrix(), np.random.RandomState(4)
    beta = np.cumsum(rng.standard_normal((6, 40)) * (np.arange(40) < 9), axis=0)
    theta, taus = rng.standard_normal(6), np.array([0.0, 0.1, 0.4, 0.4, 0.7, 1.0])
    h = beta @ gram + theta[:, None]
    distance, shift = detour(taus, theta, beta, h, np.arange(9))
    line = (1.0 - taus[:, None]) * h[0] + taus[:, None] * h[-1]
    assert (np.abs(h - line) <= np.sqrt(np.diag(gram)) * distance + shift).all()
    assert np.abs(h - line).max() > 0.1 * (distance + shift)
