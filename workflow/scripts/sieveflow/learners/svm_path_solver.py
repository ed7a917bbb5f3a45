"""The SVM path, block after block: every block is held against all samples and certified before it is taken."""

import numpy as np

from sieveflow.learners.svm_path_block import AT_END, BOUND, MARGIN, STUCK, ZERO, pivot_block
from sieveflow.learners.svm_path_judge import optimality, overlooked
from sieveflow.learners.svm_path_margin import Margin, SingularMargin
from sieveflow.learners.svm_path_offset import centred
from sieveflow.learners.svm_path_pieces import Piece
from sieveflow.learners.svm_path_start import rough_solution, rounded
from sieveflow.seeding import stream

# Targets are lambda (1 + p_i) with p_i up to this, so that no two samples reach the margin together: with exact ties
# there would be nothing to tell which of them moves.
_PERTURBATION = 1e-9
# Bounds of alpha are 1 - q_i with q_i up to this: sums of ones would tie coefficients that reach a bound together.
_ROOM = 1e-10
# A breakpoint whose optimality conditions are violated by more is computed again, more carefully.
_ACCEPTED = 2e-8
# A pivot below this share of the largest kernel value is a linear dependence.
_FLAT = 1e-11
# Changes of side in a block and samples watched in it: as a rule, and in turn where the rule failed.
_EFFORTS = ((32, 128), (32, None), (4, None), (1, None))
# All samples are watched where there are no more than this.
_WATCH_ALL = 260
# Contributions of the samples at their bound are summed afresh where these are few, and after so many blocks.
_FEW, _OLD = 64, 20
# Share of the right-hand side by which a solution from the inverse may be off before the inverse is made afresh; with
# few samples on the margin that is cheap and done sooner.
_ROUGH, _WORN, _SMALL = 1e-12, 1e-10, 150
# Share of the target by which a sample that was not watched may be beyond its margin.
_TOLERANCE = 1e-10
# Share of the targets by which margins may be off before a solution is refined.
_EXACT = 1e-12
# Share of lambda that a block goes down to at most.
_LOWEST = 0.1
# Blocks without progress, and new starts, after which there is no hope.
_MOST_IDLE, _MOST_RESTARTS = 60, 40


_A, _B, _C, _D = 8, 64, 128, 2.5


class PathError(RuntimeError):
    """The path could not be completed with its certificate."""


class PathSolver:
    """State of the path: who stands where, and the inverse of the system of those on the margin.

    The dual at lambda is min 1/2 beta' K beta - lambda y'beta with beta_i = y_i alpha_i, alpha in [0, 1], 1'beta = 0;
    (6.1) to (6.14) of the thesis say the same with A = [[0, -y'], [-y, K y y']]. Where A is singular no margin moves
    with the entering sample, and coefficients are exchanged at this lambda until one reaches a bound.
    """

    def __init__(self, gram, y):
        self.gram = np.ascontiguousarray(gram, dtype=float)
        self.y = np.asarray(y, dtype=float)
        self.flat = _FLAT * float(np.abs(np.diag(self.gram)).max()) + np.finfo(float).tiny
        self.restarts = self.age = 0

    def run(self, lambda_max, lambda_min):
        """The pieces of the path from lambda_max down to lambda_min."""
        pieces = []
        lam = lambda_max
        alpha, theta = rough_solution(self.gram, self.y, lam, 0.05, 20 * self.y.size)
        while True:
            try:
                self._begin(alpha, theta, lam)
                self._descend(lam, lambda_min, pieces)
                return pieces
            except (PathError, SingularMargin):
                self.restarts += 1
                if self.restarts > _MOST_RESTARTS:
                    raise PathError(f"no certified path below lambda = {lam:g}") from None
                # A new perturbation, and a better start, at the last breakpoint that is certified.
                lam = float(pieces[-1].lambdas[-1]) if pieces else lambda_max
                alpha, theta = rough_solution(self.gram, self.y, lam, 1e-3, 1000 * self.y.size)

    def _begin(self, alpha, theta, lam):
        """Make the solution at lambda out of a rough one, by a homotopy in the targets."""
        rng = stream("svm path", self.restarts)
        n = self.y.size
        self.stretch = 1.0 + _PERTURBATION * rng.uniform(0.0, 1.0, n)
        self.bounds = self.y * (1.0 - _ROOM * rng.uniform(0.0, 1.0, n))
        at_bound, first = rounded(alpha, self.bounds)
        # Targets for which the rounded solution is optimal, a little apart so that only one sample is on its margin.
        margins = self.y * (self.bounds[at_bound] @ self.gram[at_bound] + theta)
        targets = lam * self.stretch
        apart = rng.uniform(0.01, 0.02, n) * lam
        begun = np.where(at_bound, np.maximum(targets, margins + apart), np.minimum(targets, margins - apart))
        begun[first] = margins[first]
        self.status = np.where(at_bound, BOUND, ZERO).astype(np.int8)
        self.status[first] = MARGIN
        self.margin = Margin(self.gram, [first])
        self.last = None
        at_bound[first] = False
        self.bound_sum = self.bounds[at_bound] @ self.gram[at_bound]
        self._reach(begun, targets)

    def add_to_bound(self, samples, changes):
        """Follow what the samples at their bound contribute to h, from scratch now and then so that rounding goes."""
        self.age += 1
        at_bound = np.flatnonzero(self.status == BOUND)
        if at_bound.size <= _FEW or self.age >= _OLD:
            self.bound_sum = self.bounds[at_bound] @ self.gram[at_bound]
            self.age = 0
        else:
            self.bound_sum = self.bound_sum + changes @ self.gram[samples]

    def _reach(self, begun, targets):
        """Move the targets in a straight line from those that the present solution is optimal for."""
        left = 1.0
        steps = _Steps()
        while left > 0.0:
            block = _Block(self, targets + left * (begun - targets), targets - begun, left, steps)
            if steps.take(block, block.check()):
                left = 0.0 if block.finished(steps.taken) else left - block.taus[steps.taken - 1]
            steps.hold(block)

    def _descend(self, lam, lambda_min, pieces):
        """Let lambda fall, and write down the pieces of the path."""
        steps = _Steps()
        while lam > lambda_min:
            # Over a wide range a difference of large numbers would be all that is left of a small solution.
            lowest = max(lambda_min, _LOWEST * lam)
            block = _Block(self, lam * self.stretch, -self.stretch, lam - lowest, steps)
            if steps.take(block, block.check(lam, lowest)):
                pieces.append(block.piece(steps.taken))
                lam = float(pieces[-1].lambdas[-1])
            steps.hold(block)


