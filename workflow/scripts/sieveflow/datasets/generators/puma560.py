"""Dynamics of the Puma 560 robot arm: six revolute joints, many states at once."""

from dataclasses import dataclass

import numpy as np

N_JOINTS = 6
GRAVITY = 9.81


@dataclass(frozen=True)
class Arm:
    """Kinematic and inertial parameters of an arm; those of a link may differ from state to state.

    Attributes
    ----------
    twist : ndarray of shape (6,)
        alpha of Denavit and Hartenberg's standard form.
    length, offset : ndarray of shape (6,) or (n, 6)
        Its a and d, in m.
    mass : ndarray of shape (6,) or (n, 6)
        In kg.
    centre : ndarray of shape (6, 3) or (n, 6, 3)
        Centres of mass in the frames of their links, in m.
    inertia : ndarray of shape (6, 3) or (n, 6, 3)
        Principal moments about the centre of mass, in kg m^2.
    rotor : ndarray of shape (6,)
        Inertia of the motors as the joints feel it, gear ratio squared times that of the rotor, in kg m^2.
    """

    twist: np.ndarray
    length: np.ndarray
    offset: np.ndarray
    mass: np.ndarray
    centre: np.ndarray
    inertia: np.ndarray
    rotor: np.ndarray


_GEARS = np.array([-62.6111, 107.815, -53.7063, 76.0364, 71.923, 76.686])
_ROTORS = 1e-6 * np.array([200.0, 200.0, 200.0, 33.0, 33.0, 33.0])

# Values that are in common use, after measurements of Armstrong, Khatib and Burdick (1986); tests/measure_pumadyn.py
# holds what follows from them against real rows.
PUMA = Arm(
    twist=np.pi / 2 * np.array([1.0, 0.0, -1.0, 1.0, -1.0, 0.0]),
    length=np.array([0.0, 0.4318, 0.0203, 0.0, 0.0, 0.0]),
    offset=np.array([0.0, 0.0, 0.15005, 0.4318, 0.0, 0.0]),
    mass=np.array([0.0, 17.4, 4.8, 0.82, 0.34, 0.09]),
    centre=np.array(
        [
            [0.0, 0.0, 0.0],
            [-0.3638, 0.006, 0.2275],
            [-0.0203, -0.0141, 0.070],
            [0.0, 0.019, 0.0],
            [0.0, 0.0, 0.0],
            [0.0, 0.0, 0.032],
        ]
    ),
    inertia=np.array(
        [
            [0.0, 0.35, 0.0],
            [0.13, 0.524, 0.539],
            [0.066, 0.086, 0.0125],
            [1.8e-3, 1.3e-3, 1.8e-3],
            [0.3e-3, 0.4e-3, 0.3e-3],
            [0.15e-3, 0.15e-3, 0.04e-3],
        ]
    ),
    rotor=_GEARS**2 * _ROTORS,
)


def _turns(q, twist):
    """Rotations from the frame of every link to that of the one before it, of shape (n, 6, 3, 3)."""
    c, s = np.cos(q), np.sin(q)
    ca, sa = np.cos(twist), np.sin(twist)
    turn = np.zeros((*q.shape, 3, 3))
    turn[..., 0, 0], turn[..., 0, 1], turn[..., 0, 2] = c, -s * ca, s * sa
    turn[..., 1, 0], turn[..., 1, 1], turn[..., 1, 2] = s, c * ca, -c * sa
    turn[..., 2, 1], turn[..., 2, 2] = sa, ca
    return turn


def _turned_back(turn, vectors):
    """Vectors of the frame before, in the frame of the link."""
    return np.einsum("nji,nj->ni", turn, vectors)


def inverse_dynamics(arm, q, speed, acceleration, *, gravity=GRAVITY):
    """Torques that give the accelerations, by recursive Newton-Euler equations.

    Parameters
    ----------
    arm : Arm
    q, speed, acceleration : ndarray of shape (n, 6)
        Joint angles and their derivatives.
    gravity : float
        Acceleration of free fall along -z of the base.

    Returns
    -------
    torque : ndarray of shape (n, 6)

    References
    ----------
    Luh, Walker and Paul (1980), On-line computational scheme for mechanical manipulators, J. Dyn. Sys. Meas. Control.
    """
    n = q.shape[0]
    turn = _turns(q, arm.twist)
    shift = _shifts(arm, n)
    centre, inertia = (np.broadcast_to(values, (n, N_JOINTS, 3)) for values in (arm.centre, arm.inertia))
    mass = np.broadcast_to(arm.mass, (n, N_JOINTS))
    axis = np.array([0.0, 0.0, 1.0])
    spin, spin_rate = np.zeros((n, 3)), np.zeros((n, 3))
    # The base accelerates upwards instead of the links falling.
    push = np.tile([0.0, 0.0, gravity], (n, 1))
    forces, moments = [], []
    for j in range(N_JOINTS):
        turning = speed[:, j, None] * axis
        spin_rate = _turned_back(turn[:, j], spin_rate + acceleration[:, j, None] * axis + np.cross(spin, turning))
        spin = _turned_back(turn[:, j], spin + turning)
        push = _turned_back(turn[:, j], push) + _carried(spin, spin_rate, shift[:, j])
        forces.append(mass[:, j, None] * (push + _carried(spin, spin_rate, centre[:, j])))
        moments.append(inertia[:, j] * spin_rate + np.cross(spin, inertia[:, j] * spin))
    torque = np.empty((n, N_JOINTS))
    force, moment = np.zeros((n, 3)), np.zeros((n, 3))
    for j in range(N_JOINTS - 1, -1, -1):
        # From the link beyond, in this link's frame.
        if j + 1 < N_JOINTS:
            force = np.einsum("nij,nj->ni", turn[:, j + 1], force)
            moment = np.einsum("nij,nj->ni", turn[:, j + 1], moment)
        moment = moment + np.cross(shift[:, j], force) + np.cross(shift[:, j] + centre[:, j], forces[j]) + moments[j]
        force = force + forces[j]
        # The joint's axis is z of the frame before.
        torque[:, j] = np.einsum("ni,ni->n", moment, turn[:, j, 2, :])
    return torque + arm.rotor * acceleration


def _shifts(arm, n):
    """Origins of the links' frames seen from the frame before, in the frame of the link, of shape (n, 6, 3)."""
    length, offset = (np.broadcast_to(values, (n, N_JOINTS)) for values in (arm.length, arm.offset))
    return np.stack([length, offset * np.sin(arm.twist), offset * np.cos(arm.twist)], axis=2)


def _carried(spin, spin_rate, arm):
    """Acceleration of the end of a lever that turns."""
    return np.cross(spin_rate, arm) + np.cross(spin, np.cross(spin, arm))


def mass_matrix(arm, q):
    """Inertia of the arm in joint space, of shape (n, 6, 6): the torques of unit accelerations at rest."""
    still = np.zeros_like(q)
    columns = []
    for j in range(N_JOINTS):
        unit = still.copy()
        unit[:, j] = 1.0
        columns.append(inverse_dynamics(arm, q, still, unit, gravity=0.0))
    return np.stack(columns, axis=2)


def forward_dynamics(arm, q, speed, torque):
    """Accelerations that torques give, without friction: an ndarray of shape (n, 6)."""
    bias = inverse_dynamics(arm, q, speed, np.zeros_like(q))
    return np.linalg.solve(mass_matrix(arm, q), (torque - bias)[..., None])[..., 0]
