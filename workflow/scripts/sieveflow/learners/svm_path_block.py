"""A block of breakpoints of the SVM path: followed by pivots, then held against all samples."""

import numpy as np

from sieveflow.learners.svm_path_decisions import decide, decisions
from sieveflow.learners.svm_path_judge import certificate, off_margin
from sieveflow.learners.svm_path_offset import centred, resting_rows
from sieveflow.learners.svm_path_pieces import Piece
from sieveflow.learners.svm_path_pivots import AT_END, BOUND, pivot_block
from sieveflow.learners.svm_path_watch import soonest

# A breakpoint whose optimality conditions are violated by more is not accepted.
_ACCEPTED = 2e-8
_ALL = np.iinfo(np.int64).max
# Events in a block, and samples watched in it, by effort.
EFFORTS = ((40, 0), (32, _ALL), (4, _ALL), (1, _ALL))
# At the first effort a large margin has its share of events, up to a limit, and so many samples are watched: some per
# event, or as many as cost next to nothing.
_SHARE, _MOST_CHANGES, _PER_CHANGE, _WATCH_ALL = 3, 64, 3.0, 128
# Share of the right-hand side by which a solution may be off before the events that follow are refined, and before the
# inverse is made afresh; and the latter once a step has failed, from when on all events are refined.
_ROUGH, _WORN, _WORN_CAREFUL = 1e-10, 1e-9, 3e-12
# Share of the largest target by which margins may be off on the way to the first solution, and of lambda by which they
# may be off where alpha is at a bound: what is accepted halfway between two breakpoints.
_ON_THE_WAY, _IN_BETWEEN = 1e-8, 5e-8


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
            changes = min(max(changes, margin.samples.size // _SHARE), _MOST_CHANGES)
            watched = max(_WATCH_ALL, int(width * _PER_CHANGE * changes))
        problem = solver.y, targets, rates, solver.bounds, solver.status
        start, self.off = margin.solve(*problem, solver.bound_sum)
        rough, worn = (0.0, _WORN_CAREFUL) if solver.careful else (_ROUGH, _WORN)
        if not self.off <= worn:
            margin.factorise()
            start, _ = margin.solve(*problem, solver.bound_sum)
        self.e1 = start.shape[1]
        if solver.rise is None:
            solver.rise = decisions(solver.gram, margin.samples, start[1:], solver.nothing)[0]
        aims = solver.y, targets, rates
        self.watched = soonest(solver.h, solver.rise, *aims, solver.status, watched, forced)
        state = solver.gram, margin.samples, self.watched, *margin.buffers, start, solver.h
        found = pivot_block(*state, *problem, length, solver.flat, changes, self.off > rough)
        self.taus, self.values, self.states, self.counts, self.who, *self.tables, self.reason = found
        if solver.last is not None:
            self.values[0, : self.e1] = solver.last

    def finished(self, taken):
        """Whether the last breakpoint taken is the end of what was asked for."""
        return self.reason == AT_END and taken == self.taus.size

    def check(self, lam=None, lowest=None):
        """How many breakpoints hold for all samples, and the samples that were not watched and should have been.

        With lambda at the start and at the end of tau's range the optimality conditions are judged as well.
        """
        solver = self.solver
        self.moving = self.who[1:]
        cross, column_of, fresh, *_ = self.tables
        moves = cross, column_of, fresh, self.who, self.e1, self.values, self.taus
        state = solver.h, self.bound_sum, solver.y, solver.status, self.watched
        found = decide(solver.gram, solver.margin.buffers[0], *moves, *state, self.targets, self.rates, solver.roots)
        self.weights, self.h, self.h_end, self.seen, self.h_seen, taken, missed = found
        if taken > 1:
            problem = self.moving, solver.y, self.targets, self.rates
            off, largest = off_margin(self.taus[:taken], self.h, self.states, *problem)
            if lam is None:
                bad = ~(off < _ON_THE_WAY * largest)
            else:
                bad = self._not_optimal(taken, lam, lowest) | ~(off < _IN_BETWEEN * self.lambdas)
            if bad.any():
                return int(np.argmax(bad)), missed[:0]
        return taken, missed

    def _all_decisions(self, row):
        """Decisions of all samples at one breakpoint."""
        return decisions(self.solver.gram, self.moving, self.weights[row : row + 1], self.bound_sum)[0]

    def _not_optimal(self, taken, lam, lowest):
        """Rows that are not accepted as solutions."""
        solver = self.solver
        self.lambdas = lam - self.taus[:taken]
        if self.finished(taken):
            self.lambdas[-1] = lowest
        moves = self.values, self.weights, self.h, self.moving, self.h_seen, self.seen
        judged = certificate(self.lambdas, *moves, solver.y, solver.status, solver.bounds, self.bound_sum)
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
        lambdas, theta, beta = self.lambdas[rows], self.values[rows, 0], self.values[rows, 1 : self.who.size]
        gap, residual = self.gap[rows], self.residual[rows]
        loose = resting_rows(lambdas, self.at_bounds[rows], beta)
        if loose.any():
            whole = np.zeros((taken, solver.y.size))
            whole[:, resting], whole[:, moving] = solver.bounds[resting], beta
            h = self.weights[rows, 1:] @ solver.gram[moving] + self.bound_sum + theta[:, None]
            source, at, centre = centred(lambdas, theta, loose, whole, h, solver.y)
            whole, raw = whole[source], h[source] - theta[source, None]
            values, h = np.column_stack([centre, whole]), np.column_stack([centre, raw + centre[:, None]])
            everyone, nobody = np.arange(solver.y.size), np.zeros(0, dtype=np.int64)
            begun = solver.y, np.zeros_like(solver.status), solver.bounds, solver.nothing
            judged = certificate(at, values, values, h, everyone, np.zeros((at.size, 0)), nobody, *begun)
            if max(np.abs(judged[0]).max(), judged[1].max()) < _ACCEPTED:
                lambdas, theta, beta, gap, residual = at, centre, beta[source], *judged[:2]
        events = taken - 1 - self.finished(taken)
        return Piece(lambdas, theta, moving, beta, resting, solver.bounds[resting], events, gap, residual)

    def leave(self, row):
        """Put the solver in the state that holds after a breakpoint."""
        solver, slots = self.solver, self.who.size
        after = self.states[row, :slots]
        h = self.h_end if row == self.taus.size - 1 else self._all_decisions(row)
        # How fast decisions changed in this block is what they are expected to do in the next.
        solver.rise = (h - solver.h) / self.taus[row] if self.taus[row] > 0.0 else None
        solver.h = h
        solver.change_sides(self.moving, after[1:])
        solver.margin.exchange(after, self.who, *self.tables[2:], self.counts[row])
        # A block begins with the very numbers that the one before it ended with.
        beta = np.zeros(solver.y.size)
        beta[self.moving] = self.values[row, 1:slots]
        solver.last = np.append(self.values[row, 0], beta[solver.margin.samples])
