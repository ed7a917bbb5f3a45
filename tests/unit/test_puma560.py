"""Dynamics of the Puma 560: energy, inverse against forward, and what the Pumadyn problem draws from them."""

from dataclasses import replace

import numpy as np
import pytest
from sieveflow.datasets.generators.puma560 import (
    GRAVITY,
    N_JOINTS,
    PUMA,
    forward_dynamics,
    inverse_dynamics,
    mass_matrix,
)
from sieveflow.datasets.generators.pumadyn import generate, last_acceleration


def states(n=20, seed=0):
    rng = np.random.RandomState(seed)
    return rng.uniform(-2, 2, (n, N_JOINTS)), rng.uniform(-2, 2, (n, N_JOINTS)), rng.uniform(-50, 50, (n, N_JOINTS))


def centre_heights(q):
    """Heights of the centres of mass, by chained homogeneous transforms written out anew."""
    heights = np.empty(q.shape)
    for row, angles in enumerate(q):
        frame = np.eye(4)
        for j, angle in enumerate(angles):
            c, s, ca, sa = np.cos(angle), np.sin(angle), np.cos(PUMA.twist[j]), np.sin(PUMA.twist[j])
            a, d = PUMA.length[j], PUMA.offset[j]
            frame = frame @ [[c, -s * ca, s * sa, a * c], [s, c * ca, -c * sa, a * s], [0, sa, ca, d], [0, 0, 0, 1]]
            heights[row, j] = (frame @ np.append(PUMA.centre[j], 1.0))[2]
    return heights


def energy(q, speed):
    kinetic = 0.5 * np.einsum("ni,nij,nj->n", speed, mass_matrix(PUMA, q), speed)
    return kinetic + GRAVITY * centre_heights(q) @ PUMA.mass


def test_torques_give_back_the_accelerations_that_they_come_from():
    q, speed, torque = states()
    acceleration = forward_dynamics(PUMA, q, speed, torque)
    np.testing.assert_allclose(inverse_dynamics(PUMA, q, speed, acceleration), torque, rtol=1e-9, atol=1e-9)


def test_torques_at_rest_are_the_slope_of_the_potential_energy():
    q, _, _ = states(5)
    still, step = np.zeros_like(q), 1e-6
    torque = inverse_dynamics(PUMA, q, still, still)
    for j in range(N_JOINTS):
        moved = step * (np.arange(N_JOINTS) == j)
        slope = GRAVITY * (centre_heights(q + moved) - centre_heights(q - moved)) @ PUMA.mass / (2 * step)
        np.testing.assert_allclose(torque[:, j], slope, atol=1e-6)


def test_the_power_of_the_torques_is_the_change_of_energy():
    q, speed, torque = states()
    acceleration = forward_dynamics(PUMA, q, speed, torque)
    step = 1e-6
    ends = [energy(q + sign * step * speed, speed + sign * step * acceleration) for sign in (-1, 1)]
    np.testing.assert_allclose((ends[1] - ends[0]) / (2 * step), (torque * speed).sum(axis=1), rtol=1e-5, atol=1e-4)


def test_the_mass_matrix_is_symmetric_and_positive():
    matrix = mass_matrix(PUMA, states()[0])
    np.testing.assert_allclose(matrix, np.swapaxes(matrix, 1, 2), atol=1e-12)
    assert np.linalg.eigvalsh(matrix).min() > 0


def test_parameters_may_differ_from_state_to_state():
    q, speed, torque = states(3)
    masses = PUMA.mass * np.array([[1.0], [2.0], [0.5]])
    together = forward_dynamics(replace(PUMA, mass=masses), q, speed, torque)
    for row in range(3):
        one = [values[row : row + 1] for values in (q, speed, torque)]
        np.testing.assert_allclose(together[row], forward_dynamics(replace(PUMA, mass=masses[row]), *one)[0], rtol=1e-9)


@pytest.mark.parametrize("spread", [0.35, 0.75])
def test_inputs_fill_their_ranges_and_the_noise_has_its_deviation(spread):
    X, y = generate(np.random.RandomState(0), n=3000, spread=spread, noise_deviation=0.02)
    assert X.shape == (3000, 32)
    limits = [(0, spread * np.pi, -spread * np.pi), (14, 100 * spread, -100 * spread), (30, 1 + 2 * spread, 1 - spread)]
    for column, top, bottom in limits:
        reach = 0.01 * (top - bottom)
        assert top - reach < X[:, column].max() <= top
        assert bottom <= X[:, column].min() < bottom + reach
    assert (y - last_acceleration(X)).std() == pytest.approx(0.02, rel=0.05)


def test_the_acceleration_follows_the_torque_of_joint_4_and_the_angle_of_joint_5():
    X, y = generate(np.random.RandomState(0), n=3000, spread=0.75, noise_deviation=0.0)
    assert np.corrcoef(y, X[:, 15] * np.cos(X[:, 4]))[0, 1] ** 2 > 0.95
