"""The quadratic program of reduced sets against a conic solver."""

import numpy as np
import pytest
from reference.conic import solve_qp
from sieveflow.criteria.reduced_set import reduced_set_weights


def program(n, d, sigma, seed=0):
    X = np.random.RandomState(seed).standard_normal((n, d))
    distances = np.square(X[:, None] - X[None]).sum(axis=2)
    wide = np.exp(-distances / (4 * sigma**2)) / (2 * np.sqrt(np.pi) * sigma) ** d
    narrow = np.exp(-distances / (2 * sigma**2)) / (np.sqrt(2 * np.pi) * sigma) ** d
    # In units of the wide kernel at zero, so that both solvers see numbers near one.
    return distances, wide / wide[0, 0], narrow.mean(axis=1) / wide[0, 0]


SMALL = [(12, 2, 0.3), (20, 2, 1.0), (25, 5, 0.7), (15, 1, 2.0)]
WIDE = [(n, d, sigma) for n in (60, 150) for d in (1, 4, 13, 36) for sigma in (0.25, 0.7, 1.4, 4.0)]


@pytest.mark.parametrize(("n", "d", "sigma"), SMALL + WIDE)
def test_weights_minimise_the_integrated_squared_error(n, d, sigma):
    distances, Q, b = program(n, d, sigma)
    ours = reduced_set_weights(distances, d, sigma)
    unit = max(1.0, np.abs(b).max())
    peer = np.maximum(solve_qp(Q / unit, -b / unit, equal=(np.ones(n), 1.0), lower=0.0), 0.0)
    peer /= peer.sum()
    assert ours.min() >= 0 and ours.sum() == pytest.approx(1.0, abs=1e-12)
    value = {name: 0.5 * w @ Q @ w - b @ w for name, w in (("ours", ours), ("peer", peer))}
    assert value["ours"] <= value["peer"] + 1e-7 * abs(value["peer"])
    gradient = Q @ ours - b
    # Optimal: where there is weight the gradient is the same, elsewhere it is no less.
    assert gradient[ours > 0].max() - gradient.min() <= 1e-5 * unit


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
