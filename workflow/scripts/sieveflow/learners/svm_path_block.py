"""A block of breakpoints of the SVM path: followed by pivots, then held against all samples."""

import numpy as np

from sieveflow.learners.svm_path_judge import at_start, certificate, detour, overlooked, uncertain
from sieveflow.learners.svm_path_offset import centred, resting_rows
from sieveflow.learners.svm_path_pieces import Piece
from sieveflow.learners.svm_path_pivots import AT_END, BOUND, MARGIN, pivot_block
from sieveflow.learners.svm_path_rows import bordered, row_sum
from sieveflow.learners.svm_path_watch import soonest

# A breakpoint whose optimality conditions are violated by more is not accepted.
_ACCEPTED = 2e-8
# Changes of side in a block, and samples watched in it (None: all), by effort.
EFFORTS = ((32, 70), (32, None), (4, None), (1, None))
# At the first effort a large margin has its share of changes, up to a limit, and some samples are watched per change:
# the larger the tableau, the more it should serve.
_SHARE, _MOST_CHANGES, _PER_CHANGE = 5, 64, 2.2
# All samples are watched where there are no more than this, and so many change sides in a block.
_WATCH_ALL, _ALL_CHANGES = 600, 64
# Share of the right-hand side by which a solution may be off before changes of the inverse that it is from are refined,
# before the tableau is refined too where few samples are on the margin, and before the inverse is made afresh.
_ROUGH, _WORN = 1e-12, 3e-12
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
        self.e1 = x.size
        speed = row_sum(solver.gram, margin.samples, v[1:]) + v[0]
        self.watched = W = self._watch(speed, watched, forced)
        y = solver.y[W]
        slack, pace = solver.h[W] - y * targets[W], speed[W] - y * rates[W]
        matrices = margin.buffers
        start = x, v, slack, pace, solver.bounds, solver.status
        found = pivot_block(
            solver.gram, margin.samples, W, *matrices, *start, length, solver.flat, changes, self.off > _ROUGH
        )
        self.taus, self.values, self.states, self.counts, self.who, self.cross, self.fresh, *self.terms = found
        self.reason = self.terms.pop()
        if solver.last is not None:
            self.values[0, : self.e1] = solver.last

    def _solve(self):
        """theta and beta of the margin, and their rates."""
        solver, margin = self.solver, self.solver.margin
        samples = margin.samples
        right = np.zeros((2, samples.size + 1))
        right[0, 0] = -solver.bounds[solver.status == BOUND].sum()
        right[0, 1:] = solver.y[samples] * self.targets[samples] - solver.bound_sum[samples]
        right[1, 1:] = solver.y[samples] * self.rates[samples]
        solution, left, self.off = margin.solve(right)
        if not self.off <= _WORN:
            margin.factorise()
            solution, left, _ = margin.solve(right)
        for _ in range(_REFINED):
            if np.abs(left).max() <= _EXACT * np.abs(self.targets).min():
                break
            more, left, _ = margin.solve(left)
            solution += more
        return solution

    def _watch(self, speed, watched, forced):
        """Samples that may reach the margin in this block: the soonest by their present speed, or all."""
        solver = self.solver
        away = np.flatnonzero(solver.status != MARGIN)
        if watched is None or solver.y.size <= _WATCH_ALL or away.size <= watched:
            return away
        return soonest(solver.h, speed, solver.y, self.targets, self.rates, solver.status, watched, forced)

    def finished(self, taken):
        """Whether the last breakpoint taken is the end of what was asked for."""
        return self.reason == AT_END and taken == self.taus.size

    def check(self, lam=None, lowest=None):
        """How many breakpoints hold for all samples, and the samples that were not watched and should have been.

        With lambda at the start and at the end of tau's range the optimality conditions are judged as well.
        """
        self._decide()
        taken, missed = self.taus.size, self.seen[:0]
        if self.seen.size:
            aims = self.targets[self.seen], self.rates[self.seen], self.side
            h = self.h_seen + self.bound_sum[self.seen]
            taken, wrong = overlooked(h, self.solver.y[self.seen], self.taus, *aims, _TOLERANCE)
            missed = self.seen[wrong]
        if taken > 1:
            bad = self._off_margin(taken) if lam is None else self._not_optimal(taken, lam, lowest)
            if bad.any():
                return int(np.argmax(bad)), missed[:0]
        return taken, missed

    def _decide(self):
        """Decisions at all breakpoints of the samples that move, are watched, or whose side is not certain."""
        solver, e1, slots = self.solver, self.e1, self.who.size
        self.values = np.ascontiguousarray(self.values[:, :slots])
        # What samples at their bound at the start contribute is known: of these the change counts.
        self.weights = weights = self.values.copy()
        weights[:, e1:] -= self.values[0, e1:]
        self.h_watched = weights @ self.cross[:slots, : self.watched.size]
        self.h = h = np.empty(weights.shape)
        h[:, :e1] = weights[:, :e1] @ solver.margin.system
        if slots > e1:
            h[:, :e1] += weights[:, e1:] @ self.fresh[: slots - e1, :e1]
        self.entered = np.searchsorted(self.watched, self.who[e1:])
        h[:, e1:] = self.h_watched[:, self.entered]
        self.moving = self.who[1:]
        h[:, 1:] += self.bound_sum[self.moving]
        self.h_end = self._all_decisions(-1)
        self.seen, self.side = self.watched[:0], None
        if self.watched.size + e1 - 1 < solver.y.size:
            away = detour(self.taus, self.values, h)
            places = np.concatenate([self.who[1:e1], self.watched])
            aims = solver.status, places, self.targets, self.rates, self.taus[-1]
            self.seen, self.side = uncertain(solver.h, self.h_end, solver.y, *aims, solver.roots, *away)
        self.h_seen = np.empty((self.taus.size, 0))
        if self.seen.size:
            self.h_seen = weights @ bordered(solver.gram, self.seen, self.moving).T

    def _all_decisions(self, row):
        """Decisions of all samples at one breakpoint."""
        h = row_sum(self.solver.gram, self.moving, self.weights[row, 1:])
        h += self.bound_sum
        h += self.weights[row, 0]
        return h

    def _off_margin(self, taken):
        """Rows in which a sample that should be on its margin is not."""
        y, moving = self.solver.y[self.moving], self.moving
        aims = y * (self.targets[moving] + self.taus[:taken, None] * self.rates[moving])
        off = np.abs(self.h[:taken, 1:] - aims) * (self.states[:taken, 1 : self.who.size] == MARGIN)
        return ~(off.max(axis=1) < _ON_THE_WAY * np.abs(aims).max())

    def _not_optimal(self, taken, lam, lowest):
        """Rows that are not accepted as solutions."""
        solver = self.solver
        self.lambdas = lam - self.taus[:taken]
        if self.finished(taken):
            self.lambdas[-1] = lowest
        here = np.ones(self.watched.size)
        here[self.entered] = 0.0
        moving = self.values, self.weights, self.h, solver.y[self.who], self.bound_sum[self.who]
        resting = self.h_watched, *self._at_rest(self.watched), here
        seen = self.h_seen, *self._at_rest(self.seen), np.ones(self.seen.size)
        outside = at_start(solver.status, solver.bounds, self.bound_sum, self.watched)
        self.gap, self.residual, self.at_bounds = certificate(self.lambdas, moving, resting, seen, outside)
        return ~(np.maximum(np.abs(self.gap), self.residual) < _ACCEPTED)

    def _at_rest(self, samples):
        """What the start adds to decisions, labels and alpha of samples that rest at a bound."""
        solver = self.solver
        alpha = np.where(solver.status[samples] == BOUND, np.abs(solver.bounds[samples]), 0.0)
        return self.bound_sum[samples], solver.y[samples], alpha

    def piece(self, taken):
        """The breakpoints that were taken."""
        rows = slice(taken)
        solver = self.solver
        moving = self.moving
        bound = solver.status == BOUND
        bound[moving] = False
        resting = np.flatnonzero(bound)
        lambdas, theta, beta = self.lambdas[rows], self.values[rows, 0], self.values[rows, 1:]
        gap, residual = self.gap[rows], self.residual[rows]
        loose = resting_rows(lambdas, self.at_bounds[rows], beta)
        if loose.any():
            whole = np.zeros((taken, solver.y.size))
            whole[:, resting], whole[:, moving] = solver.bounds[resting], beta
            h = self.weights[rows, 1:] @ solver.gram[moving] + self.bound_sum + theta[:, None]
            source, at, centre = centred(lambdas, theta, loose, whole, h, solver.y)
            whole, raw = whole[source], h[source] - theta[source, None]
            values, h = np.column_stack([centre, whole]), np.column_stack([centre, raw + centre[:, None]])
            nothing = np.zeros((at.size, 0)), *np.zeros((4, 0))
            labels = np.append(0.0, solver.y)
            everything = values, values, h, labels, np.zeros(labels.size)
            judged = certificate(at, everything, nothing, nothing, (0.0, 0.0, 0.0, 0.0))
            if max(np.abs(judged[0]).max(), judged[1].max()) < _ACCEPTED:
                lambdas, theta, beta, gap, residual = at, centre, beta[source], *judged[:2]
        events = taken - 1 - self.finished(taken)
        return Piece(lambdas, theta, moving, beta, resting, solver.bounds[resting], events, gap, residual)

    def leave(self, row):
        """Put the solver in the state that holds after a breakpoint."""
        solver, moving = self.solver, self.moving
        after = self.states[row, : self.who.size]
        solver.h = self.h_end if row == self.taus.size - 1 else self._all_decisions(row)
        before = np.where(solver.status[moving] == BOUND, solver.bounds[moving], 0.0)
        change = np.where(after[1:] == BOUND, solver.bounds[moving], 0.0) - before
        solver.status[moving] = after[1:]
        if change.any():
            solver.add_to_bound(moving[change != 0.0], change[change != 0.0])
        if self.counts[row]:
            solver.margin.exchange(after, self.who, self.fresh, *(part[: self.counts[row]] for part in self.terms))
        # A block begins with the very numbers that the one before it ended with.
        beta = np.zeros(solver.y.size)
        beta[moving] = self.values[row, 1:]
        solver.last = np.concatenate([self.values[row, :1], beta[solver.margin.samples]])
