"""Bounds on the leave-one-out error: our solvers against a conic solver, least squares and LIBSVM."""

import numpy as np
import pytest
from reference import plain_bounds
from reference.conic import solve_qp
from sieveflow.criteria.bound_rfe import radius_margin_bound, span_bound
from sieveflow.learners.gram_factors import GramFactors
from sieveflow.learners.kernels import gaussian_kernel
from sieveflow.learners.span import squared_spans
from sieveflow.learners.sphere import enclosing_sphere
from sieveflow.learners.svr import fit_svr
from sieveflow.methods.rmb_rfe import RadiusMarginRFE
from sieveflow.methods.rmb_rfe_star import RetrainedRadiusMarginRFE
from sieveflow.methods.spanb_rfe import SpanBoundRFE
from sieveflow.methods.spanb_rfe_star import RetrainedSpanBoundRFE

METHODS = {
    (False, False): RadiusMarginRFE,
    (False, True): RetrainedRadiusMarginRFE,
    (True, False): SpanBoundRFE,
    (True, True): RetrainedSpanBoundRFE,
}


def problem(seed):
    """A random problem, every second one with something degenerate; kernel width, C and tube at random."""
    rng = np.random.RandomState(seed)
    n, d = rng.randint(3, 70), rng.randint(1, 8)
    X = rng.standard_normal((n, d))
    y = rng.standard_normal(n) + X[:, 0]
    kind = seed % 8
    if kind == 1:  # duplicate rows, equal and unequal targets
        X[n // 2 :] = X[: n - n // 2]
        y[n // 2 : n // 2 + n // 4] = y[: n // 4]
    elif kind == 3:  # constant columns
        X[:, ::2] = 3.0
    elif kind == 5:  # inputs on a grid of whole numbers
        X = np.round(X)
    elif kind == 7:  # all samples equal
        X[:] = 1.0
    kappa, C = 2.0 ** rng.randint(-6, 3), 2.0 ** rng.randint(-2, 7)
    epsilon = 0.0 if seed % 3 == 0 else 2.0 ** rng.randint(-5, 1)
    return gaussian_kernel(X, X, kappa), y, C, epsilon


@pytest.mark.parametrize("squared", [False, True])
def test_machines_of_200_problems_are_optimal(squared):
    for seed in range(200):
        gram, y, C, epsilon = problem(seed)
        box = np.inf if squared else C
        gram = gram + np.eye(y.size) / C if squared else gram
        fit = fit_svr(gram, y, box, epsilon, tol=1e-8, refine=True)
        beta, f = fit.beta, gram @ fit.beta + fit.offset
        assert abs(beta.sum()) <= 1e-8 * max(1.0, np.abs(beta).sum()), seed
        assert np.abs(beta).max() <= box, seed
        above, below = y - f - epsilon, f - y - epsilon
        # Inside the tube no multiplier, on its edge any, outside of it the largest.
        residual = np.where(beta > 0, -np.minimum(above, 0), 0) + np.where(beta < 0, -np.minimum(below, 0), 0)
        residual = np.maximum(residual, np.where(beta < box, above, 0.0))
        residual = np.maximum(residual, np.where(beta > -box, below, 0.0))
        assert residual.max() <= 1e-6, (seed, residual.max())
        if not squared:
            slack = np.maximum(np.abs(y - f) - epsilon, 0.0)
            norm = beta @ gram @ beta
            primal = 0.5 * norm + C * slack.sum()
            gap = primal - (-0.5 * norm + y @ beta - epsilon * np.abs(beta).sum())
            assert gap <= 1e-6 * max(1.0, primal), (seed, gap)


@pytest.mark.parametrize("seed", range(12))
def test_machines_reach_the_objective_of_the_conic_solver(seed):
    gram, y, C, epsilon = problem(seed)
    n = y.size
    beta = fit_svr(gram, y, C, epsilon, tol=1e-8, refine=True).beta
    ours = 0.5 * beta @ gram @ beta - y @ beta + epsilon * np.abs(beta).sum()
    P = np.block([[gram, -gram], [-gram, gram]])
    q = np.concatenate([epsilon - y, epsilon + y])
    x = solve_qp(P, q, equal=(np.concatenate([np.ones(n), -np.ones(n)]), 0.0), lower=0.0, upper=C)
    assert ours == pytest.approx(0.5 * x @ P @ x + q @ x, abs=1e-6 * max(1.0, abs(ours)))


def test_refined_machines_are_the_plain_ones():
    for seed in range(30):
        gram, y, C, epsilon = problem(seed)
        plain = fit_svr(gram, y, C, epsilon, tol=1e-9)
        refined = fit_svr(gram, y, C, epsilon, tol=1e-9, refine=True)
        np.testing.assert_allclose(refined.fitted, plain.fitted, atol=1e-6)


def test_spheres_of_200_problems_hold_every_sample():
    for seed in range(200):
        gram, *_ = problem(seed)
        sphere = enclosing_sphere(gram)
        gamma = sphere.weights
        assert gamma.min() >= 0 and gamma.sum() == pytest.approx(1.0, abs=1e-9), seed
        distances = np.diag(gram) - 2 * gram @ gamma + gamma @ gram @ gamma
        # The farthest sample bounds R^2 from above, the dual value from below.
        assert sphere.squared_radius <= distances.max() + 1e-12, seed
        assert distances.max() - sphere.squared_radius <= 1e-8, seed
        assert sphere.gap <= 1e-9


@pytest.mark.parametrize("seed", range(12))
def test_spheres_agree_with_the_conic_solver(seed):
    gram, y, C, _ = problem(seed)
    for kernel in (gram, gram + np.eye(y.size) / C):
        ours = enclosing_sphere(kernel).squared_radius
        assert ours == pytest.approx(plain_bounds.squared_radius(kernel), abs=1e-7)


def test_sphere_around_two_points_and_around_a_square():
    # The linear kernel: spheres in the plane, known by eye.
    corners = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0], [2.0, 2.0], [1.0, 0.5]])
    assert enclosing_sphere(corners[:2] @ corners[:2].T).squared_radius == pytest.approx(1.0)
    assert enclosing_sphere(corners @ corners.T).squared_radius == pytest.approx(2.0)


