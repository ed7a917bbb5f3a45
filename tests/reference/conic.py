"""Quadratic programs by an interior-point solver of somebody else."""

import clarabel
import numpy as np
from scipy import sparse


def solve_qp(P, q, *, equal=None, lower=None, upper=None):
    """Minimise 0.5 x' P x + q' x with a' x = b for `equal` = (a, b) and bounds; returns x."""
    n = len(q)
    rows, right, cones = [], [], []
    if equal is not None:
        rows.append(sparse.csc_matrix(np.atleast_2d(equal[0])))
        right.append(np.atleast_1d(equal[1]))
        cones.append(clarabel.ZeroConeT(len(right[-1])))
    for bound, sign in ((lower, -1.0), (upper, 1.0)):
        if bound is not None:
            rows.append(sign * sparse.eye(n, format="csc"))
            right.append(sign * np.broadcast_to(bound, n))
            cones.append(clarabel.NonnegativeConeT(n))
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.max_threads = 1
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-11
    upper_triangle = sparse.triu(sparse.csc_matrix(P), format="csc")
    solver = clarabel.DefaultSolver(
        upper_triangle, np.asarray(q, float), sparse.vstack(rows, format="csc"), np.concatenate(right), cones, settings
    )
    return np.array(solver.solve().x)


def solve_linear_svm(X, y, lam):
    """The smallest lambda / 2 |w|^2 + sum_i max(0, 1 - y_i (w'x_i + b)); None where the solver is not sure of it."""
    n, d = X.shape
    P = sparse.diags([*[lam] * d, *[0.0] * (n + 1)], format="csc")
    q = np.concatenate([np.zeros(d + 1), np.ones(n)])
    slack = sparse.eye(n, format="csc")
    margins = sparse.hstack([-y[:, None] * X, -y[:, None], -slack], format="csc")
    rows = sparse.vstack([margins, sparse.hstack([sparse.csc_matrix((n, d + 1)), -slack])], format="csc")
    right = np.concatenate([-np.ones(n), np.zeros(n)])
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.max_threads = 1
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-9
    solution = clarabel.DefaultSolver(P, q, rows, right, [clarabel.NonnegativeConeT(2 * n)], settings).solve()
    return solution.obj_val if solution.status == clarabel.SolverStatus.Solved else None


def solve_budget_svr(X, y, C, epsilon, m):
    """The objective of problem (6) of NMMKLR, halved: multipliers, lambda and gamma, with a cone per feature."""
    n, d = X.shape
    cost = np.concatenate([epsilon - y, epsilon + y, [m / 2], np.full(d, 0.5)])
    size = cost.size
    bounded = sparse.eye(2 * n, size, format="csc")
    gamma = sparse.hstack([sparse.csc_matrix((d, 2 * n + 1)), sparse.eye(d)], format="csc")
    limit = gamma.tolil()
    limit[:, 2 * n] = 1.0
    z = sparse.hstack([X.T, -X.T, sparse.csc_matrix((d, d + 1))], format="csc")
    # z^2 <= u as a cone: |(u - 1, 2 z)| <= u + 1.
    limit = sparse.csr_matrix(limit)
    z = sparse.csr_matrix(z)
    cones = sparse.vstack([part for j in range(d) for part in (-limit[j], -limit[j], -2 * z[j])])
    rows = [np.concatenate([np.ones(n), -np.ones(n), np.zeros(d + 1)])[None], -bounded, bounded, -gamma, cones]
    right = [[0.0], np.zeros(2 * n), np.full(2 * n, C), np.zeros(d), np.tile([1.0, -1.0, 0.0], d)]
    kinds = [clarabel.ZeroConeT(1), clarabel.NonnegativeConeT(4 * n + d)] + [clarabel.SecondOrderConeT(3)] * d
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.max_threads = 1
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-10
    matrix = sparse.vstack([sparse.csc_matrix(row) for row in rows], format="csc")
    empty = sparse.csc_matrix((size, size))
    solution = clarabel.DefaultSolver(empty, cost, matrix, np.concatenate(right), kinds, settings).solve()
    return -solution.obj_val
