"""nu support vector regression with a 1-norm penalty, a linear program that is solved for many C and nu in turn."""

from dataclasses import dataclass
from math import log10

import numpy as np

from sieveflow.learners.boxed_simplex import Basis, solve

# As many steps lie between two values of nu as between two of C this many times as many powers of ten apart, about.
_NU_TO_LOG_C = 2.0
# Of the objective, the largest distance between primal and dual value that is taken for none.
_GAP = 1e-9
# Of the largest target, how far costs are moved apart where equal ones are in the way.
_SHAKE = 1e-7


@dataclass(frozen=True)
class LpFit:
    """A trained machine: f(x) = w' x + offset, with a tube of half width epsilon."""

    w: np.ndarray
    offset: float
    epsilon: float
    objective: float


class LpSvr:
    """Machines on one training set: minimise |w|_1 + C (mean of the slacks + nu epsilon).

    The dual is solved: maximise y' (a - a*) with a, a* in [0, 1], |A' (a - a*)| <= n / C for every column of A, a and
    a* of equal sum, and both sums together at most n nu. It has d + 2 rows, and C and nu only move their bounds: any
    basis stays dual feasible, and a few steps of the dual simplex lead from one solution to one nearby. Every solution
    is certified by the primal objective of its machine.

    Parameters
    ----------
    A : ndarray of shape (n, d)
        Inputs; for a nonlinear machine kernel values between samples and centres.
    y : ndarray of shape (n,)

    References
    ----------
    Bi, Bennett, Embrechts, Breneman and Song (2003), JMLR 3, the linear program of section 3. Smola, Schoelkopf and
    Raetsch (1999), Linear programs for automatic accuracy control in regression, ICANN.
    """

    def __init__(self, A, y):
        self._A, self._y = A, y
        n, d = A.shape
        one = np.ones((n, 1))
        # Variables are a, a* and the values of the rows, which take the equations to zero.
        self._columns = np.vstack([np.hstack([A, one, one]), np.hstack([-A, -one, one]), -np.eye(d + 2)])
        self._cost = np.concatenate([-y, y, np.zeros(d + 2)])
        self._differences = _SHAKE * np.abs(y).max() * np.random.RandomState(0).uniform(size=self._cost.size)
        # Bases of solutions by where they were found; the first one, no weight at all, is that of small C.
        self._start = (log10(n / max(np.abs(A.T @ np.sign(y - np.median(y))).max(), 1.0)), None)
        self._bases = {self._start: Basis.of_rows(2 * n, d + 2)}

    def fit(self, C, nu):
        """Train for some C and nu, from the nearest solution that is known; returns an LpFit."""
        for start, shaken in ((self._nearest(C, nu), False), (self._start, True)):
            basis = self._bases[start].copy()
            fit = self._fit_from(basis, C, nu, shaken)
            if fit is not None:
                self._bases[log10(C), nu] = basis
                return fit
        raise RuntimeError(f"the linear program of C={C:g}, nu={nu:g} was not solved")

    def _nearest(self, C, nu):
        """Where the nearest basis was found; a change of C moves more of it than one of nu."""

        def distance(place):
            return abs(log10(C) - place[0]) + (0.0 if place[1] is None else _NU_TO_LOG_C * abs(nu - place[1]))

        return min(self._bases, key=distance)

    def _fit_from(self, basis, C, nu, shaken):
        """The machine, or None where its objective does not certify it.

        Equal targets make equal costs, among which the simplex method may lose its way; shaken, it takes costs that
        differ a little first, and the true ones from where these lead to.
        """
        n, d = self._A.shape
        lower = np.concatenate([np.zeros(2 * n), np.full(d, -n / C), [0.0, 0.0]])
        upper = np.concatenate([np.ones(2 * n), np.full(d, n / C), [0.0, n * nu]])
        if shaken:
            solve(self._columns, self._cost + self._differences, lower, upper, basis)
        solution = solve(self._columns, self._cost, lower, upper, basis)
        if solution is None:
            return None
        x, prices = solution
        w, offset, epsilon = -prices[:d], -prices[d], max(-prices[d + 1], 0.0)
        slacks = np.maximum(np.abs(self._y - self._A @ w - offset) - epsilon, 0.0)
        primal = np.abs(w).sum() + C * (slacks.mean() + nu * epsilon)
        dual = -float(self._cost @ x) * C / n
        if abs(primal - dual) > _GAP * max(1.0, primal):
            return None
        return LpFit(w=w, offset=float(offset), epsilon=float(epsilon), objective=float(primal))