def test_a_sphere_that_is_not_found_is_an_error():
    gram, *_ = problem(2)
    with pytest.raises(RuntimeError, match="was not found in 1 steps"):
        enclosing_sphere(gram, max_iter=1)


def test_spans_agree_with_least_squares():
    compared = 0
    for seed in range(60):
        gram, y, *_ = problem(seed)
        rng = np.random.RandomState(seed)
        free = np.sort(rng.permutation(y.size)[: rng.randint(0, y.size)])
        values = np.linalg.eigvalsh(gram[np.ix_(free, free)]) if free.size else np.ones(1)
        # Between zero and clearly more than zero no program that is given the Gram matrix in doubles can tell.
        if np.any((values > 1e-14 * values[-1]) & (values < 1e-9 * values[-1])):
            continue
        members = np.arange(y.size)
        plain = [plain_bounds.squared_span(gram, i, [t for t in free if t != i]) for i in members]
        np.testing.assert_allclose(squared_spans(gram, free, members), plain, atol=1e-6, err_msg=f"seed {seed}")
        compared += 1
    assert compared >= 40


def test_span_in_the_plane():
    # Distance of (0, 1) from the line through (-1, 0) and (1, 0), itself among the free ones or not.
    points = np.array([[-1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    gram = points @ points.T
    assert squared_spans(gram, np.array([0, 1]), np.array([2]))[0] == pytest.approx(1.0)
    # Three free points: the hull of the others is a line through two of them.
    spans = squared_spans(gram, np.arange(3), np.arange(3))
    np.testing.assert_allclose(spans, [2.0, 2.0, 1.0], atol=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_bounds_are_those_of_the_formulas(seed):
    gram, y, C, epsilon = problem(4 * seed + 2)
    beta = fit_svr(gram, y, C, epsilon, tol=1e-8, refine=True).beta
    assert radius_margin_bound(gram, beta, C) == pytest.approx(plain_bounds.bound(gram, beta, C, span=False), rel=1e-5)
    assert span_bound(gram, beta, C) == pytest.approx(plain_bounds.bound(gram, beta, C, span=True), rel=1e-4, abs=1e-6)


@pytest.mark.parametrize(("span", "retrain"), METHODS)
def test_rankings_of_20_problems_are_those_of_the_formulas(span, retrain):
    for seed in range(20):
        rng = np.random.RandomState(seed)
        X = rng.standard_normal((50, 5))
        X = (X - X.mean(axis=0)) / X.std(axis=0)
        y = np.sin(X[:, 1]) + 0.5 * X[:, 3] ** 2 + 0.1 * rng.standard_normal(50)
        y = (y - y.mean()) / y.std()
        settings = {"C": 2.0 ** rng.randint(-1, 5), "kappa": 2.0 ** rng.randint(-4, 0), "epsilon": 0.1}
        ours = METHODS[span, retrain](**settings, bound_loss="linear").fit(X, y).ranking_
        # Our columns stand in an order of their own; without ties it changes nothing.
        plain = plain_bounds.rank(X, y, **settings, span=span, retrain=retrain)
        np.testing.assert_array_equal(ours, plain, err_msg=f"seed {seed}")


def test_a_gram_matrix_without_a_feature():
    rng = np.random.RandomState(0)
    # The third column is spread so wide that its factor cannot be divided by.
    X = rng.standard_normal((20, 3)) * np.array([1.0, 1.0, 100.0])
    factors, left = GramFactors(X, 0.5), np.arange(3)
    for position in left:
        ours = factors.gram_without(factors.gram(left), left, position)
        others = np.delete(X, position, axis=1)
        np.testing.assert_allclose(ours, gaussian_kernel(others, others, 0.5), atol=1e-12)
    alone = factors.gram_without(factors.gram(left[2:]), left[2:], 0)
    np.testing.assert_array_equal(alone, np.ones((20, 20)))
