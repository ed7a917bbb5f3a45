"""Support vector classification against LIBSVM."""

import numpy as np
import pytest
from sieveflow.learners.rbf_svc import gaussian_kernel, predict, surface
from sieveflow.learners.svc import fit_svc, fit_svc_path
from sklearn.metrics import balanced_accuracy_score
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import SVC


def problem(n=120, classes=3, seed=0):
    rng = np.random.RandomState(seed)
    X = rng.standard_normal((n, 4))
    y = np.searchsorted(np.quantile(X[:, 0] * X[:, 1], np.arange(1, classes) / classes), X[:, 0] * X[:, 1])
    flipped = rng.uniform(size=n) < 0.1
    return X, np.where(flipped, rng.randint(classes, size=n), y) + 1.0


def test_the_kernel_is_that_of_scikit_learn():
    X, _ = problem()
    np.testing.assert_allclose(gaussian_kernel(X, X[:7], 0.3), rbf_kernel(X, X[:7], gamma=0.3), rtol=1e-12)


@pytest.mark.parametrize("classes", [2, 3, 5])
@pytest.mark.parametrize("C", [0.25, 4.0, 64.0])
def test_machines_are_those_of_libsvm(classes, C):
    X, y = problem(classes=classes)
    gram = rbf_kernel(X, X, gamma=0.3)
    ours, peer = fit_svc(gram, y, C, tol=1e-7), SVC(C=C, kernel="precomputed", tol=1e-7).fit(gram, y)
    values = gram @ ours.beta + ours.offsets
    theirs = SVC(C=C, kernel="precomputed", tol=1e-7, decision_function_shape="ovo").fit(gram, y)
    expected = theirs.decision_function(gram).reshape(y.size, -1)
    # Of two classes scikit-learn shows the decision for the second.
    np.testing.assert_allclose(values, -expected if classes == 2 else expected, atol=1e-4)
    assert np.array_equal(ours.predict(gram), peer.predict(gram))


def test_a_path_of_costs_is_the_machines_one_by_one():
    X, y = problem()
    gram = rbf_kernel(X, X, gamma=0.3)
    for C, warm in zip([0.5, 4.0, 32.0], fit_svc_path(gram, y, [0.5, 4.0, 32.0], tol=1e-7), strict=True):
        cold = fit_svc(gram, y, C, tol=1e-7)
        np.testing.assert_allclose(gram @ warm.beta + warm.offsets, gram @ cold.beta + cold.offsets, atol=1e-4)


def test_the_surface_is_that_of_libsvm_up_to_samples_on_the_border():
    X, y = problem()
    grid, fold = {"C": [4.0, 0.5], "kappa": [0.1, 1.0]}, np.arange(120) % 5
    ours = surface(X, y, grid, fold)
    for c, C in enumerate(grid["C"]):
        for k, kappa in enumerate(grid["kappa"]):
            predicted = np.empty(120)
            for number in range(5):
                inside, outside = fold != number, fold == number
                predicted[outside] = SVC(C=C, gamma=kappa).fit(X[inside], y[inside]).predict(X[outside])
            expected = 100 * (1 - balanced_accuracy_score(y, predicted))
            # One sample more or less of a class of about forty.
            assert abs(ours[c, k] - expected) <= 100 / 3 / 35


def test_predictions_are_those_of_libsvm():
    X, y = problem(n=200)
    peer = SVC(C=4.0, gamma=0.3).fit(X[:120], y[:120])
    assert np.mean(predict(X[:120], y[:120], X[120:], C=4.0, kappa=0.3) == peer.predict(X[120:])) > 0.98


def test_one_class_is_predicted_where_there_is_one():
    assert predict(np.eye(3), np.full(3, 2.0), np.eye(3), C=1.0, kappa=1.0).tolist() == [2.0, 2.0, 2.0]
