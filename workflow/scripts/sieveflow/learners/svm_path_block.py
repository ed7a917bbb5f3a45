"""A block of breakpoints of the SVM path: followed on a tableau, then held against all samples."""

import numpy as np

from sieveflow.learners.svm_path_judge import certificate, detour, norms, overlooked, uncertain
from sieveflow.learners.svm_path_offset import centred, resting_rows
from sieveflow.learners.svm_path_pieces import Piece
from sieveflow.learners.svm_path_pivots import AT_END, BOUND, MARGIN, pivot_block
from sieveflow.learners.svm_path_rows import bordered, row_sum
from sieveflow.learners.svm_path_tableau import moved, soonest, tableau_parts

# A breakpoint whose optimality conditions are violated by more is not accepted.
_ACCEPTED = 2e-8
# Changes of side in a block, and samples watched in it (None: all), by effort.
EFFORTS = ((32, 70), (32, None), (4, None), (1, None))
# At the first effort a large margin has its share of changes, up to a limit, and some samples are watched per change:
# the larger the tableau, the more it should serve.
_SHARE, _MOST_CHANGES, _PER_CHANGE = 5, 64, 2.2
# All samples are watched where there are no more than this, and so many change sides in a block.
_WATCH_ALL, _ALL_CHANGES = 260, 96
# Share of the right-hand side by which a solution may be off before changes of the inverse that it is from are refined,
# before the tableau is refined too where few samples are on the margin, and before the inverse is made afresh.
_ROUGH, _COARSE, _WORN, _FEW = 1e-14, 1e-12, 3e-12, 150
# Share of the targets by which margins may be off before a solution is refined, and how often that is done.
_EXACT, _REFINED = 1e-12, 3
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
    width : float
        How many samples are watched at the first effort, in units of the usual number.
    forced : ndarray of int
        Samples to be watched in any case.
    """

    def __init__(self, solver, targets, rates, length, effort, width, forced):
        self.solver, self.targets, self.rates, self.bound_sum = solver, targets, rates, solver.bound_sum
        margin = solver.margin
        changes, watched = EFFORTS[effort]
        if effort == 0:
            few = solver.y.size <= _WATCH_ALL
            changes = _ALL_CHANGES if few else min(max(changes, margin.samples.size // _SHARE), _MOST_CHANGES)
            watched = int(width * max(watched, _PER_CHANGE * changes))
        x, v = self._solve()
        self.e1 = e1 = x.size
        self.watched = W = self._watch(v, watched, forced)
        state = solver.status, solver.bounds, solver.y, targets, rates, solver.bound_sum
        parts = tableau_parts(solver.gram, margin.samples, W, *state)
        self.border, self.inner, self.places, self.begun, limits, self.start, slack, rate = parts
        self.G = self.border @ margin.inverse
        if self.off > _COARSE and e1 <= _FEW:
            self.G += (self.border - self.G @ margin.system) @ margin.inverse
        self.S = self.inner - self.G @ self.border.T
        z, dz = np.concatenate([x, slack + self.border @ x]), np.concatenate([v, rate + self.border @ v])
        tableau = margin.buffer, self.G, self.S
        found = pivot_block(*tableau, z, dz, limits, self.begun.copy(), length, solver.flat, changes)
        self.taus, self.values, self.statuses, self.reason = found
        self.statuses[0], self.values[0] = self.begun, self.start
        self.values[0, :e1] = x if solver.last is None else solver.last

    def _solve(self):
        """theta and beta of the margin, and their rates."""
        solver, margin = self.solver, self.solver.margin
        samples = margin.samples
        right = np.zeros((samples.size + 1, 2))
        right[0, 0] = -solver.bounds[solver.status == BOUND].sum()
        right[1:, 0] = solver.y[samples] * self.targets[samples] - solver.bound_sum[samples]
        right[1:, 1] = solver.y[samples] * self.rates[samples]
        solution = margin.inverse @ right
        left = right - margin.system @ solution
        self.off = np.abs(left).max() / np.abs(right).max()
        if not self.off <= _WORN:
            margin.factorise()
            solution = margin.inverse @ right
            left = right - margin.system @ solution
        for _ in range(_REFINED):
            if np.abs(left).max() <= _EXACT * np.abs(self.targets).min():
                break
            solution += margin.inverse @ left
            left = right - margin.system @ solution
        return np.ascontiguousarray(solution.T)

    def _watch(self, v, watched, forced):
        """Samples that may reach the margin in this block: the soonest by their present speed, or all."""
        solver = self.solver
        away = np.flatnonzero(solver.status != MARGIN)
        if watched is None or solver.y.size <= _WATCH_ALL or away.size <= watched:
            return away
        speed = row_sum(solver.gram, solver.margin.samples, v[1:]) + v[0]
        return soonest(solver.h, speed, solver.y, self.targets, self.rates, solver.status, watched, forced)

    def finished(self, taken):
        """Whether the last breakpoint taken is the end of what was asked for."""
        return self.reason == AT_END and taken == self.taus.size

    def check(self, lam=None, lowest=None):
        """How many breakpoints hold for all samples, and the samples that were not watched and should have been.

        With lambda at the start and at the end of tau's range the optimality conditions are judged as well.
        """
        found = moved(self.values, self.statuses, self.begun, self.start, self.e1)
        self.touched, self.changes, self.columns = found
        self.theta = np.ascontiguousarray(self.values[:, 0])
        self.beta = np.ascontiguousarray(self.values[:, 1:])
        side = self._decide()
        taken, missed = self.taus.size, self.seen[:0]
        if self.seen.size:
            aims = self.targets[self.seen], self.rates[self.seen], side
            taken, wrong = overlooked(self.h_seen, self.solver.y[self.seen], self.taus, *aims, _TOLERANCE)
            missed = self.seen[wrong]
        if taken > 1:
            bad = self._off_margin(taken) if lam is None else self._not_optimal(taken, lam, lowest)
            if bad.any():
                return int(np.argmax(bad)), missed[:0]
        return taken, missed

    def _decide(self):
        """Decisions at all breakpoints of the samples in the tableau, and of those whose side is not certain."""
        solver, e = self.solver, self.e1 - 1
        touched, changes = self.touched, self.changes
        own, bound_sum = self.beta[:, :e], self.bound_sum
        self.h = h = np.empty(self.beta.shape)
        h[:, :e], h[:, e:] = own @ solver.margin.system[1:, 1:], own @ self.border[:, 1:].T
        if touched.size:
            h[:, :e] += changes @ self.border[touched, 1:]
            h[:, e:] += changes @ self.inner[touched]
        h += bound_sum[self.places]
        h += self.theta[:, None]
        self.moving = self.places[self.columns]
        self.h_end = self._all_decisions(-1)
        away = detour(self.taus, self.theta, self.beta, h, self.columns)
        aims = solver.status, self.places, self.targets, self.rates, self.taus[-1]
        self.seen, side = uncertain(solver.h, self.h_end, solver.y, *aims, solver.roots, *away)
        self.h_seen = np.empty((self.taus.size, self.seen.size))
        if self.seen.size:
            rows = bordered(solver.gram, self.seen, self.moving)[:, 1:]
            np.matmul(np.concatenate([own, changes], axis=1), rows.T, out=self.h_seen)
            self.h_seen += bound_sum[self.seen]
            self.h_seen += self.theta[:, None]
        return side

    def _all_decisions(self, row):
        """Decisions of all samples at one breakpoint."""
        weights = np.concatenate([self.beta[row, : self.e1 - 1], self.changes[row]])
        h = row_sum(self.solver.gram, self.moving, weights)
        h += self.bound_sum
        h += self.theta[row]
        return h

    def _off_margin(self, taken):
        """Rows in which a sample that should be on its margin is not."""
        y = self.solver.y[self.places]
        aims = y * (self.targets[self.places] + self.taus[:taken, None] * self.rates[self.places])
        off = np.abs(self.h[:taken] - aims) * (self.statuses[:taken, 1:] == MARGIN)
        return ~(off.max(axis=1) < _ON_THE_WAY * np.abs(aims).max())

    def _not_optimal(self, taken, lam, lowest):
        """Rows that are not accepted as solutions."""
        solver, y = self.solver, self.solver.y
        self.lambdas = lam - self.taus[:taken]
        if self.finished(taken):
            self.lambdas[-1] = lowest
        beta, h, theta = self.beta[:taken], self.h[:taken], self.theta[:taken]
        tableau = self.start, self.e1, self.border, self.inner, self.bound_sum
        squares, outside = norms(beta, h, theta, *tableau, self.places, solver.status, solver.bounds)
        level = np.where(solver.status[self.seen] == BOUND, solver.bounds[self.seen], 0.0)
        seen = level, self.h_seen[:taken], y[self.seen]
        judged = certificate(self.lambdas, beta, h, y[self.places], squares, outside, *seen)
        self.gap, self.residual, self.at_bounds = judged
        return ~(np.maximum(np.abs(self.gap), self.residual) < _ACCEPTED)

    def piece(self, taken):
        """The breakpoints that were taken."""
        rows = slice(taken)
        solver = self.solver
        moving = self.moving
        bound = solver.status == BOUND
        bound[moving] = False
        resting = np.flatnonzero(bound)
        lambdas, theta, beta = self.lambdas[rows], self.theta[rows], self.beta[rows][:, self.columns]
        gap, residual = self.gap[rows], self.residual[rows]
        loose = resting_rows(lambdas, self.at_bounds[rows], beta)
        if loose.any():
            whole = np.zeros((taken, solver.y.size))
            whole[:, resting], whole[:, moving] = solver.bounds[resting], beta
            weights = np.concatenate([self.beta[rows, : self.e1 - 1], self.changes[rows]], axis=1)
            h = weights @ solver.gram[moving] + self.bound_sum + theta[:, None]
            source, at, centre = centred(lambdas, theta, loose, whole, h, solver.y)
            whole, raw = whole[source], h[source] - theta[source, None]
            squares = np.einsum("ri,ri->r", whole, raw)
            nothing = np.zeros(0), np.zeros((at.size, 0)), np.zeros(0)
            judged = certificate(at, whole, raw + centre[:, None], solver.y, squares, (0.0, 0.0, 0.0), *nothing)
            if max(np.abs(judged[0]).max(), judged[1].max()) < _ACCEPTED:
                lambdas, theta, beta, gap, residual = at, centre, beta[source], *judged[:2]
        events = taken - 1 - self.finished(taken)
        return Piece(lambdas, theta, moving, beta, resting, solver.bounds[resting], events, gap, residual)

    def leave(self, row):
        """Put the solver in the state that holds after a breakpoint."""
        solver = self.solver
        e1 = self.e1
        after = self.statuses[row]
        gone = np.flatnonzero(after[:e1] != MARGIN)
        come = np.flatnonzero(after[e1:] == MARGIN)
        changed = self.places[self.begun[1:] != after[1:]]
        before = np.where(solver.status[changed] == BOUND, solver.bounds[changed], 0.0)
        solver.h = self.h_end if row == self.taus.size - 1 else self._all_decisions(row)
        solver.status[self.places] = after[1:]
        change = np.where(solver.status[changed] == BOUND, solver.bounds[changed], 0.0) - before
        if change.any():
            solver.add_to_bound(changed[change != 0.0], change[change != 0.0])
        if gone.size or come.size:
            solver.margin.exchange(gone, come, self.watched[come], self.border, self.G, self.S, self.off > _ROUGH)
        # A block begins with the very numbers that the one before it ended with.
        beta = np.zeros(solver.y.size)
        beta[self.places] = self.values[row, 1:]
        solver.last = np.concatenate([self.values[row, :1], beta[solver.margin.samples]])
