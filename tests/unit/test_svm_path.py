"""The SVM path against its own optimality conditions, computed afresh, against LIBSVM and against closed forms."""

import numpy as np
import pytest
from path_problems import LIMIT, certificates, degenerate_problem, objective, worst_certificate
from sieveflow.errors import InputError
from sieveflow.learners.kernels import gaussian_kernel
from sieveflow.learners.svm_path import svm_path
from sieveflow.learners.svm_path_estimator import SVMPath
from sieveflow.learners.svm_path_solver import PathError
from sklearn.svm import SVC


def problem(seed=0, n=120, d=5, shift=1.0):
    rng = np.random.RandomState(seed)
    y = np.where(rng.uniform(size=n) < 0.4, 1.0, -1.0)
    X = rng.standard_normal((n, d))
    X[:, 0] += shift * y
    return X, y


KERNELS = {
    "linear": lambda X: X @ X.T,
    "rbf": lambda X: gaussian_kernel(X, X, 0.2),
    "narrow": lambda X: gaussian_kernel(X, X, 5.0),
}
each_kernel = pytest.mark.parametrize("kernel", KERNELS)


@each_kernel
@pytest.mark.parametrize("shift", [0.3, 4.0])
def test_every_breakpoint_and_every_middle_is_optimal(kernel, shift):
    X, y = problem(shift=shift)
    gram = KERNELS[kernel](X)
    path = svm_path(gram, y)
    assert path.lambdas[0] == 512.0 and path.lambdas[-1] == 2.0**-8
    assert (np.diff(path.lambdas) <= 0.0).all()
    assert worst_certificate(gram, y, path) < LIMIT


@pytest.mark.parametrize(("n", "kernel"), [*((60, kernel) for kernel in KERNELS), (500, "rbf")])
def test_the_certificate_that_comes_with_the_path_is_never_too_small(n, kernel):
    X, y = problem(1, n=n)
    gram = KERNELS[kernel](X)
    path = svm_path(gram, y, lambda_min=0.5 if n > 100 else 2.0**-8)
    gaps, residuals = certificates(gram, y, path.lambdas, path.alphas, path.thetas)
    # Samples that were not looked at count as if they were as far from their bound as the farthest of them.
    assert (path.gaps > gaps - 1e-12).all() and (path.gaps < gaps + 3e-11).all()
    np.testing.assert_allclose(path.residuals, residuals, atol=1e-11)
    assert path.worst >= max(path.gaps.max(), path.residuals.max())


@pytest.mark.parametrize("seed", range(3))
def test_large_kernel_values_of_samples_that_left_their_bound_leave_no_trace(seed):
    # Wide data with a few strong directions: at a small lambda all coefficients, and the objective, are tiny.
    rng = np.random.RandomState(seed)
    X = 0.4 * rng.standard_normal((47, 2000)) + rng.standard_normal((47, 8)) @ rng.standard_normal((8, 2000))
    y = np.where(np.arange(47) < 17, 1.0, -1.0)
    path = svm_path(X @ X.T, y)
    assert path.alphas[0].max() > 0.99 and path.alphas[-1].max() < 1e-3
    assert worst_certificate(X @ X.T, y, path) < LIMIT


@pytest.mark.parametrize("n", [90, 700])
@each_kernel
def test_objective_agrees_with_libsvm(kernel, n):
    X, y = problem(2, n=n)
    gram = KERNELS[kernel](X)
    path = svm_path(gram, y)
    for lam in 2.0 ** np.random.RandomState(0).uniform(-4, 9, size=8):
        machine = SVC(C=1.0 / lam, kernel="precomputed", tol=1e-6).fit(gram, y)
        beta = np.zeros(n)
        beta[machine.support_] = machine.dual_coef_[0]
        theirs = objective(gram, y, lam, beta, machine.intercept_[0])
        alpha, theta = path.at(lam)
        assert objective(gram, y, lam, alpha * y / lam, theta / lam) == pytest.approx(theirs, rel=1e-6)


@pytest.mark.parametrize("start", range(0, 200, 20))
def test_degenerate_problems_are_certified(start):
    for seed in range(start, start + 20):
        gram, y, about = degenerate_problem(seed)
        try:
            found = worst_certificate(gram, y, svm_path(gram, y))
        except PathError as error:
            raise AssertionError(about) from error
        assert found < LIMIT, about


