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
