"""Evidence of a sparse Bayesian linear model, and the steps that raise it one basis function at a time.

All is said in terms of the triangular factor of the basis functions at the samples. So a step costs no more than the
number of candidates times the number of basis functions in the model, whatever the number of samples; and what a wide
kernel's basis functions, which are nearly dependent, say together is not lost, as it is in products of them, whose
rounding is that of the square.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sieveflow.compiled import njit

# A candidate whose part that the model does not explain yet is smaller than this, relative to itself, is lost in
# rounding; both are squared lengths.
_NOVEL = 1e-12
_MOST_ROUNDS = 100
# Steps between exact evaluations.
_LONGEST = 128


@dataclass(frozen=True)
class Reduced:
    """Candidates and target in coordinates of the space that the candidates span.

    Attributes
    ----------
    columns : ndarray of shape (r, w)
        The candidates, which have norm 1 or 0.
    target : ndarray of shape (r,)
        The target's part in that space.
    beyond : float
        Squared length of its part outside.
    n : int
        Degrees of freedom: samples, less one where the mean was taken out.
    """

    columns: np.ndarray
    target: np.ndarray
    beyond: float
    n: int

    @classmethod
    def of(cls, columns, target, n):
        """From values at the samples."""
        factor = np.linalg.qr(np.column_stack([columns, target]), mode="r")
        # With no more samples than candidates the target has no part outside.
        r = min(columns.shape)
        beyond = float(np.square(factor[r:, -1]).sum())
        return cls(np.ascontiguousarray(factor[:r, :-1]), factor[:r, -1].copy(), beyond, n)

    @cached_property
    def gram(self):
        """Products of the candidates, of shape (w, w)."""
        return self.columns.T @ self.columns

    @cached_property
    def energy(self):
        """Squared length of the target."""
        return float(self.target @ self.target) + self.beyond


@dataclass(frozen=True)
class Model:
    """Which candidates are in, the precisions of their weights, and that of the noise."""

    active: np.ndarray
    alpha: np.ndarray
    beta: float


class Posterior:
    """What a model says about its weights, and what it lacks.

    The weights solve the least squares problem of the basis functions, times the root of beta, on top of the roots of
    alpha. Its orthogonal factor gives all else without an inverse.

    Attributes
    ----------
    mean : ndarray
        Of the weights.
    residue : float
        Squared distance of the target from its prediction.
    evidence : float
        Logarithm of the marginal likelihood.

    References
    ----------
    Tipping (2001), JMLR 1, (12), (13) and (18); Tipping and Faul (2003), (24) and (25).
    """

    def __init__(self, reduced, model):
        active, alpha, beta = model.active, model.alpha, model.beta
        r, size = reduced.target.size, active.size
        inside = reduced.columns[:, active]
        stacked = np.zeros((r + size, size))
        stacked[:r] = np.sqrt(beta) * inside
        stacked[r + np.arange(size), np.arange(size)] = np.sqrt(alpha)
        basis, factor = np.linalg.qr(stacked)
        self._top, self._bottom = basis[:r], basis[r:] / np.sqrt(alpha)[:, None]
        self._reduced, self._beta = reduced, beta
        self.mean = self._bottom @ (self._top.T @ (np.sqrt(beta) * reduced.target))
        self._left = reduced.target - inside @ self.mean
        self.residue = float(self._left @ self._left) + reduced.beyond
        log_det = 2.0 * np.log(np.abs(np.diag(factor))).sum() - np.log(alpha).sum() - reduced.n * np.log(beta)
        fit = beta * self.residue + float(alpha @ np.square(self.mean))
        self.evidence = -0.5 * (reduced.n * np.log(2.0 * np.pi) + log_det + fit)

    @cached_property
    def covariance(self):
        """Of the weights."""
        return self._bottom @ self._bottom.T

    @cached_property
    def variances(self):
        """Of the weights."""
        return np.square(self._bottom).sum(axis=1)

    @cached_property
    def sparsity(self):
        """S of every candidate."""
        columns = self._reduced.columns
        return self._beta * (np.square(columns).sum(axis=0) - np.square(self._top.T @ columns).sum(axis=0))

    @cached_property
    def quality(self):
        """Q of every candidate."""
        return self._beta * (self._left @ self._reduced.columns)


def addition_gain(sparsity, quality, beta):
    """What the evidence gains when a candidate of norm 1 that is not in the model comes in with its best precision."""
    usable = (sparsity > _NOVEL * beta) & (np.square(quality) > sparsity)
    ratio = np.where(usable, np.square(quality) / np.where(usable, sparsity, 1.0), 1.0)
    return 0.5 * (ratio - 1.0 - np.log(ratio))


# Divisions by zero give infinities, which the exact evaluation after the steps refuses.
@njit(cache=True, error_model="numpy")
def _steps(gram, place, active, alpha, covariance, mean, sparsity, quality, beta, tol, novel, max_steps):
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
                change = 0.5 * (ratio - 1.0 - np.log(ratio))
                if change > gain:
                    best, kind, gain, best_alpha = m, 1, change, s_out * s_out / (q_out * q_out - s_out)
                continue
            # Of the others s and q follow from the posterior: in S and Q they are lost where alpha is small.
            a, spread = alpha[j], covariance[j, j]
            s, q = 1.0 / spread - a, mean[j] / spread
            if not s > 0.0:
                continue
            theta = q * q - s
            # Evidence as a function of its precision alone, up to a constant that is its value without the candidate.
            held = 0.5 * (q * q / (a + s) - np.log1p(s / a))
            if theta > 0.0:
                new = s * s / theta
                change = 0.5 * (q * q / (new + s) - np.log1p(s / new)) - held
                if change > gain:
                    best, kind, gain, best_alpha = m, 2, change, new
            elif size > 1 and -held > gain:
                best, kind, gain = m, 3, -held
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


def climb(reduced, model, *, tol):
    """Raise the evidence of a model until no step and no change of the noise gains more than tol.

    Between exact evaluations all is updated step by step; an evaluation that does not confirm the gain takes
    the model back to the one before and shortens the stride, so that rounding never passes for progress.

    Returns the model, its posterior, and the evidence after every exact evaluation.
    """
    w = reduced.columns.shape[1]
    now = Posterior(reduced, model)
    trace, stride = [now.evidence], _LONGEST
    for _ in range(_MOST_ROUNDS):
        model, now = _better_noise(reduced, model, now)
        size = model.active.size
        room = min(w, size + stride)
        place, active, alpha = np.full(w, -1), np.full(room, -1), np.zeros(room)
        place[model.active], active[:size], alpha[:size] = np.arange(size), model.active, model.alpha
        covariance, mean = np.zeros((room, room)), np.zeros(room)
        covariance[:size, :size], mean[:size] = now.covariance, now.mean
        sparsity, quality = now.sparsity.copy(), now.quality.copy()
        size, steps, _, left = _steps(
            reduced.gram,
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
            stride,
        )
        if steps:
            moved = Model(active[:size].copy(), alpha[:size].copy(), model.beta)
            then = _posterior_if_better(reduced, moved, now)
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


def _posterior_if_better(reduced, model, now):
    """The posterior of a model whose evidence is above that of `now`; None for another or one that rounding breaks."""
    if not (np.all(np.isfinite(model.alpha)) and np.all(model.alpha > 0.0)):
        return None
    then = Posterior(reduced, model)
    return then if then.evidence > now.evidence else None


def _better_noise(reduced, model, now):
    """The noise of (5) where it raises the evidence, else of expectation maximisation, which cannot lower it."""
    active = model.active
    left = max(now.residue, np.finfo(float).eps * reduced.energy)
    determined = float(active.size - model.alpha @ now.variances)
    for variance in (
        left / max(reduced.n - determined, 1.0),
        (left + determined / model.beta) / reduced.n,
    ):
        trial = Model(active, model.alpha, 1.0 / variance)
        then = _posterior_if_better(reduced, trial, now)
        if then is not None:
            return trial, then
    return model, now
