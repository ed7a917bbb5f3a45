"""A dual simplex method for dense linear programs whose variables all lie in boxes."""

from dataclasses import dataclass, replace

import numpy as np

from sieveflow.compiled import njit

# Any order of sums; no assumption on infinities.
_SUMS = {"reassoc", "contract", "nsz"}
# How far outside of its box a value counts as inside, for values up to about one; the caller certifies the result.
_FEASIBLE = 1e-9
# A smaller pivot would leave an inverse of rounding alone.
_PIVOT = 1e-9
# Updated weights may fall below zero by rounding; a square norm that small would draw every step to its row.
_LEAST_WEIGHT = 1e-4
# Of the largest cost: a reduced cost below this is zero, and its variable may stand at either bound.
_FLAT = 1e-11
# Two computations of the pivot that differ by more tell that the inverse has worn out.
_WORN = 1e-7
# Steps for each variable and row before a program counts as not solved; a hundredth of that is usual.
_PATIENCE = 20


@dataclass
class Basis:
    """Where a solution stands.

    Attributes
    ----------
    head : ndarray of int of shape (m,)
        The variables of the basis.
    at_upper : ndarray of bool of shape (N,)
        Whether a variable outside of the basis stands at its upper bound.
    inverse : ndarray of shape (m, m)
        Of the matrix that has the basis' columns.
    weights : ndarray of shape (m,)
        Squared norms of the rows of the inverse.
    """

    head: np.ndarray
    at_upper: np.ndarray
    inverse: np.ndarray
    weights: np.ndarray

    @classmethod
    def of_rows(cls, n, m):
        """The basis of the last m of n + m variables, whose columns are those of minus the identity."""
        return cls(np.arange(n, n + m), np.zeros(n + m, dtype=bool), -np.eye(m), np.ones(m))

    def copy(self):
        """A basis that can be changed in place."""
        return replace(self, **{name: value.copy() for name, value in vars(self).items()})


def solve(columns, cost, lower, upper, basis):
    """Minimise cost' x with columns' x = 0 and lower <= x <= upper, from a basis that is changed to the last one.

    Every variable being in a box, each basis is dual feasible once the other variables stand at the right bound: the
    dual simplex method starts anywhere. Steps follow the steepest edge (Forrest and Goldfarb 1992) and pass bounds
    that cost less than they gain (Maros 2003). Linear algebra is dense, which is the point of it.

    Parameters
    ----------
    columns : ndarray of shape (N, m)
        One row for each variable.
    cost, lower, upper : ndarray of shape (N,)
    basis : Basis

    Returns
    -------
    x : ndarray of shape (N,)
    prices : ndarray of shape (m,)
        The multipliers of the equations: reduced costs are cost - columns @ prices.

    None in the place of both if no solution was found, or not with the accuracy of the inverse.
    """
    limit = _PATIENCE * columns.size // columns.shape[1] + _PATIENCE * columns.shape[1]
    parts = (basis.head, basis.at_upper, basis.inverse, basis.weights)
    solved, x, prices = _steps(columns, cost, lower, upper, *parts, limit)
    return (x, prices) if solved else None


@njit(cache=True, fastmath=_SUMS)
def _dot(a, b):
    total = 0.0
    for t in range(a.size):
        total += a[t] * b[t]
    return total


@njit(cache=True, fastmath=_SUMS)
def _take_off(row, factor, other):
    for t in range(row.size):
        row[t] -= factor * other[t]


@njit(cache=True)
def _leaving(values, head, lower, upper, weights):
    """The row whose variable is farthest outside of its box by the steepest edge rule, or -1; and by how much."""
    best, row, beyond = 0.0, -1, 0.0
    for i in range(head.size):
        j = head[i]
        outside = max(values[i] - upper[j], 0.0) + min(values[i] - lower[j], 0.0)
        if abs(outside) > _FEASIBLE * (1.0 + abs(values[i])) and outside * outside > best * weights[i]:
            best, row, beyond = outside * outside / weights[i], i, outside
    return row, beyond


