"""The quadratic program of reduced sets against an independent solver."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sieveflow.reduced_set import reduced_set_weights


def program(n, d, sigma, seed=0):
    X = np.random.RandomState(seed).standard_normal((n, d))
    distances = np.square(X[:, None] - X[None]).sum(axis=2)
    wide = np.exp(-distances / (4 * sigma**2)) / (2 * np.sqrt(np.pi) * sigma) ** d
    narrow = np.exp(-distances / (2 * sigma**2)) / (np.sqrt(2 * np.pi) * sigma) ** d
    # In units of the wide kernel at zero, so that both solvers see numbers near one.
    return distances, wide / wide[0, 0], narrow.mean(axis=1) / wide[0, 0]


@pytest.mark.parametrize(("n", "d", "sigma"), [(12, 2, 0.3), (20, 2, 1.0), (25, 5, 0.7), (15, 1, 2.0)])
def test_weights_minimise_the_integrated_squared_error(n, d, sigma):
    distances, Q, b = program(n, d, sigma)
    ours = reduced_set_weights(distances, d, sigma)

    def value(w):
        return 0.5 * w @ Q @ w - b @ w

    peer = minimize(
        value,
        np.full(n, 1 / n),
        jac=lambda w: Q @ w - b,
        bounds=[(0, None)] * n,
        constraints={"type": "eq", "fun": lambda w: w.sum() - 1, "jac": lambda w: np.ones(n)},
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 1000},
    )
    assert ours.min() >= 0 and ours.sum() == pytest.approx(1.0, abs=1e-12)
    assert value(ours) <= value(peer.x) + 1e-9
    gradient = Q @ ours - b
    # Optimal: where there is weight the gradient is the same, elsewhere it is no less.
    assert gradient[ours > 0].max() - gradient.min() <= 1e-5


def test_the_set_is_reduced():
    distances, _, _ = program(200, 2, 1.0)
    weights = reduced_set_weights(distances, 2, 1.0)
    assert np.count_nonzero(weights) < 20


def test_where_it_starts_does_not_matter():
    distances, _, _ = program(40, 3, 0.5)
    cold = reduced_set_weights(distances, 3, 0.5)
    start = np.zeros(40)
    start[7] = 1.0
    np.testing.assert_allclose(reduced_set_weights(distances, 3, 0.5, start), cold, atol=1e-4)
