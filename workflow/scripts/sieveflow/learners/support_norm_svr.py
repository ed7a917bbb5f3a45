"""Linear support vector regression with an m-support norm, solved to high precision, with a certificate.

Minimises 0.5 |w|^2_m + C sum_i max(0, |y_i - x_i' w - b| - epsilon), where |w|^2_m is the least sum_j w_j^2 / p_j over
0 <= p <= 1 that add up to m. For m = d all p are 1 and the machine is the usual linear one.
"""

from dataclasses import dataclass

import numpy as np

from sieveflow.compiled import njit
from sieveflow.learners.support_norm import squared_norm

_MAX_ROUNDS = 200
# The gap that stops the search, as a part of the objective, and what is accepted where rounding ends it sooner.
_GAP = 1e-10
_ACCEPTED = 1e-8
_FLOOR = 1e-6
_RIDGE = 1e-14
_LEAST = 1e-7
# Tried in turn, see there.
_CAUTION = (0.0, 0.2, 0.5)


@njit(cache=True, error_model="numpy")
def _factorise(system):
    """Replace a symmetric matrix by its factors L D L'; unpivoted, which suits a definite block of each sign."""
    size = system.shape[0]
    for k in range(size):
        pivot = system[k, k]
        for i in range(k + 1, size):
            ratio = system[i, k] / pivot
            for j in range(i, size):
                system[j, i] -= ratio * system[j, k]
        for i in range(k + 1, size):
            system[i, k] /= pivot


@njit(cache=True, error_model="numpy")
def _solve(factors, right):
    """Solve a factorised system in place."""
    size = right.size
    for i in range(size):
        for k in range(i):
            right[i] -= factors[i, k] * right[k]
    for i in range(size - 1, -1, -1):
        right[i] /= factors[i, i]
        for k in range(i + 1, size):
            right[i] -= factors[k, i] * right[k]


@njit(cache=True, error_model="numpy")
def _furthest(values, steps, limit):
    """The largest part of a step, up to a limit, that leaves all values positive."""
    for i in range(values.size):
        if steps[i] < 0.0:
            limit = min(limit, -values[i] / steps[i])
    return limit


