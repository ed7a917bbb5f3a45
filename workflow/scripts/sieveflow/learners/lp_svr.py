"""nu support vector regression with a 1-norm penalty, a linear program that is solved for many C and nu in turn."""

from dataclasses import dataclass

import highspy
import numpy as np


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
    a* of equal sum, and both sums together at most n nu. It has d + 2 rows, and C and nu only move their bounds: the
    last basis stays dual feasible, and a few steps of the dual simplex lead to the next solution.

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
        self._n, self._d = A.shape
        n, d = A.shape
        block = np.vstack([A.T, np.ones(n), np.ones(n)])
        other = np.vstack([-A.T, -np.ones(n), np.ones(n)])
        values = np.concatenate([block.T, other.T])
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = 2 * n, d + 2
        lp.col_cost_ = np.concatenate([-y, y])
        lp.col_lower_, lp.col_upper_ = np.zeros(2 * n), np.ones(2 * n)
        lp.row_lower_, lp.row_upper_ = np.zeros(d + 2), np.zeros(d + 2)
        lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        lp.a_matrix_.start_ = np.arange(0, 2 * n * (d + 2) + 1, d + 2)
        lp.a_matrix_.index_ = np.tile(np.arange(d + 2), 2 * n)
        lp.a_matrix_.value_ = values.ravel()
        self._solver = highspy.Highs()
        # Presolve would throw the basis away.
        settings = {"output_flag": False, "presolve": "off", "solver": "simplex", "threads": 1, "random_seed": 0}
        for name, value in settings.items():
            self._solver.setOptionValue(name, value)
        self._solver.passModel(lp)
        self._rows = np.arange(d + 2, dtype=np.int32)

    def fit(self, C, nu):
        """Train for some C and nu, from where the last call ended; returns an LpFit."""
        n, d = self._n, self._d
        lower = np.concatenate([np.full(d, -n / C), [0.0, -np.inf]])
        upper = np.concatenate([np.full(d, n / C), [0.0, n * nu]])
        self._solver.changeRowsBounds(d + 2, self._rows, lower, upper)
        self._solver.run()
        status = self._solver.getModelStatus()
        if status != highspy.HighsModelStatus.kOptimal:
            raise RuntimeError(f"the linear program of C={C:g}, nu={nu:g} was not solved: {status.name[1:]}")
        duals = -np.array(self._solver.getSolution().row_dual)
        return LpFit(
            w=duals[:d],
            offset=float(duals[d]),
            epsilon=float(duals[d + 1]),
            objective=-float(self._solver.getInfo().objective_function_value) * C / n,
        )
