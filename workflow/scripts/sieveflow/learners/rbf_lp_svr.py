"""Bagged nu support vector regression with a 1-norm penalty and a Gaussian kernel, as studies test it.

It tunes itself in every bag, on the samples that the bag leaves out, so that it has no hyper-parameters.
"""

import numpy as np

from sieveflow.learners.kernels import gaussian_kernel
from sieveflow.learners.lp_svr import LpSvr
from sieveflow.scaling import standardise

_BAGS = 10
# The part of the samples that judges the machines of a bag.
_HELD_OUT = 0.2
_KAPPA = (0.1, 0.5)  # over the number of features
_C = (30.0, 300.0)
_NU = (0.2, 0.6)


def predict(X, y, X_test):
    """Train on some samples and predict the targets of others: the mean over bags."""
    mean = y.mean()
    target, deviation = standardise(y)
    # Of fixed seed: the bags are a property of the data.
    rng = np.random.RandomState(0)
    total = np.zeros(X_test.shape[0])
    for _ in range(_BAGS):
        order = rng.permutation(y.size)
        cut = max(1, round(_HELD_OUT * y.size))
        total += _best_machine(X[order[cut:]], target[order[cut:]], X[order[:cut]], target[order[:cut]])(X_test)
    return mean + deviation * total / _BAGS


def _best_machine(X, y, X_held_out, y_held_out):
    """The machine with the lowest error on held-out samples, as a function."""
    lowest, best = np.inf, None
    for factor in _KAPPA:
        kappa = factor / X.shape[1]
        machines = LpSvr(gaussian_kernel(X, X, kappa), y)
        outer = gaussian_kernel(X_held_out, X, kappa)
        for C in _C:
            for nu in _NU:
                machine = machines.fit(C, nu)
                error = np.square(outer @ machine.w + machine.offset - y_held_out).sum()
                if error < lowest:
                    lowest, best = error, (kappa, machine)
    kappa, machine = best
    return lambda Z: gaussian_kernel(Z, X, kappa) @ machine.w + machine.offset