@njit(cache=True, error_model="numpy")
def _interior_point(X, y, C, epsilon, m, gap, max_rounds, caution):
    """Newton steps towards the optimality conditions of (6), with products of slacks and multipliers equal to mu.

    room[0..3] are alpha, C - alpha, alpha* and C - alpha*, dual[0..3] their multipliers; beta = alpha - alpha*, z = X'
    beta and w = p z. side[0..3] are s = lambda + gamma - z^2, gamma, p and 1 - p, where s goes with p and gamma with 1
    - p. A Newton system is reduced to w, the offset and lambda, so that a round costs one matrix of d + 2 rows. With
    `caution` mu falls by no more than this factor in a round: slower, and safer where features are copies of each
    other.
    """
    n, d = X.shape
    free = m < d
    Xt = np.ascontiguousarray(X.T)
    room, dual = np.full((4, n), 0.5 * C), np.ones((4, n))
    side = np.ones((4, d))
    mu, lam, d_lam, offset = 0.5 * C, 0.0, 0.0, np.median(y)
    if free:
        side[2, :], side[3, :] = m / d, 1.0 - m / d
        side[0, :], side[1, :] = C / side[2, 0], C / side[3, 0]
        lam = side[0, 0] - side[1, 0]
    # A target inside the tube costs nothing; the gap is then measured against this.
    floor = 0.0
    for i in range(n):
        floor += _FLOOR * C * abs(y[i] - offset)
    n_pairs = 4 * n + (2 * d if free else 0)
    size = d + 2 if free else d + 1
    system, right = np.zeros((size, size)), np.zeros(size)
    d_room, d_dual, d_side = np.zeros((4, n)), np.zeros((4, n)), np.zeros((4, d))
    e, miss, slope = np.zeros((2, n)), np.zeros((2, n)), np.zeros((2, n))
    weighted, beta, source, w, d_z = np.zeros((d, n)), np.zeros(n), np.zeros(n), np.zeros(d), np.zeros(d)
    q, g, h, r_z, r_s = np.ones(d), np.zeros(d), np.zeros(d), np.zeros(d), np.zeros(d)
    best_w, best_p, best_beta, best_offset = w.copy(), side[2].copy(), beta.copy(), offset
    rounds, stalled, best = 0, 0, np.inf
    while rounds < max_rounds:
        s, gamma, p, left = side
        for i in range(n):
            beta[i] = room[0, i] - room[2, i]
        z = np.dot(Xt, beta)
        fitted = np.dot(X, w)
        # How far the machine costs more than the multipliers prove: the certificate.
        total, cost, bound, balance = 0.0, 0.0, 0.0, 0.0
        for i in range(n):
            error = y[i] - fitted[i] - offset
            cost += C * max(abs(error) - epsilon, 0.0)
            bound += y[i] * beta[i] - epsilon * abs(beta[i])
            balance += beta[i]
            miss[0, i] = error - epsilon + dual[0, i] - dual[1, i]
            miss[1, i] = -error - epsilon + dual[2, i] - dual[3, i]
            for k in range(4):
                total += room[k, i] * dual[k, i]
        tau = np.sort(z * z)
        for j in range(d):
            cost += 0.5 * w[j] * w[j] / p[j]
            bound -= 0.5 * tau[j] if j >= d - m else 0.0
            if free:
                total += 0.5 * (p[j] * s[j] + left[j] * gamma[j])
        mu = total / n_pairs
        scale = max(cost, floor)
        merit = (cost - bound) / scale
        stalled = 0 if merit < 0.9 * best else stalled + 1
        if merit < best:
            best, best_offset = merit, offset
            best_w[:], best_p[:], best_beta[:] = w, p, beta
        if merit <= gap or stalled >= 10 or not np.isfinite(merit):
            break
        rounds += 1
        for i in range(n):
            # Limited: with more features than samples all e grow, and what ties w to z would be lost to rounding.
            e[0, i] = 1.0 / (dual[0, i] / room[0, i] + dual[1, i] / room[1, i] + _LEAST / C)
            e[1, i] = 1.0 / (dual[2, i] / room[2, i] + dual[3, i] / room[3, i] + _LEAST / C)
            for j in range(d):
                weighted[j, i] = Xt[j, i] * (e[0, i] + e[1, i])
        system[:d, :d] = np.dot(weighted, X)
        system[d:, :] = 0.0
        for i in range(n):
            system[d, d] += e[0, i] + e[1, i]
        for j in range(d):
            if free:
                g[j] = p[j] / (s[j] + p[j] * gamma[j] / left[j])
                q[j] = p[j] + 2.0 * g[j] * z[j] * z[j]
                system[d + 1, j] = z[j] * g[j] / q[j]
                system[d + 1, d + 1] -= 0.5 * g[j] * p[j] / q[j]
            # Copies of a feature leave a direction undetermined.
            system[j, j] += 1.0 / q[j] + _RIDGE * system[j, j]
            for i in range(n):
                system[d, j] += weighted[j, i]
        _factorise(system)
        # First aim at mu = 0 to see how far one gets, then at a mu to match, with the curvature that was met.
        target, step, bend = 0.0, 1.0, 0.0
        for phase in range(2):
            right[:] = 0.0
            right[d] = balance
            for i in range(n):
                for k in range(2):
                    near, far = 2 * k, 2 * k + 1
                    slope[k, i] = miss[k, i]
                    slope[k, i] += (target - bend * d_room[near, i] * d_dual[near, i]) / room[near, i] - dual[near, i]
                    slope[k, i] -= (target - bend * d_room[far, i] * d_dual[far, i]) / room[far, i] - dual[far, i]
                source[i] = slope[0, i] * e[0, i] - slope[1, i] * e[1, i]
                right[d] += source[i]
            right[:d] = np.dot(Xt, source)
            for j in range(d):
                r_z[j] = p[j] * z[j] - w[j] + bend * d_side[2, j] * d_z[j]
                if free:
                    r_s[j] = lam + gamma[j] - z[j] * z[j] - s[j] - bend * d_z[j] * d_z[j]
                    for_s = 2.0 * target - bend * d_side[0, j] * d_side[2, j]
                    for_gamma = 2.0 * target - bend * d_side[1, j] * d_side[3, j]
                    d_side[1, j] = for_gamma / left[j] - gamma[j]
                    h[j] = g[j] * (for_s / p[j] - s[j] - r_s[j] - d_side[1, j])
                    right[j] += z[j] * h[j] / q[j]
                    right[d + 1] += 0.5 * (m / d - p[j]) - (0.5 * h[j] * p[j] - g[j] * z[j] * r_z[j]) / q[j]
                right[j] += r_z[j] / q[j]
            _solve(system, right)
            if free:
                d_lam = right[d + 1]
                for j in range(d):
                    d_z[j] = (right[j] - r_z[j] - z[j] * h[j] + z[j] * g[j] * d_lam) / q[j]
                    d_side[2, j] = h[j] - g[j] * d_lam + 2.0 * g[j] * z[j] * d_z[j]
                    d_side[3, j] = -d_side[2, j]
                    d_side[1, j] += gamma[j] * d_side[2, j] / left[j]
                    d_side[0, j] = d_lam + d_side[1, j] - 2.0 * z[j] * d_z[j] + r_s[j]
            move = np.dot(X, right[:d])
            for i in range(n):
                for k in range(2):
                    near, far = 2 * k, 2 * k + 1
                    change = (slope[k, i] - (1 - 2 * k) * (move[i] + right[d])) * e[k, i]
                    for place, moved in ((near, change), (far, -change)):
                        wanted = target - bend * d_room[place, i] * d_dual[place, i] - dual[place, i] * moved
                        d_room[place, i] = moved
                        d_dual[place, i] = wanted / room[place, i] - dual[place, i]
            step = 1.0
            for k in range(4):
                step = _furthest(room[k], d_room[k], step)
                step = _furthest(dual[k], d_dual[k], step)
                if free:
                    step = _furthest(side[k], d_side[k], step)
            if phase == 0:
                reached = 0.0
                for k in range(4):
                    for i in range(n):
                        reached += (room[k, i] + step * d_room[k, i]) * (dual[k, i] + step * d_dual[k, i])
                if free:
                    for k in range(2):
                        for j in range(d):
                            pair = (side[k, j] + step * d_side[k, j]) * (side[k + 2, j] + step * d_side[k + 2, j])
                            reached += 0.5 * pair
                # Not below what the gap asks for: products that run ahead of the others spoil the next systems.
                target = mu * max((max(reached, 0.0) / total) ** 3, caution)
                target = max(target, 0.1 * gap * scale / n_pairs)
                bend = 1.0 if caution == 0.0 else step * step
        step = min(1.0, 0.995 * step)
        offset += step * right[d]
        lam += step * d_lam
        for j in range(d):
            w[j] += step * right[j]
        for k in range(4):
            for i in range(n):
                room[k, i] += step * d_room[k, i]
                dual[k, i] += step * d_dual[k, i]
            for j in range(d):
                side[k, j] += step * d_side[k, j]
    return best_w, best_p, best_beta, best_offset, rounds


