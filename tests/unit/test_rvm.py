"""The relevance vector machine: its evidence, its steps, its optimum, its predictions."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.linalg import null_space
from scipy.stats import multivariate_normal
from sieveflow.learners.kernels import gaussian_kernel
from sieveflow.learners.rvm_estimator import RelevanceVectorRegressor
from sieveflow.learners.rvm_evidence import Model, Posterior, Reduced, addition_gain, climb
from sklearn.utils.estimator_checks import parametrize_with_checks


def sample(n=120, d=3, seed=0, noise=0.1):
    rng = np.random.RandomState(seed)
    X = rng.uniform(-2, 2, size=(n, d))
    return X, np.sin(2 * X[:, 0]) + 0.5 * X[:, 1] + noise * rng.standard_normal(n)


def reduced_of(n=60, kappa=0.5, seed=0):
    X, y = sample(n, seed=seed)
    columns = gaussian_kernel(X, X, kappa)
    columns /= np.linalg.norm(columns, axis=0)
    return columns, y, Reduced.of(columns, y, n)


def direct_evidence(columns, y, model):
    covariance = np.eye(y.size) / model.beta + (columns[:, model.active] / model.alpha) @ columns[:, model.active].T
    return multivariate_normal(np.zeros(y.size), covariance).logpdf(y)


MODEL = Model(np.array([3, 17, 40]), np.array([0.5, 2.0, 30.0]), 9.0)


def test_the_evidence_is_the_density_of_the_targets():
    columns, y, reduced = reduced_of()
    assert Posterior(reduced, MODEL).evidence == pytest.approx(direct_evidence(columns, y, MODEL), rel=1e-12)


def test_sparsity_and_quality_are_reduced_with_the_inverse_covariance():
    columns, y, reduced = reduced_of()
    own = columns[:, MODEL.active]
    inverse = np.linalg.inv(np.eye(y.size) / MODEL.beta + (own / MODEL.alpha) @ own.T)
    now = Posterior(reduced, MODEL)
    np.testing.assert_allclose(now.sparsity, np.einsum("nm,nk,km->m", columns, inverse, columns), rtol=1e-9)
    np.testing.assert_allclose(now.quality, columns.T @ inverse @ y, rtol=1e-8)


def test_the_gain_of_an_addition_is_the_difference_of_evidences():
    columns, y, reduced = reduced_of()
    now = Posterior(reduced, MODEL)
    gains = addition_gain(now.sparsity, now.quality, MODEL.beta)
    m = int(np.argmax(gains))
    alpha = now.sparsity[m] ** 2 / (now.quality[m] ** 2 - now.sparsity[m])
    larger = Model(np.append(MODEL.active, m), np.append(MODEL.alpha, alpha), MODEL.beta)
    gain = direct_evidence(columns, y, larger) - direct_evidence(columns, y, MODEL)
    assert gains[m] == pytest.approx(gain, rel=1e-9)


@pytest.mark.parametrize("kappa", [0.02, 0.5, 4.0])
def test_every_step_raises_the_evidence_and_the_end_is_stationary(kappa):
    columns, y, reduced = reduced_of(kappa=kappa)
    model, now, trace = climb(reduced, MODEL, tol=1e-8)
    assert np.all(np.diff(trace) >= 0.0)
    assert now.evidence > trace[0]
    assert addition_gain(now.sparsity, now.quality, model.beta)[_outside(model, y.size)].max() < 1e-6
    step = 1e-4
    for j in range(model.active.size):
        changed = [
            direct_evidence(
                columns, y, Model(model.active, model.alpha * np.exp(sign * step * _unit(j, model)), model.beta)
            )
            for sign in (-1, 1)
        ]
        assert abs(changed[1] - changed[0]) / (2 * step) < 1e-2


def test_there_may_be_more_candidates_than_samples():
    X, y = sample(60)
    columns = gaussian_kernel(X[:25], X, 0.5)
    columns /= np.linalg.norm(columns, axis=0)
    model, now, _ = climb(Reduced.of(columns, y[:25], 25), MODEL, tol=1e-4)
    assert model.active.max() >= 25
    assert now.evidence == pytest.approx(direct_evidence(columns, y[:25], model), rel=1e-9)


def _outside(model, w):
    return np.setdiff1d(np.arange(w), model.active)


def _unit(j, model):
    return (np.arange(model.active.size) == j).astype(float)


def test_with_an_offset_the_evidence_is_that_of_the_contrasts():
    X, y = sample(40)
    machine = RelevanceVectorRegressor(kappa=0.5).fit(X, y)
    basis = gaussian_kernel(X, machine.vectors_, 0.5)
    contrasts = null_space(np.ones((1, y.size))).T
    # The precisions follow from the posterior: covariance^-1 = beta B'B + A.
    centred = contrasts @ basis
    prior = np.linalg.inv(np.linalg.inv(machine.covariance_) - centred.T @ centred / machine.noise_variance_)
    covariance = machine.noise_variance_ * np.eye(y.size - 1) + centred @ prior @ centred.T
    direct = multivariate_normal(np.zeros(y.size - 1), covariance).logpdf(contrasts @ y)
    assert machine.evidence_ == pytest.approx(direct, rel=1e-6)


def centred(X, y, kappa):
    columns = gaussian_kernel(X, X, kappa)
    columns -= columns.mean(axis=0)
    columns /= np.linalg.norm(columns, axis=0)
    t = y - y.mean()
    return Reduced.of(columns, t, y.size - 1)


def expectation_maximisation(X, y, kappa, rounds=100):
    """Plain EM with all basis functions, offset taken out: the evidence it reaches."""
    reduced = centred(X, y, kappa)
    model = Model(np.arange(y.size), np.full(y.size, 1e-4), 10.0)
    for _ in range(rounds):
        now = Posterior(reduced, model)
        determined = y.size - model.alpha @ now.variances
        noise = (now.residue + determined / model.beta) / reduced.n
        model = Model(model.active, 1 / (now.mean**2 + now.variances), 1 / noise)
    return Posterior(reduced, model).evidence


def product(n=150):
    """A target that no single basis function of a wide kernel resembles."""
    rng = np.random.RandomState(0)
    X = rng.uniform(-2, 2, size=(n, 3))
    return X, X[:, 0] * X[:, 1] + 0.3 * rng.standard_normal(n)


@pytest.mark.parametrize("kappa", [0.003, 0.03, 0.3])
def test_wide_kernels_do_not_end_below_expectation_maximisation(kappa):
    X, y = product()
    machine = RelevanceVectorRegressor(kappa=kappa).fit(X, y)
    assert machine.evidence_ > expectation_maximisation(X, y, kappa)


def test_from_one_basis_function_alone_a_wide_kernel_ends_far_below():
    X, y = product()
    reduced = centred(X, y, 0.003)
    first = int(np.argmax(np.abs(reduced.target)))
    _, now, _ = climb(reduced, Model(np.array([first]), np.array([1.0]), 10.0), tol=1e-2)
    assert now.evidence < expectation_maximisation(X, y, 0.003) - 100.0


def test_more_samples_than_the_working_set_are_all_candidates():
    X, y = sample(1500, d=2)
    machine = RelevanceVectorRegressor(kappa=1.0).fit(X, y)
    assert np.all(np.diff(machine.trace_) >= -1e-9 * np.abs(machine.trace_[1:]))
    assert machine.complete_
    assert machine.relevance_.size < 60
    assert machine.noise_variance_ == pytest.approx(0.01, rel=0.1)


def two_features(n=300):
    """A polynomial of two features, which wide kernels make from differences of large terms."""
    rng = np.random.RandomState(3)
    X = rng.uniform(-2, 2, size=(n, 2))
    clean = X[:, 0] * X[:, 1] + 0.5 * X[:, 0] ** 3 - X[:, 0]
    return X, clean, clean + 0.3 * rng.standard_normal(n)


def exact_posterior(columns, y, model):
    """Mean of the weights, residue, variances of the weights and evidence, in rational numbers."""
    exact = np.vectorize(Fraction, otypes=[object])
    inside, target, alpha, beta = exact(columns[:, model.active]), exact(y), exact(model.alpha), Fraction(model.beta)
    size = alpha.size
    rows = np.hstack([beta * (inside.T @ inside) + np.diag(alpha), exact(np.eye(size))])
    log_det = 0.0
    for j in range(size):
        log_det += np.log(float(rows[j, j]))
        rows[j] = rows[j] / rows[j, j]
        for i in range(size):
            if i != j:
                rows[i] = rows[i] - rows[i, j] * rows[j]
    covariance = rows[:, size:]
    mean = covariance @ (beta * (target @ inside))
    left = target - inside @ mean
    residue = left @ left
    fit = beta * residue + alpha @ (mean * mean)
    log_det -= np.log(model.alpha).sum() + y.size * np.log(model.beta)
    evidence = -0.5 * (y.size * np.log(2 * np.pi) + log_det + float(fit))
    return mean.astype(float), float(residue), np.diag(covariance).astype(float), evidence


def test_nearly_dependent_basis_functions_have_the_posterior_of_exact_arithmetic():
    X, _, y = two_features(80)
    columns = gaussian_kernel(X, X, 0.01)
    columns /= np.linalg.norm(columns, axis=0)
    model = Model(np.arange(0, 72, 6), np.full(12, 1e-12), 10.0)
    inside = columns[:, model.active]
    assert np.linalg.cond(10.0 * inside.T @ inside + 1e-12 * np.eye(12)) > 1e13
    mean, residue, variances, evidence = exact_posterior(columns, y, model)
    now = Posterior(Reduced.of(columns, y, y.size), model)
    assert now.evidence == pytest.approx(evidence, rel=1e-9)
    assert now.residue == pytest.approx(residue, rel=1e-9)
    np.testing.assert_allclose(now.variances, variances, rtol=1e-6)
    np.testing.assert_allclose(now.mean, mean, atol=1e-6 * np.abs(mean).max())


@pytest.mark.parametrize("kappa", [0.001, 0.003, 0.01])
def test_wide_kernels_on_few_features_find_the_noise(kappa):
    X, clean, y = two_features()
    machine = RelevanceVectorRegressor(kappa=kappa).fit(X[:200], y[:200])
    told = np.square(y[:200] - machine.predict(X[:200])).mean()
    assert machine.noise_variance_ == pytest.approx(0.09, rel=0.25)
    assert told < machine.noise_variance_
    assert np.sqrt(np.square(clean[200:] - machine.predict(X[200:])).mean()) < 0.15
    assert machine.relevance_.size < 30


def test_a_wide_kernel_does_not_take_a_cubic_for_noise():
    """With one precision for all, the evidence has a local maximum where what is not linear is noise."""
    rng = np.random.RandomState(1)
    X = rng.uniform(-1.7, 1.7, size=(800, 8))
    clean = 5.0 * X[:, 0] + 3.0 * X[:, 0] * (X[:, 1] ** 2 - 1.0)
    machine = RelevanceVectorRegressor(kappa=0.01).fit(X[:600], clean[:600] + rng.standard_normal(600))
    assert machine.noise_variance_ == pytest.approx(1.0, rel=0.2)
    assert np.sqrt(np.square(clean[600:] - machine.predict(X[600:])).mean()) < 1.0


def test_deviations_cover_new_targets():
    X, y = sample(800, d=2, noise=0.3)
    machine = RelevanceVectorRegressor(kappa=0.5).fit(X[:400], y[:400])
    predicted, deviation = machine.predict(X[400:], return_std=True)
    assert np.std((y[400:] - predicted) / deviation) == pytest.approx(1.0, abs=0.1)
    far = machine.predict(np.full((1, 2), 40.0), return_std=True)
    assert far[0] == pytest.approx(machine.offset_)


@pytest.mark.parametrize("kernel", ["gaussian", "linear"])
def test_the_gradient_is_the_limit_of_difference_quotients(kernel):
    X, y = sample()
    machine = RelevanceVectorRegressor(kernel=kernel, kappa=0.5).fit(X, y)
    step = 1e-5
    for k in range(X.shape[1]):
        ends = [machine.predict(X + sign * step * (np.arange(X.shape[1]) == k)) for sign in (-1, 1)]
        np.testing.assert_allclose(machine.gradient(X)[:, k], (ends[1] - ends[0]) / (2 * step), atol=1e-6)


def test_a_linear_kernel_finds_the_plane():
    rng = np.random.RandomState(0)
    X = rng.standard_normal((200, 3))
    y = X @ [1.0, -2.0, 0.5] + 4.0 + 0.01 * rng.standard_normal(200)
    machine = RelevanceVectorRegressor(kernel="linear").fit(X, y)
    np.testing.assert_allclose(machine.gradient(X[:1])[0], [1.0, -2.0, 0.5], atol=0.01)
    assert machine.offset_ == pytest.approx(4.0, abs=0.01)


@parametrize_with_checks([RelevanceVectorRegressor()])
def test_scikit_learn(estimator, check):
    check(estimator)
