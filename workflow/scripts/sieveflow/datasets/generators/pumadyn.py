"""The larger Pumadyn problem: the acceleration of the last joint of a Puma 560 from its state, torques and make."""

from dataclasses import replace

import numpy as np

from sieveflow.datasets.generators.puma560 import N_JOINTS, PUMA, forward_dynamics

# Angles and speeds of all joints, torques of the first five, changes of five masses, lengths and frictions.
_N_MOTION, _N_TORQUES, _N_CHANGES = 2 * N_JOINTS, 5, 15


def generate(rng, *, n, spread, noise_deviation):
    """Draw states and the noisy acceleration of joint 6.

    The changes of friction are drawn and have no effect, since there is no friction.

    Parameters
    ----------
    rng : RandomState
    n : int
        Number of samples.
    spread : float
        Angles and speeds are uniform within spread times pi, torques within 100 times spread, and what masses and
        lengths are multiplied with between 1 - spread and 1 + 2 spread. 0.35 gives a fairly linear problem, 0.75 a
        non-linear one.
    noise_deviation : float
        Standard deviation of the noise on the target.

    Returns
    -------
    X, y : ndarray

    References
    ----------
    The pumadyn family of Delve, University of Toronto. The ranges and what the inputs stand for were recovered from its
    data (docs/datasets.md).
    """
    motion = spread * np.pi * rng.uniform(-1.0, 1.0, size=(n, _N_MOTION))
    torques = 100.0 * spread * rng.uniform(-1.0, 1.0, size=(n, _N_TORQUES))
    changes = rng.uniform(1.0 - spread, 1.0 + 2.0 * spread, size=(n, _N_CHANGES))
    X = np.concatenate([motion, torques, changes], axis=1)
    return X, last_acceleration(X) + noise_deviation * rng.standard_normal(n)


def last_acceleration(X):
    """The acceleration of joint 6, which has no torque, for rows of inputs in the order of the data sets."""
    angles, speeds, torques, changes = np.split(X, [N_JOINTS, _N_MOTION, _N_MOTION + _N_TORQUES], axis=1)
    # The last link is as it was made.
    mass, length = (np.pad(changes[:, first : first + 5], ((0, 0), (0, 1)), constant_values=1.0) for first in (0, 5))
    arm = replace(PUMA, mass=PUMA.mass * mass, inertia=PUMA.inertia * mass[:, :, None], length=PUMA.length * length)
    return forward_dynamics(arm, angles, speeds, np.pad(torques, ((0, 0), (0, 1))))[:, -1]
