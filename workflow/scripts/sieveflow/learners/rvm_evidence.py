"""Evidence of a sparse Bayesian linear model, and the steps that raise it one basis function at a time.

All is said in terms of products: of the basis functions with each other, of them with the target, and of the target
with itself. So a step costs no more than the number of candidates times the number of basis functions in the model,
whatever the number of samples.
"""

from dataclasses import dataclass

import numpy as np
from numba import njit
from scipy.linalg import cholesky, solve_triangular

# A candidate whose part that the model does not explain yet is smaller than this, relative to itself, is lost in the
# rounding of the products.
_NOVEL = 1e-10
_MOST_ROUNDS = 100
# Steps between exact evaluations.
_LONGEST = 64


@dataclass(frozen=True)
class Products:
    """Inner products over the samples.

    Attributes
    ----------
    gram : ndarray of shape (w, w)
        Of the candidates, which have norm 1 or 0.
    target : ndarray of shape (w,)
        Of the candidates with the target.
    energy : float
        Of the target with itself.
    n : int
        Degrees of freedom: samples, less one where the mean was taken out.
    """

    gram: np.ndarray
    target: np.ndarray
    energy: float
    n: int


@dataclass(frozen=True)
class Model:
    """Which candidates are in, the precisions of their weights, and that of the noise."""

    active: np.ndarray
    alpha: np.ndarray
    beta: float


@dataclass(frozen=True)
class Posterior:
    """What a model says about its weights, and what it lacks.

    Attributes
    ----------
    mean, covariance : ndarray
        Of the weights.
    factor : ndarray
        Lower Cholesky factor of the weights' precision.
    sparsity, quality : ndarray of shape (w,)
        S and Q of every candidate.
    evidence : float
        Logarithm of the marginal likelihood.
    """

    mean: np.ndarray
    covariance: np.ndarray
    factor: np.ndarray
    sparsity: np.ndarray
    quality: np.ndarray
    evidence: float


def posterior(products, model):
    """Weights, S and Q, and the evidence of a model.

    References
    ----------
    Tipping (2001), JMLR 1, (12), (13) and (18); Tipping and Faul (2003), (24) and (25).
    """
    active, beta = model.active, model.beta
    rows = products.gram[active]
    precision = beta * rows[:, active]
    precision[np.diag_indices_from(precision)] += model.alpha
    factor = cholesky(precision, lower=True, check_finite=False)
    inverse = solve_triangular(factor, np.eye(active.size), lower=True, check_finite=False)
    covariance = inverse.T @ inverse
    whitened = inverse @ rows
    solved = inverse @ products.target[active]
    sparsity = beta * np.diag(products.gram) - beta**2 * np.square(whitened).sum(axis=0)
    quality = beta * products.target - beta**2 * (solved @ whitened)
    log_det = 2.0 * np.log(np.diag(factor)).sum() - np.log(model.alpha).sum() - products.n * np.log(beta)
    fit = beta * products.energy - beta**2 * float(solved @ solved)
    evidence = -0.5 * (products.n * np.log(2.0 * np.pi) + log_det + fit)
    return Posterior(beta * (covariance @ products.target[active]), covariance, factor, sparsity, quality, evidence)


def addition_gain(sparsity, quality, beta):
    """What the evidence gains when a candidate of norm 1 that is not in the model comes in with its best precision."""
    usable = (sparsity > _NOVEL * beta) & (np.square(quality) > sparsity)
    ratio = np.where(usable, np.square(quality) / np.where(usable, sparsity, 1.0), 1.0)
    return 0.5 * (ratio - 1.0 - np.log(ratio))


