"""The parts of the SVM path against plain linear algebra."""

import numpy as np
import pytest
from sieveflow.learners.kernels import gaussian_kernel
from sieveflow.learners.svm_path_decisions import _uncertain, changed_sides, detour, row_sums
from sieveflow.learners.svm_path_judge import off_margin
from sieveflow.learners.svm_path_margin import Margin
from sieveflow.learners.svm_path_pivots import BOUND, MARGIN, ZERO, pivot_block
from sieveflow.learners.svm_path_start import rough_solution


def gram_matrix(n=40, d=3, seed=0):
    X = np.random.RandomState(seed).standard_normal((n, d))
    return gaussian_kernel(X, X, 0.5)


def halved(gram, samples):
    """A margin that has seen that its inverse is precise, and keeps half of it where samples are many."""
    n = gram.shape[0]
    margin, ones, status = Margin(gram, samples), np.ones(n), np.zeros(n, dtype=np.int8)
    margin.solve(ones, ones, ones, ones, status, np.zeros(n))
    return margin


def inverse_of(gram, samples):
    system = np.ones((samples.size + 1, samples.size + 1))
    system[0, 0] = 0.0
    system[1:, 1:] = gram[np.ix_(samples, samples)]
    return np.linalg.inv(system)


@pytest.mark.parametrize("count", [0, 1, 4, 7, 40])
def test_sums_of_rows(count):
    gram, rng = gram_matrix(), np.random.RandomState(1)
    samples, weights = rng.permutation(40)[:count], rng.standard_normal((3, count))
    np.testing.assert_allclose(row_sums(gram, samples, weights), weights @ gram[samples], atol=1e-13)


@pytest.mark.parametrize("kernel", ["gaussian", "linear"])
def test_the_inverse_is_that_of_the_system(kernel):
    X = np.random.RandomState(3).standard_normal((6, 5))
    gram = gaussian_kernel(X, X, 0.2) if kernel == "gaussian" else X @ X.T
    margin = Margin(gram, np.arange(6))
    expected = inverse_of(gram, np.arange(6))
    np.testing.assert_allclose(margin.inverse, expected, atol=1e-10 * np.abs(expected).max())


def pivots_from(gram, y, margin, *, targets, most=60, refine=False):
    """A block of pivots from a margin that is optimal for some targets, towards others; and what decisions it saw."""
    n = y.size
    status, bounds = np.zeros(n, dtype=np.int8), 0.9 * y
    status[margin.samples] = MARGIN
    beta = 0.3 * y[margin.samples]
    h = beta @ gram[margin.samples]
    first = np.minimum(y * h - 0.01, targets)
    first[margin.samples] = (y * h)[margin.samples]
    start = np.vstack([np.append(0.0, beta), inverse_times(gram, margin.samples, y * (targets - first))])
    watched = np.flatnonzero(status != MARGIN)
    aims = y, first, targets - first, bounds, status
    found = pivot_block(gram, margin.samples, watched, *margin.buffers, start, h, *aims, 1.0, 1e-12, most, refine)
    return found, first, bounds


def inverse_times(gram, samples, right):
    return inverse_of(gram, samples) @ np.append(0.0, right[samples])


@pytest.fixture(scope="module", params=["few", "many"])
def block(request):
    n, samples = (40, np.arange(0, 24, 3)) if request.param == "few" else (260, np.arange(170))
    gram, y = gram_matrix(n, 3 if request.param == "few" else 8, seed=5), np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    margin = halved(gram, samples)
    assert margin.buffers[2] is (request.param == "many")
    targets = np.random.RandomState(6).uniform(0.1, 1.0, n)
    found, first, bounds = pivots_from(gram, y, margin, targets=targets)
    return gram, y, margin, found, first, bounds


def test_breakpoints_of_a_block_keep_margins_and_sides(block):
    gram, y, _, (taus, values, states, _, who, *_), first, bounds = block
    targets = np.random.RandomState(6).uniform(0.1, 1.0, y.size)
    reached = {ZERO, BOUND, MARGIN} if y.size == 40 else {ZERO, MARGIN}
    assert taus.size > 10 and reached <= set(np.unique(states[:, : who.size]))
    for tau, row, state in zip(taus, values, states, strict=True):
        beta, status = np.zeros(y.size), np.zeros(y.size)
        beta[who[1:]], status[who[1:]] = row[1 : who.size], state[1 : who.size]
        slack = y * (gram @ beta + row[0]) - (first + tau * (targets - first))
        assert abs(beta.sum() - values[0, 1 : who.size].sum()) < 1e-10
        assert np.abs(slack[status == MARGIN]).max() < 1e-9
        assert slack[status == ZERO].min() > -1e-9 and slack[status == BOUND].max(initial=-1.0) < 1e-9
        assert (beta * y > -1e-12).all() and (np.abs(beta) <= np.abs(bounds) + 1e-12).all()


