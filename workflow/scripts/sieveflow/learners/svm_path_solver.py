"""The SVM path, block after block: every block is held against all samples and certified before it is taken."""

import numpy as np

from sieveflow.learners.svm_path_block import AT_END, BOUND, MARGIN, STUCK, ZERO, pivot_block
from sieveflow.learners.svm_path_offset import centred
from sieveflow.learners.svm_path_pieces import Piece, optimality
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
# Share of the right-hand side by which a solution from the inverse may be off before the inverse is made afresh.
_ROUGH = 1e-12
# Share of lambda that a block goes down to at most.
_LOWEST = 0.1
# Blocks without progress, and new starts, after which there is no hope.
_MOST_IDLE, _MOST_RESTARTS = 60, 40


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
            except PathError as error:
                self.restarts += 1
                if self.restarts > _MOST_RESTARTS:
                    raise
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
        self.margin = np.array([first])
        self.last = None
        at_bound[first] = False
        self.bound_sum = self.bounds[at_bound] @ self.gram[at_bound]
        self.factorise()
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

    def factorise(self):
        e = self.margin.size
        system = np.ones((e + 1, e + 1))
        system[0, 0] = 0.0
        system[1:, 1:] = self.gram[np.ix_(self.margin, self.margin)]
        try:
            self.inverse = np.linalg.inv(system)
        except np.linalg.LinAlgError:
            raise PathError("the samples on the margin depend on each other") from None

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
            block.solver.factorise()
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
        changes, watched = _EFFORTS[steps.effort]
        self.solver, self.targets, self.rates = solver, targets, rates
        y, gram, margin, status = solver.y, solver.gram, solver.margin, solver.status
        rows = gram[margin]
        system = np.ones((margin.size + 1, margin.size + 1))
        system[0, 0] = 0.0
        system[1:, 1:] = rows[:, margin]
        right = np.zeros((margin.size + 1, 2))
        right[0, 0] = -solver.bounds[status == BOUND].sum()
        right[1:, 0] = y[margin] * targets[margin] - solver.bound_sum[margin]
        right[1:, 1] = y[margin] * rates[margin]
        self.rough = False
        x, v = np.ascontiguousarray(self._solve(system, right).T)
        slack = solver.bound_sum + x[1:] @ rows + x[0] - y * targets
        speed = v[1:] @ rows + v[0] - y * rates
        self.watched = self._watch(slack, speed, watched, steps.forced)
        W = self.watched
        border = np.ones((margin.size + 1, W.size))
        border[1:] = rows[:, W]
        self.G = solver.inverse @ border
        if self.rough:
            self.G += solver.inverse @ (border - system @ self.G)
        self.S = gram[np.ix_(W, W)] - border.T @ self.G
        self.places = np.concatenate([margin, W])
        bounds = np.concatenate([[0.0], solver.bounds[self.places]])
        self.begun = np.concatenate([[MARGIN], status[self.places]]).astype(np.int8)
        start = np.concatenate([x if solver.last is None else solver.last, np.where(status[W] == BOUND, solver.bounds[W], 0.0)])
        found = pivot_block(
            solver.inverse, self.G, self.S, x.copy(), v, slack[W], speed[W], bounds, self.begun.copy(), length,
            length, solver.flat, changes,
        )
        self.taus = np.concatenate([[0.0], found[0]])
        self.values = np.concatenate([start[None], found[1]])
        self.statuses = np.concatenate([self.begun[None], found[2]])
        self.reason = found[3]

    def _solve(self, system, right):
        """Solve the system of the margin for the columns of `right`, refined where the inverse alone is too rough."""
        solver = self.solver
        solution = solver.inverse @ right
        left = right - system @ solution
        error = np.abs(left).max()
        if not error <= _ROUGH * np.abs(right).max():
            solver.factorise()
            # One step of Newton's iteration for the inverse.
            solver.inverse += solver.inverse @ (np.eye(len(system)) - system @ solver.inverse)
            solution = solver.inverse @ right
            left = right - system @ solution
            self.rough = True
        return solution + solver.inverse @ left

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
        e = solver.margin.size
        r = self.taus.size
        touched = np.flatnonzero((self.statuses[:, e + 1 :] != self.begun[e + 1 :]).any(axis=0))
        columns = np.concatenate([np.arange(e), e + touched])
        self.moving = self.places[columns]
        self.beta = np.ascontiguousarray(self.values[:, 1 + columns])
        constant = solver.bound_sum.copy()
        left = self.watched[touched]
        left = left[solver.status[left] == BOUND]
        if left.size:
            constant -= solver.bounds[left] @ gram[left]
        h = self.beta @ gram[self.moving]
        h += constant
        h += self.values[:, :1]
        side = np.where(solver.status == ZERO, y, -y)
        side[self.places] = 0.0
        outside = np.flatnonzero(side)
        taken, missed = r, np.zeros(0, dtype=np.int64)
        if outside.size:
            aims = self.targets[outside] + self.taus[:, None] * self.rates[outside]
            wrong = side[outside] * (h[:, outside] - y[outside] * aims) < -1e-10 * np.abs(aims)
            rows = np.flatnonzero(wrong.any(axis=1))
            if rows.size:
                taken = int(rows[0])
                missed = outside[wrong.any(axis=0)]
        if lam is not None and taken > 1:
            self.lambdas = lam - self.taus[:taken]
            if self.finished(taken):
                self.lambdas[-1] = lowest
            self.alpha = np.tile(np.where(solver.status == BOUND, solver.bounds * y, 0.0), (taken, 1))
            self.alpha[:, self.moving] = self.beta[:taken] * y[self.moving]
            self.h = h[:taken]
            self.gap, self.residual = optimality(self.lambdas, self.h, self.alpha, y)
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
        moved = centred(lambdas, theta, self.alpha[rows], self.h[rows], self.solver.y)
        if moved is not None:
            source, lambdas, centre = moved
            h = self.h[source] + (centre - theta[source])[:, None]
            theta, beta = centre, beta[source]
            gap, residual = optimality(lambdas, h, self.alpha[source], self.solver.y)
        resting = np.flatnonzero(bound)
        events = taken - 1 - self.finished(taken)
        return Piece(lambdas, theta, self.moving, beta, resting, self.solver.bounds[resting], events, gap, residual)

    def leave(self, row):
        """Put the solver in the state that holds after a breakpoint."""
        solver = self.solver
        e = solver.margin.size
        after = self.statuses[row]
        gone = np.flatnonzero(after[: e + 1] != MARGIN)
        come = np.flatnonzero(after[e + 1 :] == MARGIN)
        changed = self.places[self.begun[1:] != after[1:]]
        before = np.where(solver.status[changed] == BOUND, solver.bounds[changed], 0.0)
        solver.status[self.places] = after[1:]
        now = np.where(solver.status[changed] == BOUND, solver.bounds[changed], 0.0)
        moved = changed[now != before]
        if moved.size:
            solver.add_to_bound(moved, (now - before)[now != before])
        stay = np.flatnonzero(after[: e + 1] == MARGIN)
        # A block begins with the very numbers that the one before it ended with.
        solver.last = self.values[row][np.concatenate([stay, e + 1 + come])]
        X, G, S = solver.inverse, self.G, self.S
        d, q = gone.size, gone.size + come.size
        solver.margin = np.concatenate([self.places[stay[1:] - 1], self.watched[come]])
        if q == 0:
            return
        system = np.empty((q, q))
        system[:d, :d] = X[np.ix_(gone, gone)]
        system[:d, d:] = -G[np.ix_(gone, come)]
        system[d:, :d] = G[np.ix_(gone, come)].T
        system[d:, d:] = S[np.ix_(come, come)]
        size = stay.size + come.size
        left = np.zeros((size, q))
        left[: stay.size, :d] = X[np.ix_(stay, gone)]
        left[: stay.size, d:] = -G[np.ix_(stay, come)]
        left[stay.size :, d:] = np.eye(come.size)
        right = np.zeros((q, size))
        right[:d, : stay.size] = -X[np.ix_(gone, stay)]
        right[d:, : stay.size] = -G[np.ix_(stay, come)].T
        right[d:, stay.size :] = np.eye(come.size)
        inverse = np.zeros((size, size))
        inverse[: stay.size, : stay.size] = X[np.ix_(stay, stay)]
        try:
            inverse += left @ np.linalg.solve(system, right)
        except np.linalg.LinAlgError:
            solver.factorise()
        else:
            solver.inverse = inverse
