"""The SVM path, block after block: every block is held against all samples and certified before it is taken."""

import numpy as np

from sieveflow.learners.svm_path_block import EFFORTS, Block
from sieveflow.learners.svm_path_decisions import changed_sides, row_sums
from sieveflow.learners.svm_path_margin import Margin, SingularMargin
from sieveflow.learners.svm_path_pivots import BOUND, MARGIN, STUCK, ZERO
from sieveflow.learners.svm_path_start import rough_solution, rounded, settled
from sieveflow.seeding import stream

# Targets are lambda (1 + p_i) with p_i up to this, so that no two samples reach the margin together: with exact ties
# there would be nothing to tell which of them moves.
_PERTURBATION = 1e-9
# Bounds of alpha are 1 - q_i with q_i up to this: sums of ones would tie coefficients that reach a bound together.
_ROOM = 2e-11
# Share of lambda by which margins of the rough solution that the path starts from may be off.
_START = 1e-5
# A pivot below this share of the largest kernel value is a linear dependence.
_FLAT = 1e-11
# By how much the system of a start times its inverse may differ from the identity.
_SOUND = 1e-9
# Contributions of the samples at their bound are summed afresh after so many blocks.
_OLD = 10
# Share of a block's breakpoints that may be lost, how many samples more are watched at most if it is more, and how fast
# that goes back.
_LOST, _WIDEST, _NARROWING = 0.3, 8.0, 0.8
# Share of lambda that a block goes down to at most.
_LOWEST = 0.01
# Blocks without progress after which all samples are watched, or the stretch is given up, and new starts after which
# there is no hope.
_PATIENCE, _MOST_IDLE, _MOST_RESTARTS = 3, 60, 40
# New starts after which every block is made with the greatest care.
_HASTY = 1


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
        self.roots = np.sqrt(np.maximum(np.diag(self.gram), 0.0))
        self.nothing = np.zeros(self.y.size)
        self.restarts = self.age = 0
        self.careful = False

    def run(self, lambda_max, lambda_min):
        """The pieces of the path from lambda_max down to lambda_min."""
        pieces = []
        lam = lambda_max
        alpha, theta = rough_solution(self.gram, self.y, lam, _START, 20 * self.y.size)
        while True:
            try:
                self._begin(alpha, theta, lam)
                self._descend(lam, lambda_min, pieces)
                return pieces
            except (PathError, SingularMargin):
                self.careful = True
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
        # Many samples on the margin make a short way, one makes a safe one: every other new start goes by that.
        for sides in (rounded,) if self.restarts % 2 else (settled, rounded):
            at_bound, samples, beta = sides(alpha, self.bounds)
            try:
                self.margin = Margin(self.gram, samples)
                if self.margin.error() < _SOUND:
                    break
            except SingularMargin:
                continue
        self.bound_sum = self._bound_sum(np.flatnonzero(at_bound))
        self.h = self.bound_sum + row_sums(self.gram, samples, beta[None])[0] + theta
        # Targets for which this solution is optimal, a little apart so that nobody else is on the margin.
        margins = self.y * self.h
        targets = lam * self.stretch
        apart = rng.uniform(0.01, 0.02, n) * lam
        begun = np.where(at_bound, np.maximum(targets, margins + apart), np.minimum(targets, margins - apart))
        begun[samples] = margins[samples]
        self.status = np.where(at_bound, BOUND, ZERO).astype(np.int8)
        self.status[samples] = MARGIN
        self.last = self.rise = None
        self._reach(begun, targets)

    def _bound_sum(self, at_bound):
        """What samples at their bound contribute to h."""
        return row_sums(self.gram, at_bound, self.bounds[at_bound][None])[0]

    def change_sides(self, samples, after):
        """Put samples where they stand now; contributions to h are summed afresh now and then so that rounding goes."""
        self.age += 1
        afresh = self.age >= _OLD
        if afresh:
            self.age = 0
        state = self.status, self.bounds, self.bound_sum
        self.bound_sum = changed_sides(self.gram, samples, after, *state, afresh)

    def _reach(self, begun, targets):
        """Move the targets in a straight line from those that the present solution is optimal for."""
        left = 1.0
        steps = _Steps(self.restarts)
        while left > 0.0:
            block = Block(self, targets + left * (begun - targets), targets - begun, left, *steps.care)
            if steps.take(block, block.check()):
                left = 0.0 if block.finished(steps.taken) else left - block.taus[steps.taken - 1]
            steps.hold(block)

    def _descend(self, lam, lambda_min, pieces):
        """Let lambda fall, and write down the pieces of the path."""
        self.rise = None
        steps = _Steps(self.restarts)
        while lam > lambda_min:
            # Over a wide range a difference of large numbers would be all that is left of a small solution.
            lowest = max(lambda_min, _LOWEST * lam)
            block = Block(self, lam * self.stretch, -self.stretch, lam - lowest, *steps.care)
            if steps.take(block, block.check(lam, lowest)):
                pieces.append(block.piece(steps.taken))
                lam = float(pieces[-1].lambdas[-1])
            steps.hold(block)


class _Steps:
    """How far blocks go and how much they watch, by what became of those before."""

    def __init__(self, restarts):
        # Where new starts do not help, one event at a time does.
        self.least = len(EFFORTS) - 1 if restarts > _HASTY else 0
        self.effort, self.idle, self.taken = self.least, 0, 0
        self.width = 1.0
        self.forced = np.zeros(0, dtype=np.int64)

    @property
    def care(self):
        """What the next block is to be like."""
        return self.effort, self.width, self.forced

    def take(self, block, checked):
        """Move to the last breakpoint that holds; False where there is none after the first."""
        self.taken, missed = checked
        # Where many breakpoints are lost because others come first, more samples are watched for a while.
        lost = missed.size and self.taken < (1.0 - _LOST) * block.taus.size
        self.width = min(2.0 * self.width, _WIDEST) if lost else max(_NARROWING * self.width, 1.0)
        if self.taken > 1:
            self.effort, self.forced = self.least, missed
            self.idle = 0 if block.taus[self.taken - 1] > 0.0 else self.idle + 1
            block.leave(self.taken - 1)
        elif missed.size and self.idle < _PATIENCE:
            self.idle += 1
            self.forced = np.union1d(self.forced, missed)
        else:
            self.effort += 1
            block.solver.careful = True
            block.solver.margin.factorise()
        if self.effort >= len(EFFORTS):
            raise PathError("a step fails its certificate")
        return self.taken > 1

    def hold(self, block):
        """Give up where the path does not move; called when the breakpoints before are written down."""
        if self.idle > _MOST_IDLE or (block.reason == STUCK and self.taken == block.taus.size):
            raise PathError("the path does not move")