class _Steps:
    """How far blocks go and how much they watch, by what became of those before."""

    def __init__(self):
        self.effort = self.idle = self.taken = 0
        self.forced = np.zeros(0, dtype=np.int64)

    def take(self, block, checked):
        """Move to the last breakpoint that holds; False where there is none after the first."""
        self.taken, self.forced = checked
        if self.taken > 1:
            self.effort = 0
            self.idle = 0 if block.taus[self.taken - 1] > 0.0 else self.idle + 1
            block.leave(self.taken - 1)
        elif self.forced.size:
            self.idle += 1
        else:
            self.effort += 1
            block.solver.margin.factorise()
        if self.effort >= len(_EFFORTS):
            raise PathError("a step fails its certificate")
        return self.taken > 1

    def hold(self, block):
        """Give up where the path does not move; called when the breakpoints before are written down."""
        if self.idle > _MOST_IDLE or block.reason == STUCK and self.taken == block.taus.size:
            raise PathError("the path does not move")


class _Block:
    """One block of breakpoints, the first of them the state that the solver is in."""

    def __init__(self, solver, targets, rates, length, steps):
        self.solver, self.targets, self.rates = solver, targets, rates
        y, status, margin = solver.y, solver.status, solver.margin
        changes, watched = _EFFORTS[steps.effort]
        if steps.effort == 0:
            # The larger the tableau, the more changes it should serve.
            changes = min(max(changes, margin.samples.size // _A), _B)
            watched = max(_C, int(_D * changes))
        solution, h = self._solve()
        (x, v), (slack, speed) = np.ascontiguousarray(solution.T), h
        slack += solver.bound_sum + x[0] - y * targets
        speed += v[0] - y * rates
        self.watched = W = self._watch(slack, speed, watched, steps.forced)
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
        small = samples.size <= _SMALL
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
        """How many breakpoints hold for all samples, and the samples that were not watched and should have been."""
        solver = self.solver
        y, gram = solver.y, solver.gram
        e = solver.margin.samples.size
        touched = np.flatnonzero((self.statuses[:, e + 1 :] != self.begun[e + 1 :]).any(axis=0))
        columns = np.concatenate([np.arange(e), e + touched])
        self.moving = self.places[columns]
        self.beta = np.ascontiguousarray(self.values[:, 1 + columns])
        constant = solver.bound_sum.copy()
        h = self.beta[:, :e] @ solver.margin.rows
        if touched.size:
            rows = gram[self.watched[touched]]
            h += self.beta[:, e:] @ rows
            constant -= np.where(self.begun[1 + e + touched] == BOUND, solver.bounds[self.watched[touched]], 0.0) @ rows
        h += constant
        h += self.values[:, :1]
        side = np.where(solver.status == ZERO, y, -y)
        side[self.places] = 0.0
        taken, missed = overlooked(h, y, self.taus, self.targets, self.rates, side, _TOLERANCE)
        missed = np.flatnonzero(missed)
        if lam is not None and taken > 1:
            self.lambdas = lam - self.taus[:taken]
            if self.finished(taken):
                self.lambdas[-1] = lowest
            self.h = h
            self.resting_alpha = np.where(solver.status == BOUND, solver.bounds * y, 0.0)
            judged = optimality(self.lambdas, h[:taken], self.resting_alpha, self.moving, self.beta, y)
            self.gap, self.residual, self.resting = judged
            bad = np.flatnonzero(~(np.maximum(np.abs(self.gap), self.residual) < _ACCEPTED))
            if bad.size:
                taken, missed = int(bad[0]), missed[:0]
        elif lam is None and taken > 1:
            aims = self.targets[self.moving] + self.taus[:taken, None] * self.rates[self.moving]
            off = np.abs(h[:taken, self.moving] - y[self.moving] * aims) * (
                self.statuses[:taken][:, 1 + columns] == MARGIN
            )
            bad = np.flatnonzero(~(off.max(axis=1) < 1e-8 * np.abs(aims).max()))
            if bad.size:
                taken, missed = int(bad[0]), missed[:0]
        return taken, missed

    def piece(self, taken):
        """The breakpoints that were taken."""
        rows = slice(taken)
        bound = self.solver.status == BOUND
        bound[self.moving] = False
        lambdas, theta, beta = self.lambdas[rows], self.values[rows, 0].copy(), self.beta[rows]
        gap, residual = self.gap[rows], self.residual[rows]
        coefficients = self.resting_alpha, self.moving
        moved = centred(lambdas, theta, self.resting[rows], *coefficients, beta, self.h[rows], self.solver.y)
        if moved is not None:
            source, lambdas, centre = moved
            h = self.h[source] + (centre - theta[source])[:, None]
            theta, beta = centre, beta[source]
            gap, residual, _ = optimality(lambdas, h, *coefficients, beta, self.solver.y)
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
