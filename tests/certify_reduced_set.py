"""Hold the weights of reduced sets (5.2) against Clarabel, an interior point solver for conic programs.

Clarabel is not among the packages of this repository; without it the program says so and ends.
"""

import sys
from importlib.util import find_spec

import numpy as np
from scipy import sparse
from sieveflow.reduced_set import reduced_set_weights
from sieveflow.seeding import stream

CASES = [(n, d, sigma) for n in (30, 150, 400) for d in (1, 4, 13, 36) for sigma in (0.25, 0.7, 1.4, 4.0)]


def program(n, d, sigma):
    """Squared distances of normal samples in two clouds, and the two terms of (5.2) in units of the wide kernel."""
    rng = stream("reduced set", n, d)
    X = rng.standard_normal((n, d)) * 0.7 + np.where(rng.uniform(size=(n, 1)) < 0.5, -0.5, 0.5)
    distances = np.square(X[:, None] - X[None]).sum(axis=2)
    wide = np.exp(-distances / (4 * sigma**2))
    return distances, wide, np.square(wide).mean(axis=1) * 2.0 ** (d / 2)


def conic_weights(Q, b):
    """The minimum of w'Qw / 2 - b'w over weights that are not negative and sum to one."""
    import clarabel

    n = b.size
    unit = max(1.0, np.abs(b).max())
    rows = sparse.csc_matrix(np.vstack([np.ones(n), -np.eye(n)]))
    limits = np.concatenate([[1.0], np.zeros(n)])
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-10
    cones = [clarabel.ZeroConeT(1), clarabel.NonnegativeConeT(n)]
    Q = sparse.csc_matrix(np.triu(Q / unit))
    return np.array(clarabel.DefaultSolver(Q, -b / unit, rows, limits, cones, settings).solve().x)


def main():
    """Print the largest difference of objectives, in units of the objective."""
    if find_spec("clarabel") is None:
        sys.exit("clarabel is not installed: pip install clarabel, in an environment of your own")
    worst = 0.0
    for n, d, sigma in CASES:
        distances, Q, b = program(n, d, sigma)
        ours, theirs = reduced_set_weights(distances, d, sigma), np.maximum(conic_weights(Q, b), 0.0)
        theirs /= theirs.sum()
        values = [0.5 * w @ Q @ w - b @ w for w in (ours, theirs)]
        excess = (values[0] - values[1]) / max(abs(values[1]), 1e-12)
        worst = max(worst, excess)
        print(
            f"n={n} d={d} sigma={sigma}: {np.count_nonzero(ours)} windows, objective above the other's by {excess:.1e}"
        )
    print(f"largest excess: {worst:.1e}")


if __name__ == "__main__":
    main()