@dataclass(frozen=True)
class SupportNormFit:
    """A trained machine: f(x) = w' x + offset.

    Attributes
    ----------
    w : ndarray of shape (d,)
        Weights of the features.
    offset : float
        The constant b.
    p : ndarray of shape (d,)
        The relaxed choice of features, between 0 and 1.
    tau : ndarray of shape (d,)
        (sum_i x_ij (alpha_i - alpha*_i))^2, the paper's score of a feature; w = p sqrt(tau) up to signs.
    beta : ndarray of shape (n,)
        The dual variables alpha - alpha*.
    primal, dual : float
        The objective at w and the bound that beta proves; no machine does better than `dual`.
    n_rounds : int
        Newton systems that were solved.
    """

    w: np.ndarray
    offset: float
    p: np.ndarray
    tau: np.ndarray
    beta: np.ndarray
    primal: float
    dual: float
    n_rounds: int

    @property
    def gap(self):
        """The certificate: the distance between objective and bound, as a part of the objective."""
        return (self.primal - self.dual) / max(abs(self.primal), np.finfo(float).tiny)


def fit_support_norm_svr(X, y, C, epsilon, m, *, gap=_GAP):
    """Train a linear machine under an m-support norm.

    Parameters
    ----------
    X : ndarray of shape (n, d)
    y : ndarray of shape (n,)
    C, epsilon : float
        Weight of the slacks and half width of the tube.
    m : int
        The budget; d or more gives the usual linear support vector regression.
    gap : float
        Stop at this duality gap, as a part of the objective.

    Returns
    -------
    SupportNormFit

    Raises
    ------
    RuntimeError
        If the certificate is not good enough.

    References
    ----------
    Yang, Xu, King and Lyu (2014), Non-monotonic feature selection for regression, ICONIP, (3), (4) and (6).
    Mehrotra (1992), SIAM Journal on Optimization 2, for the choice of mu.
    """
    X, y = np.ascontiguousarray(X, dtype=float), np.asarray(y, dtype=float)
    m = min(m, X.shape[1])
    # In deviations of the target, so that its unit changes nothing.
    unit = float(y.std()) or 1.0
    accepted = max(gap, _ACCEPTED)
    allowed = accepted * _FLOOR * C * float(np.abs(y - np.median(y)).sum())
    for caution in _CAUTION:
        w, p, beta, offset, rounds = _interior_point(
            X, y / unit, C / unit, epsilon / unit, m, gap, _MAX_ROUNDS, caution
        )
        fit = _certified(X, y, C, epsilon, m, w * unit, p, _feasible(beta * unit, C), offset * unit, rounds)
        if fit.primal - fit.dual <= max(accepted * fit.primal, allowed):
            return fit
    raise RuntimeError(
        f"support vector regression with a budget of {m} did not converge in {rounds} rounds "
        f"(C={C:g}, epsilon={epsilon:g}: relative gap {fit.gap:.3g}, allowed {accepted:g})"
    )


def _certified(X, y, C, epsilon, m, w, p, beta, offset, rounds):
    """A machine with what its multipliers prove."""
    return SupportNormFit(
        w=w,
        offset=offset,
        p=p,
        tau=np.square(X.T @ beta),
        beta=beta,
        primal=0.5 * squared_norm(w, m) + C * float(np.maximum(np.abs(y - X @ w - offset) - epsilon, 0.0).sum()),
        dual=dual_objective(X, y, epsilon, m, beta),
        n_rounds=rounds,
    )


def _feasible(beta, C):
    """The multipliers with sum zero and within their bounds, for a bound that rounding cannot spoil."""
    beta = np.clip(beta, -C, C)
    excess = beta.sum()
    room = beta + C if excess > 0 else C - beta
    return beta - excess * room / room.sum() if room.sum() > 0 else beta


def dual_objective(X, y, epsilon, m, beta):
    """Half the objective of (6), with the best lambda and gamma: the m largest tau count."""
    tau = np.square(X.T @ beta)
    largest = np.sort(tau)[::-1][:m]
    return float(y @ beta - epsilon * np.abs(beta).sum() - 0.5 * largest.sum())
