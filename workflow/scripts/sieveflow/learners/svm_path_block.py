"""A block of breakpoints of the SVM path: followed on a tableau, then held against all samples."""

import numpy as np

from sieveflow.learners.svm_path_judge import optimality, overlooked
from sieveflow.learners.svm_path_offset import centred
from sieveflow.learners.svm_path_pieces import Piece
from sieveflow.learners.svm_path_pivots import AT_END, BOUND, MARGIN, ZERO, pivot_block

# A breakpoint whose optimality conditions are violated by more is not accepted.
_ACCEPTED = 2e-8
# Changes of side in a block, and samples watched in it (None: all), by effort.
EFFORTS = ((32, 128), (32, None), (4, None), (1, None))
# At the first effort a large margin has its share of changes, up to a limit, and some samples are watched per change:
# the larger the tableau, the more it should serve.
_SHARE, _MOST_CHANGES, _PER_CHANGE = 8, 64, 2.5
# All samples are watched where there are no more than this.
_WATCH_ALL = 260
# Share of the right-hand side by which a solution from the inverse may be off before the inverse is made afresh; with
# few samples on the margin that is cheap and done sooner.
_ROUGH, _WORN, _FEW = 1e-12, 1e-10, 150
# Share of the targets by which margins may be off before a solution is refined.
_EXACT = 1e-12
# Share of the target by which a sample that was not watched may be beyond its margin, and by which margins may be off
# on the way to the first solution.
_TOLERANCE, _ON_THE_WAY = 1e-10, 1e-8