@njit(cache=True)
def _entering(alpha, reduced, at_upper, basic, ranges, sign, slope, flipped):
    """The variable that enters, and those in `flipped` that change to their other bound on the way; -1 for none.

    The dual objective rises with slope as the step grows, less by each variable whose reduced cost changes its sign,
    until the slope is used up.
    """
    candidates = np.empty(alpha.size, dtype=np.int64)
    steps = np.empty(alpha.size)
    count = 0
    for j in range(alpha.size):
        a = sign * alpha[j]
        if not basic[j] and ranges[j] > 0.0 and ((a > _PIVOT and not at_upper[j]) or (a < -_PIVOT and at_upper[j])):
            candidates[count], steps[count] = j, max(reduced[j] / a, 0.0)
            count += 1
    order = np.argsort(steps[:count])
    n_flipped, at = 0, 0
    while at < count:
        j = candidates[order[at]]
        slope -= abs(alpha[j]) * ranges[j]
        if slope < 0.0:
            break
        flipped[n_flipped] = j
        n_flipped += 1
        at += 1
    if at == count:
        return -1, 0
    # Of those that tie with it, the one with the largest pivot.
    entering, step = candidates[order[at]], steps[order[at]]
    for later in range(at + 1, count):
        j = candidates[order[later]]
        if steps[order[later]] > step + 1e-12:
            break
        if abs(alpha[j]) > abs(alpha[entering]):
            entering = j
    return entering, n_flipped


@njit(cache=True)
def _steps(columns, cost, lower, upper, head, at_upper, inverse, weights, limit):
    n_variables, m = columns.shape
    basic = np.zeros(n_variables, dtype=np.bool_)
    for j in head:
        basic[j] = True
    prices = np.zeros(m)
    for i in range(m):
        _take_off(prices, -cost[head[i]], inverse[i])
    reduced = np.empty(n_variables)
    right = np.zeros(m)
    x = np.empty(n_variables)
    ranges = upper - lower
    largest = np.abs(cost).max()
    for j in range(n_variables):
        reduced[j] = cost[j] - _dot(columns[j], prices)
        if not basic[j]:
            if abs(reduced[j]) > _FLAT * largest:
                at_upper[j] = reduced[j] < 0.0
            x[j] = upper[j] if at_upper[j] else lower[j]
            if x[j] != 0.0:
                _take_off(right, x[j], columns[j])
    values = np.empty(m)
    for i in range(m):
        values[i] = _dot(inverse[i], right)
    alpha = np.zeros(n_variables)
    flipped = np.empty(n_variables, dtype=np.int64)
    rho, pivots, tau = np.empty(m), np.empty(m), np.empty(m)
    solved = False
    for _ in range(limit):
        r, beyond = _leaving(values, head, lower, upper, weights)
        if r < 0:
            solved = True
            break
        sign = 1.0 if beyond > 0.0 else -1.0
        rho[:] = inverse[r]
        for j in range(n_variables):
            if not basic[j]:
                alpha[j] = _dot(columns[j], rho)
        q, n_flipped = _entering(alpha, reduced, at_upper, basic, ranges, sign, abs(beyond), flipped)
        if q < 0:
            break
        right[:] = 0.0
        for t in range(n_flipped):
            j = flipped[t]
            at_upper[j] = not at_upper[j]
            _take_off(right, -(ranges[j] if at_upper[j] else -ranges[j]), columns[j])
        for i in range(m):
            pivots[i] = _dot(inverse[i], columns[q])
            tau[i] = _dot(inverse[i], rho)
        if n_flipped:
            for i in range(m):
                values[i] -= _dot(inverse[i], right)
        if abs(pivots[r] - alpha[q]) > _WORN * (1.0 + abs(pivots[r])):
            break
        p = head[r]
        bound = upper[p] if sign > 0.0 else lower[p]
        move = (values[r] - bound) / pivots[r]
        entering_value = (upper[q] if at_upper[q] else lower[q]) + move
        own = _dot(rho, rho)
        step = reduced[q] / alpha[q]
        for j in range(n_variables):
            if not basic[j]:
                reduced[j] -= step * alpha[j]
        for t in range(m):
            inverse[r, t] = rho[t] / pivots[r]
        for i in range(m):
            if i != r and pivots[i] != 0.0:
                ratio = pivots[i] / pivots[r]
                values[i] -= move * pivots[i]
                weights[i] = max(weights[i] - 2.0 * ratio * tau[i] + ratio * ratio * own, _LEAST_WEIGHT)
                _take_off(inverse[i], pivots[i], inverse[r])
        weights[r] = max(own / pivots[r] ** 2, _LEAST_WEIGHT)
        reduced[p], reduced[q] = -step, 0.0
        basic[p], basic[q] = False, True
        at_upper[p] = sign > 0.0
        head[r] = q
        values[r] = entering_value
    prices[:] = 0.0
    for i in range(m):
        _take_off(prices, -cost[head[i]], inverse[i])
    for j in range(n_variables):
        x[j] = upper[j] if at_upper[j] else lower[j]
    for i in range(m):
        x[head[i]] = values[i]
    return solved, x, prices
