"""Epsilon-insensitive support vector regression on a Gram matrix, with warm starts.

LIBSVM solves the same problem; this solver exists because ranking and tuning train thousands of machines on Gram
matrices that are already there, want each one to start from its neighbour's solution, and need the multipliers.
"""

from dataclasses import dataclass

import numpy as np

from sieveflow.compiled import njit

# Curvature below this is taken as this: two equal samples give a flat direction, and LIBSVM guards it likewise.
_MIN_CURVATURE = 1e-12
# With `refine`, the first rounds of the search stop at these violations, in deviations of y, each before a Newton step.
_ROUNDS = (1e-2, 1e-3, 1e-4)
# Part of the diagonal that keeps a singular Gram matrix solvable; a step that this spoils is refused.
_RIDGE = 1e-13


@njit(cache=True)
def _solve(gram, y, C, epsilon, tol, max_iter, beta, grad):
    """Sequential minimal optimisation in beta = alpha - alpha*; changes beta and grad in place.

    Works on (5) of Yang and Ong (2010) with the second-order pair selection of Fan, Chen and Lin (2005).
    `grad` is K beta - y. Raising beta_i changes the objective at the rate grad_i + epsilon (grad_i - epsilon where
    beta_i is negative), lowering it likewise; a step never crosses zero, where that rate jumps.
    Returns the offset b, the number of steps and the violation of optimality that is left.
    """
    n = y.size
    diagonal = np.empty(n)
    for t in range(n):
        diagonal[t] = gram[t, t]
    step = 0
    # What the last step added to grad, delta (row_i - row_j), is applied in the pass that looks for the next pair.
    delta = 0.0
    row_i = row_j = gram[0]
    while True:
        # i: the sample whose beta gains most from being raised; `bottom`: the best that lowering offers.
        i = -1
        top = -np.inf
        bottom = np.inf
        for t in range(n):
            g_t = grad[t] + delta * (row_i[t] - row_j[t])
            grad[t] = g_t
            b_t = beta[t]
            if b_t < C:
                rise = -(g_t + epsilon) if b_t >= 0.0 else -(g_t - epsilon)
                if rise > top:
                    top = rise
                    i = t
            if b_t > -C:
                fall = -(g_t + epsilon) if b_t > 0.0 else -(g_t - epsilon)
                if fall < bottom:
                    bottom = fall
        violation = top - bottom
        if violation < tol or step >= max_iter:
            break
        # j: the partner whose lowering reduces the objective most, to second order.
        j = -1
        best = 0.0
        row_i = gram[i]
        k_ii = row_i[i]
        for t in range(n):
            b_t = beta[t]
            if b_t > -C:
                fall = -(grad[t] + epsilon) if b_t > 0.0 else -(grad[t] - epsilon)
                gap = top - fall
                if gap > 0.0:
                    curvature = k_ii + diagonal[t] - 2.0 * row_i[t]
                    if curvature < _MIN_CURVATURE:
                        curvature = _MIN_CURVATURE
                    gain = gap * gap / curvature
                    if gain > best:
                        best = gain
                        j = t
        if j < 0 or j == i:
            break
        row_j = gram[j]
        curvature = k_ii + row_j[j] - 2.0 * row_i[j]
        if curvature < _MIN_CURVATURE:
            curvature = _MIN_CURVATURE
        fall = -(grad[j] + epsilon) if beta[j] > 0.0 else -(grad[j] - epsilon)
        delta = (top - fall) / curvature
        room_i = -beta[i] if beta[i] < 0.0 else C - beta[i]
        room_j = beta[j] if beta[j] > 0.0 else C + beta[j]
        new_i = beta[i] + delta
        new_j = beta[j] - delta
        if delta >= room_i or delta >= room_j:
            # Land on the bound exactly, so that "at the bound" stays an exact comparison.
            if room_i <= room_j:
                delta = room_i
                new_i = 0.0 if beta[i] < 0.0 else C
                new_j = beta[j] - delta
            if room_j <= room_i:
                delta = room_j
                new_j = 0.0 if beta[j] > 0.0 else -C
                if room_j < room_i:
                    new_i = beta[i] + delta
        beta[i] = new_i
        beta[j] = new_j
        step += 1
    free = 0
    total = 0.0
    for t in range(n):
        if 0.0 < beta[t] < C:
            total += -(grad[t] + epsilon)
            free += 1
        elif -C < beta[t] < 0.0:
            total += -(grad[t] - epsilon)
            free += 1
    offset = total / free if free > 0 else 0.5 * (top + bottom)
    return offset, step, violation