class Block:
    """Breakpoints from the state that the solver is in, the first of them this state.

    Parameters
    ----------
    solver : PathSolver
    targets, rates : ndarray of shape (n,)
        Margins that are asked for, and their rates in tau.
    length : float
        How far tau may go.
    effort : int
        How much care is taken, an index of EFFORTS.
    forced : ndarray of int
        Samples to be watched in any case.
    """

    def __init__(self, solver, targets, rates, length, effort, forced):
        self.solver, self.targets, self.rates = solver, targets, rates
        y, status, margin = solver.y, solver.status, solver.margin
        changes, watched = EFFORTS[effort]
        if effort == 0:
            changes = min(max(changes, margin.samples.size // _SHARE), _MOST_CHANGES)
            watched = max(watched, int(_PER_CHANGE * changes))
        solution, h = self._solve()
        (x, v), (slack, speed) = np.ascontiguousarray(solution.T), h
        slack += solver.bound_sum + x[0] - y * targets
        speed += v[0] - y * rates
        self.watched = W = self._watch(slack, speed, watched, forced)
        border = np.ones((x.size, W.size))
        border[1:] = margin.rows[:, W]
        self.G = margin.inverse @ border
        if self.rough:
            self.G += margin.inverse @ (border - margin.times(self.G)[0])
        self.S = solver.gram[np.ix_(W, W)] - border.T @ self.G
        self.places = np.concatenate([margin.samples, W])
        self.begun = np.concatenate([[MARGIN], status[self.places]]).astype(np.int8)
        bounds = np.concatenate([[0.0], solver.bounds[self.places]])
        resting = np.where(status[W] == BOUND, solver.bounds[W], 0.0)
        start = np.concatenate([x if solver.last is None else solver.last, resting])
        tableau = margin.buffer, self.G, self.S
        lines = x.copy(), v, slack[W], speed[W]
        found = pivot_block(*tableau, *lines, bounds, self.begun.copy(), length, length, solver.flat, changes)
        self.taus = np.concatenate([[0.0], found[0]])
        self.values = np.concatenate([start[None], found[1]])
        self.statuses = np.concatenate([self.begun[None], found[2]])
        self.reason = found[3]

    def _solve(self):
        """theta and beta of the margin with their rates (columns), and what beta adds to h and its rate (rows)."""
        solver, margin = self.solver, self.solver.margin
        samples = margin.samples
        right = np.zeros((samples.size + 1, 2))
        right[0, 0] = -solver.bounds[solver.status == BOUND].sum()
        right[1:, 0] = solver.y[samples] * self.targets[samples] - solver.bound_sum[samples]
        right[1:, 1] = solver.y[samples] * self.rates[samples]
        solution = margin.inverse @ right
        product, h = margin.times(solution)
        left = right - product
        off = np.abs(left).max() / np.abs(right).max()
        small = samples.size <= _FEW
        self.rough = small and not off <= _ROUGH
        if self.rough or not off <= _WORN:
            margin.factorise(polish=small)
            solution = margin.inverse @ right
            product, h = margin.times(solution)
            left = right - product
        if np.abs(left).max() > _EXACT * np.abs(self.targets).min():
            more = margin.inverse @ left
            solution += more
            h += margin.times(more)[1]
        return solution, h

    def _watch(self, slack, speed, watched, forced):
        """Samples that may reach the margin in this block: the soonest by their present speed, or all."""
        status, y = self.solver.status, self.solver.y
        away = np.flatnonzero(status != MARGIN)
        if watched is None or y.size <= _WATCH_ALL or away.size <= watched:
            return away
        towards = np.where(status[away] == ZERO, -y[away], y[away]) * speed[away]
        room = np.abs(slack[away])
        soon = room / (np.maximum(towards, 0.0) + 0.3 * np.median(np.abs(towards)) + 1e-300)
        chosen = away[np.argpartition(soon, watched)[:watched]]
        return np.union1d(chosen, forced)

    def finished(self, taken):
        """Whether the last breakpoint taken is the end of what was asked for."""
        return self.reason == AT_END and taken == self.taus.size

    def check(self, lam=None, lowest=None):
        """How many breakpoints hold for all samples, and the samples that were not watched and should have been.

        With lambda at the start and at the end of tau's range the optimality conditions are judged as well.
        """
        solver, y = self.solver, self.solver.y
        e = solver.margin.samples.size
        touched = np.flatnonzero((self.statuses[:, e + 1 :] != self.begun[e + 1 :]).any(axis=0))
        columns = np.concatenate([np.arange(e), e + touched])
        self.moving = self.places[columns]
        self.beta = np.ascontiguousarray(self.values[:, 1 + columns])
        self.h = self.beta[:, :e] @ solver.margin.rows
        constant = solver.bound_sum
        if touched.size:
            rows = solver.gram[self.watched[touched]]
            self.h += self.beta[:, e:] @ rows
            resting = np.where(self.begun[1 + e + touched] == BOUND, solver.bounds[self.watched[touched]], 0.0)
            constant = constant - resting @ rows
        self.h += constant
        self.h += self.values[:, :1]
        side = np.where(solver.status == ZERO, y, -y)
        side[self.places] = 0.0
        taken, missed = overlooked(self.h, y, self.taus, self.targets, self.rates, side, _TOLERANCE)
        missed = np.flatnonzero(missed)
        if taken > 1:
            bad = self._off_margin(taken, columns) if lam is None else self._not_optimal(taken, lam, lowest)
            if bad.any():
                return int(np.argmax(bad)), missed[:0]
        return taken, missed

    def _off_margin(self, taken, columns):
        """Rows in which a sample that should be on its margin is not."""
        y = self.solver.y[self.moving]
        aims = y * (self.targets[self.moving] + self.taus[:taken, None] * self.rates[self.moving])
        off = np.abs(self.h[:taken, self.moving] - aims) * (self.statuses[:taken, 1 + columns] == MARGIN)
        return ~(off.max(axis=1) < _ON_THE_WAY * np.abs(aims).max())

    def _not_optimal(self, taken, lam, lowest):
        """Rows that are not accepted as solutions."""
        solver = self.solver
        self.lambdas = lam - self.taus[:taken]
        if self.finished(taken):
            self.lambdas[-1] = lowest
        self.alpha = np.where(solver.status == BOUND, solver.bounds * solver.y, 0.0)
        judged = optimality(self.lambdas, self.h[:taken], self.alpha, self.moving, self.beta, solver.y)
        self.gap, self.residual, self.resting = judged
        return ~(np.maximum(np.abs(self.gap), self.residual) < _ACCEPTED)

    def piece(self, taken):
        """The breakpoints that were taken."""
        rows = slice(taken)
        bound = self.solver.status == BOUND
        bound[self.moving] = False
        lambdas, theta, beta = self.lambdas[rows], self.values[rows, 0].copy(), self.beta[rows]
        gap, residual = self.gap[rows], self.residual[rows]
        coefficients = self.alpha, self.moving
        moved = centred(lambdas, theta, self.resting[rows], *coefficients, beta, self.h[rows], self.solver.y)
        if moved is not None:
            source, at, centre = moved
            h = self.h[source] + (centre - theta[source])[:, None]
            judged = optimality(at, h, *coefficients, beta[source], self.solver.y)
            if max(np.abs(judged[0]).max(), judged[1].max()) < _ACCEPTED:
                lambdas, theta, beta, gap, residual = at, centre, beta[source], *judged[:2]
        resting = np.flatnonzero(bound)
        events = taken - 1 - self.finished(taken)
        return Piece(lambdas, theta, self.moving, beta, resting, self.solver.bounds[resting], events, gap, residual)

    def leave(self, row):
        """Put the solver in the state that holds after a breakpoint."""
        solver = self.solver
        e1 = solver.margin.samples.size + 1
        after = self.statuses[row]
        gone = np.flatnonzero(after[:e1] != MARGIN)
        come = np.flatnonzero(after[e1:] == MARGIN)
        changed = self.places[self.begun[1:] != after[1:]]
        before = np.where(solver.status[changed] == BOUND, solver.bounds[changed], 0.0)
        solver.status[self.places] = after[1:]
        change = np.where(solver.status[changed] == BOUND, solver.bounds[changed], 0.0) - before
        if change.any():
            solver.add_to_bound(changed[change != 0.0], change[change != 0.0])
        if gone.size or come.size:
            solver.margin.exchange(gone, come, self.watched[come], self.G, self.S)
        # A block begins with the very numbers that the one before it ended with.
        beta = np.zeros(solver.y.size)
        beta[self.places] = self.values[row, 1:]
        solver.last = np.concatenate([self.values[row, :1], beta[solver.margin.samples]])