def test_two_samples_have_the_path_of_the_formula():
    # w = 2 alpha / lambda for x = 1 and x = -1: alpha = lambda / 2 until it meets its bound at lambda = 2.
    path = svm_path(np.array([[1.0, -1.0], [-1.0, 1.0]]), [1.0, -1.0])
    for lam in (300.0, 2.5, 1.9, 0.3, 0.004):
        alpha, theta = path.at(lam)
        np.testing.assert_allclose(alpha, min(1.0, lam / 2.0), atol=1e-8)
        assert abs(theta) <= 1e-8 * lam
    assert np.abs(path.lambdas - 2.0).min() < 1e-8
    assert 1 <= path.n_events <= 4


@pytest.mark.parametrize("C", [2.0**-9, 0.01])
def test_an_offset_that_is_not_unique_is_that_of_libsvm(C):
    X, y = problem(8, n=61, d=3)
    y[:31], y[31:] = 1.0, -1.0
    gram, labels = KERNELS["rbf"](X[:60]), np.append(y[:30], y[31:])
    path = svm_path(gram, labels)
    alpha, theta = path.at(1.0 / C)
    assert np.minimum(alpha, 1.0 - alpha).max() < 1e-7
    machine = SVC(C=C, kernel="precomputed", tol=1e-8).fit(gram, labels)
    assert C * theta == pytest.approx(machine.intercept_[0], abs=1e-7)
    assert worst_certificate(gram, labels, path) < LIMIT


def test_features_that_say_nothing_leave_the_majority():
    y = np.where(np.arange(30) < 10, 1.0, -1.0)
    gram = np.zeros((30, 30))
    path = svm_path(gram, y)
    assert worst_certificate(gram, y, path) < LIMIT
    assert (path.decision_at(1.0, gram) < 0.0).all()


def test_equal_input_gives_equal_bytes():
    X, y = problem(4)
    first, second = (svm_path(KERNELS["rbf"](X), y) for _ in range(2))
    assert first.alphas.tobytes() == second.alphas.tobytes()
    assert first.lambdas.tobytes() == second.lambdas.tobytes()


def test_rows_of_a_kernel_give_decisions_at_all_breakpoints():
    X, y = problem(5)
    gram = KERNELS["rbf"](X)
    path = svm_path(gram, y)
    h = path.decisions(gram[:9])
    for k in (0, 10, path.lambdas.size - 1):
        np.testing.assert_allclose(h[k], gram[:9] @ (path.alphas[k] * y) + path.thetas[k], atol=1e-10)


def test_many_samples_are_watched_a_few_at_a_time():
    X, y = problem(6, n=600)
    gram = KERNELS["rbf"](X)
    path = svm_path(gram, y, lambda_min=0.5)
    assert path.n_events > 300
    assert worst_certificate(gram, y, path) < LIMIT


def test_input_is_checked():
    gram = np.eye(3)
    with pytest.raises(InputError, match="both of them"):
        svm_path(gram, [1.0, 1.0, 1.0])
    with pytest.raises(InputError, match="one row per label"):
        svm_path(gram, [1.0, -1.0])
    with pytest.raises(InputError, match="not symmetric"):
        svm_path(np.triu(np.ones((3, 3))), [1.0, -1.0, 1.0])
    with pytest.raises(InputError, match="max > min"):
        svm_path(gram, [1.0, -1.0, 1.0], lambda_max=1.0, lambda_min=2.0)
    with pytest.raises(InputError, match="allowed are values from"):
        svm_path(gram, [1.0, -1.0, 1.0]).at(1000.0)


@pytest.mark.parametrize("kernel", ["linear", "rbf", "poly", "precomputed", lambda a, b: (a @ b.T + 1.0) ** 2])
def test_estimator_predicts_what_libsvm_predicts(kernel):
    X, y = problem(7)
    labels = np.where(y > 0, "yes", "no")
    inputs = X @ X.T if kernel == "precomputed" else X
    estimator = SVMPath(kernel=kernel).fit(inputs, labels)
    for C in (0.02, 1.0, 20.0):
        machine = SVC(C=C, kernel=kernel, tol=1e-8).fit(inputs, labels)
        theirs = machine.decision_function(inputs)
        # LIBSVM keeps kernel values in single precision, which is what limits the agreement.
        np.testing.assert_allclose(
            estimator.decision_function_at(inputs, 1.0 / C), theirs, atol=1e-4 * np.abs(theirs).max()
        )
        assert set(estimator.predict_at(inputs, 1.0 / C)) <= {"yes", "no"}
    assert estimator.path_.worst < LIMIT
    with pytest.raises(InputError, match="kernel"):
        SVMPath(kernel="cosine").fit(X, labels)