@dataclass(frozen=True)
class SvrFit:
    """A trained machine: f(x) = sum_i beta[i] K(x_i, x) + offset.

    Attributes
    ----------
    beta : ndarray of shape (n,)
        The dual variables alpha - alpha*; zero for samples that are not support vectors.
    offset : float
        The constant b.
    fitted : ndarray of shape (n,)
        f at the training samples.
    n_steps : int
        Steps the solver took.
    violation : float
        What is left of the largest violation of the optimality conditions, in units of y.
    """

    beta: np.ndarray
    offset: float
    fitted: np.ndarray
    n_steps: int
    violation: float


def fit_svr(gram, y, C, epsilon, *, tol=None, max_iter=10_000_000, start=None, refine=False):
    """Train a support vector regression machine on a Gram matrix.

    Parameters
    ----------
    gram : ndarray of shape (n, n)
        Kernel values between training samples.
    y : ndarray of shape (n,)
        Targets.
    C : float
        Weight of the slacks, (1) of the paper below; infinite for slacks that are not allowed.
    epsilon : float
        Half width of the tube that costs nothing.
    tol : float, optional
        Largest violation of the optimality conditions that is accepted, in units of y. The default is 1e-4 standard
        deviations of y: ten times stricter than LIBSVM's 1e-3 on a target of unit spread, and free of y's unit.
    max_iter : int
        Steps after which training stops with a RuntimeError.
    start : ndarray of shape (n,), optional
        Dual variables to start from, feasible for this C (for instance those of a smaller C).
    refine : bool
        Take Newton steps in the multipliers off their bounds on the way. The answer is the same; with a tolerance far
        below the default it comes two to four times sooner.

    Returns
    -------
    SvrFit

    References
    ----------
    Yang and Ong (2010), KDD, problem (1) to (5). Fan, Chen and Lin (2005), JMLR 6: 1889-1918.
    """
    y = np.ascontiguousarray(y, dtype=float)
    gram = np.ascontiguousarray(gram, dtype=float)
    if tol is None:
        tol = 1e-4 * float(y.std())
    if start is None:
        beta = np.zeros(y.size)
        grad = -y
    else:
        beta = np.array(start, dtype=float)
        grad = gram @ beta - y
    n_steps = 0
    for level in (*((r * float(y.std()) for r in _ROUNDS) if refine else ()), tol):
        offset, steps, violation = _solve(
            gram, y, float(C), float(epsilon), max(level, tol), max_iter - n_steps, beta, grad
        )
        n_steps += steps
        if violation < tol or n_steps >= max_iter:
            break
        _newton_step(gram, y, C, epsilon, beta, grad)
    if n_steps >= max_iter and violation >= tol:
        raise RuntimeError(
            f"support vector regression did not converge in {max_iter} steps "
            f"(C={C:g}, epsilon={epsilon:g}: violation {violation:.3g}, allowed {tol:.3g})"
        )
    return SvrFit(beta, offset, grad + y + offset, n_steps, violation)


def _newton_step(gram, y, C, epsilon, beta, grad):
    """Minimise over the multipliers off their bounds, as far as they stay there; changes beta and grad in place.

    The step keeps the sum of beta and lowers the objective; one that rounding keeps from either is not taken.
    """
    free = np.flatnonzero((beta != 0.0) & (np.abs(beta) < C))
    if free.size < 2:
        return
    side = np.sign(beta[free])
    inner = gram[np.ix_(free, free)]
    # Adding a constant to the kernel changes nothing for steps that add up to zero, and tames the second solution.
    system = inner + 1.0
    system[np.diag_indices(free.size)] += _RIDGE * free.size
    slope = grad[free] + epsilon * side
    try:
        against, level = np.linalg.solve(system, np.column_stack([slope, np.ones(free.size)])).T
    except np.linalg.LinAlgError:
        return
    step = level * (against.sum() / level.sum()) - against
    bound = np.where(step * side > 0.0, side * C, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        room = np.where(step == 0.0, np.inf, (bound - beta[free]) / step)
    part = min(1.0, float(room.min()))
    moved = part * step
    gain = -(slope @ moved) - 0.5 * (moved @ inner @ moved)
    if not (gain > 0.0 and abs(moved.sum()) <= 1e-12 * np.abs(beta).sum()):
        return
    beta[free] += moved
    if part < 1.0:
        beta[free[int(np.argmin(room))]] = bound[int(np.argmin(room))]
    support = np.flatnonzero(beta)
    grad[:] = gram[:, support] @ beta[support] - y