# Divisions by zero give infinities, which the exact evaluation after the steps refuses.
@njit(cache=True, error_model="numpy")
def _steps(gram, place, active, alpha, covariance, mean, sparsity, quality, beta, tol, novel, least, max_steps):
    """Take the step of largest gain again and again; changes its arguments in place.

    `place` holds the position of a candidate among the active ones or -1, the arrays of the model have room for more.
    Returns the size of the model, the number of steps, the sum of their gains and the largest gain that is left.
    """
    w, size = place.size, 0
    while size < active.size and active[size] >= 0:
        size += 1
    total, gain = 0.0, 0.0
    reach, column = np.empty(w), np.empty(active.size)
    step = 0
    while True:
        best, kind, best_alpha = -1, 0, 0.0
        gain = tol
        for m in range(w):
            s_out, q_out, j = sparsity[m], quality[m], place[m]
            if j < 0:
                if size == active.size or s_out <= novel * beta:
                    continue
                ratio = q_out * q_out / s_out
                if ratio <= 1.0:
                    continue
                new = max(s_out * s_out / (q_out * q_out - s_out), least)
                change = 0.5 * (q_out * q_out / (new + s_out) - np.log1p(s_out / new))
                if change > gain:
                    best, kind, gain, best_alpha = m, 1, change, new
                continue
            a = alpha[j]
            left = a - s_out
            if left <= 0.0:
                continue
            s, q = a * s_out / left, a * q_out / left
            theta = q * q - s
            if theta > 0.0:
                new = max(s * s / theta, least)
                gap = 1.0 / new - 1.0 / a
                if gap == 0.0:
                    continue
                change = 0.5 * (q_out * q_out / (s_out + 1.0 / gap) - np.log1p(s_out * gap))
                if change > gain:
                    best, kind, gain, best_alpha = m, 2, change, new
            elif size > 1:
                change = 0.5 * (q_out * q_out / (s_out - a) - np.log(1.0 - s_out / a))
                if change > gain:
                    best, kind, gain = m, 3, change
        if best < 0 or step >= max_steps:
            return size, step, total, gain if best >= 0 else 0.0
        total += gain
        step += 1
        if kind == 1:
            for k in range(size):
                value = 0.0
                for i in range(size):
                    value += covariance[k, i] * gram[best, active[i]]
                column[k] = beta * value
            spread = 1.0 / (best_alpha + sparsity[best])
            weight = spread * quality[best]
            for m in range(w):
                reach[m] = gram[best, m]
            for k in range(size):
                row, factor = gram[active[k]], column[k]
                for m in range(w):
                    reach[m] -= factor * row[m]
            for m in range(w):
                beyond = beta * reach[m]
                sparsity[m] -= spread * beyond * beyond
                quality[m] -= weight * beyond
            for k in range(size):
                for i in range(size):
                    covariance[k, i] += spread * column[k] * column[i]
                covariance[k, size] = covariance[size, k] = -spread * column[k]
                mean[k] -= weight * column[k]
            covariance[size, size], mean[size] = spread, weight
            active[size], alpha[size], place[best] = best, best_alpha, size
            size += 1
            continue
        j = place[best]
        for k in range(size):
            column[k] = covariance[k, j]
        kappa = 1.0 / column[j] if kind == 3 else 1.0 / (column[j] + 1.0 / (best_alpha - alpha[j]))
        weight = kappa * mean[j]
        for m in range(w):
            reach[m] = 0.0
        for k in range(size):
            row, factor = gram[active[k]], beta * column[k]
            for m in range(w):
                reach[m] += factor * row[m]
        for m in range(w):
            sparsity[m] += kappa * reach[m] * reach[m]
            quality[m] += weight * reach[m]
        for k in range(size):
            for i in range(size):
                covariance[k, i] -= kappa * column[k] * column[i]
            mean[k] -= weight * column[k]
        alpha[j] = best_alpha
        if kind == 3:
            size -= 1
            place[best] = -1
            if j < size:
                active[j], alpha[j], mean[j] = active[size], alpha[size], mean[size]
                place[active[j]] = j
                for k in range(size):
                    covariance[j, k] = covariance[k, j] = covariance[size, k]
                covariance[j, j] = covariance[size, size]
            active[size] = -1


def climb(products, model, *, tol, least=0.0):
    """Raise the evidence of a model until no step and no change of the noise gains more than tol.

    No precision is made smaller than `least` times that of the noise: larger weights tell the rounding of the products.

    Between exact evaluations the products are updated step by step; an evaluation that does not confirm the gain takes
    the model back to the one before and shortens the stride, so that rounding never passes for progress.

    Returns the model, its posterior, and the evidence after every exact evaluation.
    """
    w = products.target.size
    now = posterior(products, model)
    trace, stride = [now.evidence], _LONGEST
    for _ in range(_MOST_ROUNDS):
        model, now = _better_noise(products, model, now)
        size = model.active.size
        room = min(w, size + stride)
        place, active, alpha = np.full(w, -1), np.full(room, -1), np.zeros(room)
        place[model.active], active[:size], alpha[:size] = np.arange(size), model.active, model.alpha
        covariance, mean = np.zeros((room, room)), np.zeros(room)
        covariance[:size, :size], mean[:size] = now.covariance, now.mean
        sparsity, quality = now.sparsity.copy(), now.quality.copy()
        size, steps, _, left = _steps(
            products.gram,
            place,
            active,
            alpha,
            covariance,
            mean,
            sparsity,
            quality,
            model.beta,
            tol,
            _NOVEL,
            least * model.beta,
            stride,
        )
        if steps:
            moved = Model(active[:size].copy(), alpha[:size].copy(), model.beta)
            then = _posterior_if_better(products, moved, now)
            if then is None:
                if stride == 1:
                    break
                stride = max(1, stride // 8)
                continue
            stride = min(_LONGEST, 2 * stride)
            model, now = moved, then
        gained = now.evidence - trace[-1]
        trace.append(now.evidence)
        if left == 0.0 and gained < tol:
            break
    return model, now, trace


def residue(products, model, now):
    """Squared distance of the target from its prediction, as the products tell it; never quite zero."""
    active = model.active
    inner = products.gram[np.ix_(active, active)]
    left = products.energy - 2.0 * now.mean @ products.target[active] + now.mean @ inner @ now.mean
    return max(float(left), np.finfo(float).eps * products.energy)


def _posterior_if_better(products, model, now):
    """The posterior of a model whose evidence is above that of `now`; None for another or one that rounding breaks."""
    if not (np.all(np.isfinite(model.alpha)) and np.all(model.alpha > 0.0)):
        return None
    try:
        then = posterior(products, model)
    except np.linalg.LinAlgError:
        return None
    return then if then.evidence > now.evidence else None


def _better_noise(products, model, now):
    """The noise of (5) where it raises the evidence, else of expectation maximisation, which cannot lower it."""
    active = model.active
    left = residue(products, model, now)
    determined = float(active.size - model.alpha @ np.diag(now.covariance))
    for variance in (
        left / max(products.n - determined, 1.0),
        (left + determined / model.beta) / products.n,
    ):
        trial = Model(active, model.alpha, 1.0 / variance)
        then = _posterior_if_better(products, trial, now)
        if then is not None:
            return trial, then
    return model, now
