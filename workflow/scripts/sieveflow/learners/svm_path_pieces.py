"""Stretches of the SVM path: solutions at breakpoints, linear in between."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Piece:
    """Some breakpoints in a row, from larger to smaller lambda; between two of them the solution is linear in lambda.

    Attributes
    ----------
    lambdas : ndarray of shape (r,)
        Breakpoints, falling; equal ones stand for two solutions of the same machine.
    theta : ndarray of shape (r,)
        lambda times the offset.
    moving : ndarray of int, shape (t,)
        Samples whose coefficient is not at the same bound at all of these breakpoints.
    beta : ndarray of shape (r, t)
        y_i alpha_i of these samples.
    resting : ndarray of int
        Samples at their upper bound at all of these breakpoints.
    resting_beta : ndarray
        y_i alpha_i of these.
    events : int
        How many of the breakpoints after the first are changes of the sets L, R, E.
    gap, residual : ndarray of shape (r,)
        Relative duality gap, and violation of the optimality conditions, at every breakpoint.
    """

    lambdas: np.ndarray
    theta: np.ndarray
    moving: np.ndarray
    beta: np.ndarray
    resting: np.ndarray
    resting_beta: np.ndarray
    events: int
    gap: np.ndarray
    residual: np.ndarray

    def decisions(self, kernel):
        """lambda f(x), (6.17), at the breakpoints for samples with these kernel values (m, n); of shape (r, m)."""
        constant = kernel[:, self.resting] @ self.resting_beta
        return self.beta @ kernel[:, self.moving].T + (self.theta[:, None] + constant)

    def between(self, lam):
        """Row k and share s so that the solution at lambda is (1 - s) row k + s row k + 1."""
        if self.lambdas.size == 1:
            return 0, 0.0
        k = int(np.searchsorted(-self.lambdas, -lam, side="right")) - 1
        k = min(max(k, 0), self.lambdas.size - 2)
        width = self.lambdas[k] - self.lambdas[k + 1]
        return k, (self.lambdas[k] - lam) / width if width > 0.0 else 0.0