@pytest.mark.parametrize("share", [0.3, 0.6, 1.0])
def test_the_inverse_follows_who_comes_and_goes(block, share):
    gram, _, margin, (taus, _, states, counts, who, _, _, fresh, lefts, rights, _), *_ = block
    row = int(share * (taus.size - 1))
    other = halved(gram, margin.samples)
    other.exchange(states[row, : who.size], who, fresh, lefts, rights, counts[row])
    assert set(other.samples) == set(who[1:][states[row, 1 : who.size] == MARGIN])
    assert other.error() < 1e-9
    expected = inverse_of(gram, other.samples)
    np.testing.assert_allclose(other.inverse, expected, atol=1e-9 * np.abs(expected).max())


def test_of_a_precise_inverse_half_is_used():
    gram, samples = gram_matrix(260, 8), np.arange(170)
    targets, rates = np.random.RandomState(7).uniform(1.0, 2.0, (2, 260))
    y, status = np.where(np.arange(260) % 2 == 0, 1.0, -1.0), np.zeros(260, dtype=np.int8)
    margin = halved(gram, samples)
    margin.buffers[1][np.triu_indices(171, 1)] = np.nan
    solution, off = margin.solve(y, targets, rates, y, status, np.zeros(260))
    right = np.vstack([np.zeros(2), np.column_stack([y * targets, y * rates])[:170]])
    np.testing.assert_allclose(solution.T, inverse_of(gram, samples) @ right, atol=1e-10)
    assert off < 1e-12


def test_of_an_inverse_close_to_singularity_both_halves_are_kept():
    gram = gram_matrix(260, 8)
    # Two samples that are nearly one.
    gram[1] = gram[:, 1] = (1.0 - 1e-11) * gram[0]
    gram[1, 1] = 1.0
    assert halved(gram, np.arange(170)).buffers[2] is False


def test_a_sample_that_enters_late_is_noticed_where_optimality_is_not_broken():
    # At the first breakpoint it is 1e-6 away from the margin with alpha at zero, at the second it has moved.
    y, targets, rates = np.array([1.0, -1.0]), np.array([1.0, 1.0]), np.array([0.0, 0.0])
    taus, moving = np.array([0.0, 0.1, 0.2]), np.array([0, 1])
    h = np.array([[0.0, 1.0, -1.5], [0.0, 1.0, -1.0 - 1e-6], [0.0, 1.0, -1.0]])
    states = np.array([[MARGIN, MARGIN, ZERO], [MARGIN, MARGIN, MARGIN], [MARGIN, MARGIN, MARGIN]], dtype=np.int8)
    off, largest = off_margin(taus, h, states, moving, y, targets, rates)
    np.testing.assert_allclose(off, [0.0, 1e-6, 0.0], atol=1e-15)
    assert largest == 1.0
    beta, middle = np.array([[0.0, 0.3, 0.0], [0.0, 0.3, 0.0], [0.0, 0.3, -0.3]]), 0.5 * (h[1] + h[2])
    for k in (1, 2):
        assert violation(beta[k, 1:] * y, y * h[k, 1:]) < 1e-15
    assert violation(0.5 * (beta[1] + beta[2])[1:] * y, y * middle[1:]) == pytest.approx(5e-7)


def violation(alpha, margins):
    """The largest violation of the optimality conditions, plainly."""
    return np.abs(alpha - np.clip(alpha + 1.0 - margins, 0.0, 1.0)).max()


def test_refined_events_do_not_multiply_the_errors_of_an_inverse():
    y, worst = np.where(np.arange(40) % 2 == 0, 1.0, -1.0), {False: 0.0, True: 0.0}
    for seed in range(8):
        gram = gram_matrix(seed=seed)
        for refine in worst:
            margin = Margin(gram, np.arange(0, 24, 3))
            margin.inverse[:] += 1e-9 * np.random.RandomState(0).standard_normal(margin.inverse.shape)
            before = margin.error()
            targets = np.random.RandomState(6).uniform(0.1, 1.0, 40)
            found, *_ = pivots_from(gram, y, margin, targets=targets, refine=refine)
            _, _, states, counts, who, _, _, *made, _ = found
            margin.exchange(states[-1, : who.size], who, *made, counts[-1])
            worst[refine] = max(worst[refine], margin.error() / before)
    assert worst[True] < 1.0 and worst[False] > 5.0


