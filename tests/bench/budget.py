"""Machines under a budget against a conic solver; linear programs along a search against cold ones."""

from pathlib import Path

import numpy as np
from bench.clock import best_of, report
from reference.conic import solve_budget_svr
from scipy.optimize import linprog
from sieveflow.learners.lp_svr import LpSvr
from sieveflow.learners.support_norm_svr import fit_support_norm_svr

ROOT = Path(__file__).parents[2]


def sample(n, d, seed=0):
    """Standard normal inputs, five of which matter, and a target of deviation 1."""
    rng = np.random.RandomState(seed)
    X = rng.standard_normal((n, d))
    y = X[:, :4] @ [1.0, 2.0, 3.0, 4.0] + np.exp(X[:, 4])
    return X - X.mean(axis=0), (y - y.mean()) / y.std()


def budget_rows():
    """Our solver against Clarabel without a modelling language."""
    for n, d, m in ((100, 12, 5), (1000, 100, 20)):
        X, y = sample(n, d)
        values = {}

        def ours(X=X, y=y, m=m, values=values):
            values["ours"] = fit_support_norm_svr(X, y, 10.0, 0.1, m).primal

        def theirs(X=X, y=y, m=m, values=values):
            values["theirs"] = solve_budget_svr(X, y, 10.0, 0.1, m)

        ours()
        ours_s, theirs_s = best_of(5 if n == 100 else 2, ours, theirs)
        gap = abs(values["ours"] - values["theirs"]) / values["ours"]
        row = {"row": f"nmmklr n={n} d={d} m={m}", "kind": "peer", "ours_s": ours_s, "other": "Clarabel"}
        yield row | {"other_s": theirs_s, "ratio": theirs_s / ours_s, "goal": 1, "quality": f"gap {gap:.1e}"}


def pattern(rng):
    """The points of a pattern search: neighbours of a centre that moves, at falling steps."""
    centre, points = rng.uniform(size=2), []
    for step in (0.25, 0.25, 0.125):
        around = [np.clip(centre + move, 0, 1) for move in step * np.array([[1, 0], [-1, 0], [0, 1], [0, -1]])]
        points += [centre, *around]
        centre = around[rng.randint(4)]
    return [(10 ** (3 * a), 0.05 + 0.75 * b) for a, b in points]


def primal(X, y, C, nu):
    """The program as the paper writes it, by scipy.optimize.linprog."""
    n, d = X.shape
    eye, one = np.eye(n), np.ones((n, 1))
    cost = np.concatenate([np.ones(2 * d), [0.0], np.full(2 * n, C / n), [C * nu]])
    rows = np.vstack([np.hstack([-X, X, -one, -eye, 0 * eye, -one]), np.hstack([X, -X, one, 0 * eye, -eye, -one])])
    bounds = [(0, None)] * (2 * d) + [(None, None)] + [(0, None)] * (2 * n + 1)
    return linprog(cost, rows, np.concatenate([-y, y]), bounds=bounds).fun


def path_rows():
    """Our warm programs against cold ones of the primal, along the same paths."""
    for name, n, d in (("additive12", 80, 32), ("housing", 202, 33), ("bloodbrain", 133, 154)):
        X, y = sample(n, d)
        points = pattern(np.random.RandomState(1))
        values = {}

        def ours(X=X, y=y, points=points, values=values):
            machines = LpSvr(X, y)
            values["ours"] = np.array([machines.fit(C, nu).objective for C, nu in points])

        def theirs(X=X, y=y, points=points, values=values):
            values["theirs"] = np.array([primal(X, y, C, nu) for C, nu in points])

        ours_s, theirs_s = best_of(2, ours, theirs)
        gap = np.max(np.abs(values["ours"] - values["theirs"]) / values["theirs"])
        row = {"row": f"vsssvm {name}'s shape n={n} d={d}", "kind": "peer", "ours_s": ours_s}
        row |= {"other": "scipy.optimize.linprog, primal", "other_s": theirs_s, "ratio": theirs_s / ours_s}
        yield row | {"goal": 8, "quality": f"{len(points)} programs, gap {gap:.1e}"}


def rows():
    """All comparisons of linear selection."""
    yield from budget_rows()
    yield from path_rows()


if __name__ == "__main__":
    report(rows(), ROOT / "results/bench/budget.csv")
