"""The learner that studies of a user's own data are judged with."""

import numpy as np
import pytest
from sieveflow.learners import gaussian_ridge, gaussian_ridge_classes, landmark_ridge
from sieveflow.learners.landmark_ridge import MOST_LANDMARKS, features_of, fit_ridge
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge


@pytest.fixture
def one_ridge(monkeypatch):
    monkeypatch.setattr(landmark_ridge, "_RIDGES", (0.7,))


def test_ridge_is_that_of_scikit_learn(one_ridge):
    rng = np.random.RandomState(0)
    Z, weight = rng.standard_normal((40, 5)), rng.uniform(0.5, 2.0, 40)
    Y = Z[:, :2] + rng.standard_normal((40, 2)) + 3.0
    theirs = Ridge(alpha=0.7).fit(Z, Y, sample_weight=weight)
    for ours in (fit_ridge(Z, Y, weight), fit_ridge(Z, Y, weight, 0.7)):
        np.testing.assert_allclose(ours.predict(Z), theirs.predict(Z), rtol=1e-9)


def test_the_error_is_that_of_leaving_one_out(one_ridge):
    rng = np.random.RandomState(1)
    Z, weight = rng.standard_normal((25, 4)), rng.uniform(0.5, 2.0, 25)
    Y = Z[:, :2] + rng.standard_normal((25, 2))
    total = 0.0
    for i in range(25):
        kept = np.arange(25) != i
        machine = fit_ridge(Z[kept], Y[kept], weight[kept])
        total += weight[i] * np.square(machine.predict(Z[[i]]) - Y[i]).sum()
    assert fit_ridge(Z, Y, weight).error == pytest.approx(total / weight.sum(), rel=1e-9)


def test_with_few_samples_it_is_kernel_ridge(one_ridge):
    rng = np.random.RandomState(2)
    X, X_test, y = rng.standard_normal((30, 3)), rng.standard_normal((9, 3)), rng.standard_normal(30)
    Z = features_of(X, X, 0.3)
    np.testing.assert_allclose(Z @ Z.T, np.exp(-0.3 * np.square(X[:, None] - X).sum(axis=2)), atol=1e-6)
    # An offset that is not penalised is the same as centring the kernel's features.
    centred = Z - Z.mean(axis=0)
    theirs = KernelRidge(alpha=0.7, kernel="linear").fit(centred, y - y.mean())
    expected = theirs.predict(features_of(X_test, X, 0.3) - Z.mean(axis=0)) + y.mean()
    ours = fit_ridge(Z, y[:, None], np.ones(30)).predict(features_of(X_test, X, 0.3))[:, 0]
    np.testing.assert_allclose(ours, expected, rtol=1e-6)


def test_numbers_and_classes_are_learnt():
    rng = np.random.RandomState(3)
    X = rng.standard_normal((2000, 2))
    y = 1e6 + 1e3 * (np.sin(2 * X[:, 0]) + X[:, 1] ** 2)
    assert MOST_LANDMARKS < 1500
    predicted = gaussian_ridge.predict(X[:1500], y[:1500], X[1500:])
    assert np.square(predicted - y[1500:]).mean() < 0.01 * y.var()
    classes = np.digitize(X[:, 0] * X[:, 1], [-0.5, 0.5])
    found = gaussian_ridge_classes.predict(X[:1500], classes[:1500], X[1500:])
    assert np.mean(found != classes[1500:]) < 0.06


def test_a_rare_class_counts_as_much_as_a_common_one():
    rng = np.random.RandomState(4)
    X = np.concatenate([rng.standard_normal((380, 1)), 2.0 + rng.standard_normal((20, 1))])
    y = np.repeat([0, 1], [380, 20])
    threshold = np.linspace(-3, 5, 801)[:, None]
    found = gaussian_ridge_classes.predict(X, y, threshold)
    # Without weights nothing below 2.4 or so would be called the rare class.
    assert threshold[np.argmax(found == 1), 0] == pytest.approx(1.0, abs=0.45)