@pytest.mark.parametrize("afresh", [False, True])
def test_what_samples_at_their_bound_contribute_is_followed(afresh):
    gram, rng = gram_matrix(), np.random.RandomState(8)
    bounds, status = rng.standard_normal(40), rng.randint(0, 3, 40).astype(np.int8)
    begun = np.where(status == BOUND, bounds, 0.0) @ gram
    moving, after = rng.permutation(40)[:15], rng.randint(0, 3, 15).astype(np.int8)
    found = changed_sides(gram, moving, after, status, bounds, begun, afresh)
    assert (status[moving] == after).all()
    np.testing.assert_allclose(found, np.where(status == BOUND, bounds, 0.0) @ gram, atol=1e-12)


def test_the_rough_start_is_a_solution_from_either_guess():
    rng = np.random.RandomState(9)
    X = rng.standard_normal((60, 4))
    y = np.where(X[:, 0] + 0.5 * rng.standard_normal(60) > 0.4, 1.0, -1.0)
    for lam in (100.0, 1.0, 0.01):
        gram = X @ X.T
        alpha, theta = rough_solution(gram, y, lam, 1e-6, 10**6)
        margins = y * (gram @ (alpha * y) + theta)
        assert abs(alpha @ y) < 1e-9
        assert (margins[alpha < 1.0] > lam * (1 - 2e-6)).all() and (margins[alpha > 0.0] < lam * (1 + 2e-6)).all()


def test_no_decision_is_farther_from_the_line_than_the_detour_says():
    gram, rng = gram_matrix(), np.random.RandomState(4)
    beta = np.cumsum(rng.standard_normal((6, 40)) * (np.arange(40) < 9), axis=0)
    theta, taus = rng.standard_normal(6), np.array([0.0, 0.1, 0.4, 0.4, 0.7, 1.0])
    h = beta @ gram + theta[:, None]
    distance, shift = detour(taus, np.column_stack([theta, beta[:, :9]]), np.column_stack([theta, h[:, :9]]))
    line = (1.0 - taus[:, None]) * h[0] + taus[:, None] * h[-1]
    assert (np.abs(h - line) <= np.sqrt(np.diag(gram)) * distance + shift).all()
    assert np.abs(h - line).max() > 0.1 * (distance + shift)


def test_samples_that_are_not_looked_at_stay_on_their_side_and_more_stretches_leave_fewer_to_look_at():
    gram, rng = gram_matrix(400), np.random.RandomState(5)
    moving, nobody, r = np.arange(9), np.zeros(0, dtype=np.int64), 40
    beta = np.cumsum(0.05 * rng.standard_normal((r, 400)) * (np.arange(400) < 9), axis=0)
    theta, taus = 0.05 * np.cumsum(rng.standard_normal(r)), np.sort(rng.uniform(0.0, 1.0, r))
    taus -= taus[0]
    h = beta @ gram + theta[:, None]
    y, targets, rates = rng.choice([-1.0, 1.0], 400), rng.uniform(-1.5, 1.5, 400), rng.uniform(-0.5, 0.5, 400)
    slack = h - y * (targets + taus[:, None] * rates)
    status = np.where(y * slack[0] > 0.0, ZERO, BOUND)
    beta, h_moving = np.column_stack([theta, beta[:, :9]]), np.column_stack([theta, h[:, :9]])
    ones, before = np.ones(400), None
    for stretches in (1, 3, 13):
        rows = np.arange(stretches + 1) * (r - 1) // stretches
        aims = nobody, targets, rates, ones
        found, side = _uncertain(taus, beta, h_moving, rows, h[rows], y, status, moving, *aims)
        rest = np.setdiff1d(np.arange(9, 400), found)
        assert (np.where(status == ZERO, y, -y) * slack > 0.0)[:, rest].all()
        assert np.array_equal(side, np.where(status == ZERO, y, -y)[found])
        crossing = 9 + np.flatnonzero((slack[:, 9:] * slack[0, 9:] < 0.0).any(axis=0))
        assert crossing.size and np.isin(crossing, found).all()
        assert before is None or found.size < before
        before = found.size
    h[-1], h_moving[-1], beta[-1] = np.nan, np.nan, np.nan
    found, _ = _uncertain(taus, beta, h_moving, rows[[0, -1]], h[[0, -1]], y, status, moving, *aims)
    assert np.array_equal(found, np.arange(9, 400)), "where a machine is undefined nothing is certain"
