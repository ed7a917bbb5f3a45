"""Search for the relevance vectors among all samples, with a factor of a working set of candidates only.

Memory: the kernel between the n samples and the working set (w columns) or one block of candidates, and w x w factors;
nothing of size n x n.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg.lapack import dpstrf

from sieveflow.learners.rvm_evidence import Model, Reduced, addition_gain, climb

# Candidates of the first working set, those that are looked at together, and the most of them that come in at once.
_FIRST, _BLOCK, _MORE = 384, 1024, 48
# Candidates whose distances from the model are held at once.
_STRIP = 128
_MOST_PASSES = 4
# Share of the target's variance that the first start takes for noise.
_NOISE = 0.1
# Of alpha to beta, for basis functions of norm 1.
_RATIOS = 10.0 ** np.arange(-11, 3, 0.5)
# Least squared distance of a candidate of norm 1 from those before it, for it to start in the model with them.
_INDEPENDENT = 1e-12
# And least such distance relative to the ratio above: less than that adds nothing that the prior lets through.
_SAID = 0.01
# Least share of the target that is noise.
_TINY = 1e-12
# A basis function that varies by less than this, relative to its largest value, counts as constant.
_FLAT = 1e-7
# What a pass over all candidates must gain for another one to be worth its price.
_WORTH = 1.0


@dataclass(frozen=True)
class Found:
    """Relevance vectors.

    Attributes
    ----------
    vectors : ndarray of int
        Their rows.
    weights, covariance : ndarray
        Posterior of their weights, for basis functions as the kernel gives them.
    means : ndarray
        Means of their basis functions over the samples, which the offset makes up for; zero without one.
    offset : float
    noise : float
        Variance of the noise.
    evidence : float
        Logarithm of the marginal likelihood.
    trace : list of float
        The evidence after every exact evaluation.
    passes : int
        How often all candidates were looked at.
    complete : bool
        Whether the last pass gained less than 1.
    """

    vectors: np.ndarray
    weights: np.ndarray
    covariance: np.ndarray
    means: np.ndarray
    offset: float
    noise: float
    evidence: float
    trace: list
    passes: int
    complete: bool


@dataclass(frozen=True)
class Candidates:
    """Basis functions at the samples, centred where there is an offset and brought to norm 1.

    Attributes
    ----------
    rows : ndarray of int
        The samples that they stand on.
    columns : ndarray of shape (n, w)
    means, norms : ndarray of shape (w,)
        What was taken from them; norm 0 for one that does not vary.
    """

    rows: np.ndarray
    columns: np.ndarray
    means: np.ndarray
    norms: np.ndarray

    @classmethod
    def of(cls, rows, columns, bias):
        """From columns as the kernel gives them, which are overwritten."""
        largest = np.maximum(columns.max(axis=0), -columns.min(axis=0))
        means = columns.mean(axis=0) if bias else np.zeros(rows.size)
        columns -= means
        norms = np.sqrt(np.einsum("ij,ij->j", columns, columns))
        norms[norms <= _FLAT * np.sqrt(columns.shape[0]) * largest] = 0.0
        columns *= np.where(norms > 0.0, 1.0 / np.where(norms > 0.0, norms, 1.0), 0.0)
        return cls(rows, columns, means, norms)

    def part(self, chosen):
        """Some of them."""
        return Candidates(self.rows[chosen], self.columns[:, chosen], self.means[chosen], self.norms[chosen])

    def __add__(self, other):
        pairs = ((getattr(self, name), getattr(other, name)) for name in ("rows", "columns", "means", "norms"))
        return Candidates(*(np.concatenate(pair, axis=-1) for pair in pairs))


def search(kernel, y, *, bias, tol, seed):
    """Find relevance vectors that maximise the evidence.

    Parameters
    ----------
    kernel : callable
        Takes row numbers and returns the kernel between all samples and these, of shape (n, len(rows)).
    y : ndarray of shape (n,)
    bias : bool
        Whether there is an offset, whose prior is flat.
    tol : float
        Gain of the evidence's logarithm that is not worth a step.
    seed : int
        Of the first working set and the order in which candidates are looked at.
    """
    rng = np.random.RandomState(seed)
    n = y.size
    centre = float(y.mean()) if bias else 0.0
    target = y - centre
    rows = np.sort(rng.permutation(n)[:_FIRST])
    work = Candidates.of(rows, kernel(rows), bias)
    reduced = Reduced.of(work.columns, target, n - int(bias))
    runs = [climb(reduced, start, tol=tol) for start in _starts(reduced)]
    if not runs:
        return _nothing(centre, reduced)
    model, now, trace = max(runs, key=lambda run: run[1].evidence)
    passes, complete = 0, rows.size == n
    while not complete and passes < _MOST_PASSES:
        passes += 1
        before = now.evidence
        order = rng.permutation(n)
        for first in range(0, n, _BLOCK):
            rows = np.sort(order[first : first + _BLOCK])
            block = Candidates.of(rows, kernel(rows), bias)
            work = work.part(model.active)
            gains = _gains(block, target, work, model, now)
            gains[np.isin(rows, work.rows)] = 0.0
            # Candidates that the model does not use make room: if they are needed, the next pass finds them again.
            fresh = block.part(_best_of_groups(gains, rng, tol))
            work = work + fresh
            reduced = Reduced.of(work.columns, target, n - int(bias))
            start = replace(model, active=np.arange(model.active.size))
            model, now, further = climb(reduced, start, tol=tol)
            trace += further[1:]
        complete = now.evidence - before < _WORTH
    own = work.part(model.active)
    weights = now.mean / own.norms
    return Found(
        vectors=own.rows,
        weights=weights,
        covariance=now.covariance / np.outer(own.norms, own.norms),
        means=own.means,
        offset=centre - float(weights @ own.means),
        noise=1.0 / model.beta,
        evidence=now.evidence,
        trace=trace,
        passes=passes,
        complete=complete,
    )


def _nothing(centre, reduced):
    """No basis function varies, or the target does not: the offset says all."""
    variance = reduced.energy / reduced.n
    evidence = -0.5 * reduced.n * (np.log(2.0 * np.pi * variance) + 1.0) if variance > 0.0 else np.inf
    none = np.zeros(0)
    return Found(none.astype(int), none, np.zeros((0, 0)), none, centre, variance, evidence, [evidence], 0, True)


def _starts(reduced):
    """Models to climb from: the best single candidate, and many candidates with one precision, the best for them.

    From the first alone, wide kernels end in a poor optimum: what they can say takes many basis functions at once,
    none of which gains anything by itself.
    """
    usable = np.flatnonzero(np.diag(reduced.gram) > 0.0)
    if usable.size == 0 or reduced.energy <= 0.0:
        return
    beta = reduced.n / (_NOISE * reduced.energy)
    quality = beta * np.square(reduced.target @ reduced.columns[:, usable])
    first = int(np.argmax(quality))
    yield Model(usable[[first]], beta / np.maximum(quality[[first]] - 1.0, 1.0), beta)
    yield from _ridges(reduced)


def _ridges(reduced):
    """Independent candidates with one precision, at every local maximum of the evidence over its ratio to the noise's.

    A wide kernel has several: at a large ratio nearly all of the target is noise, and though the evidence may be larger
    there than at a small one, no step by itself leads from there to the better end that is reached from the other.
    """
    factor, pivots, rank, _ = dpstrf(reduced.gram, tol=_INDEPENDENT, lower=1)
    usable, distances = pivots[:rank] - 1, np.square(np.diag(factor)[:rank])
    inside = reduced.columns[:, usable]
    values, vectors = np.linalg.eigh(inside.T @ inside)
    values = np.maximum(values, 0.0)
    power = np.square(vectors.T @ (reduced.target @ inside))
    # With alpha = ratio beta the best beta has a closed form.
    ratios = _RATIOS[:, None]
    beta = reduced.n / np.maximum(reduced.energy - (power / (values + ratios)).sum(axis=1), _TINY * reduced.energy)
    evidence = 0.5 * (reduced.n * np.log(beta) - np.log1p(values / ratios).sum(axis=1))
    edged = np.concatenate([[-np.inf], evidence, [-np.inf]])
    for k in np.flatnonzero((evidence > edged[:-2]) & (evidence >= edged[2:])):
        chosen = np.sort(usable[distances > _SAID * min(_RATIOS[k], 1.0)])
        yield Model(chosen, np.full(chosen.size, _RATIOS[k] * beta[k]), beta[k])


def _gains(block, target, own, model, now):
    """What the evidence would gain from every candidate of a block.

    S is the least of a sum of squares over the weights that explain a candidate by the model, which small errors of
    these weights do not change; the difference of products that it also is would be lost in rounding.
    """
    explained = model.beta * (now.covariance @ (own.columns.T @ block.columns))
    sparsity = model.alpha @ np.square(explained)
    for first in range(0, block.rows.size, _STRIP):
        strip = slice(first, first + _STRIP)
        left = block.columns[:, strip] - own.columns @ explained[:, strip]
        sparsity[strip] += model.beta * np.einsum("ij,ij->j", left, left)
    quality = model.beta * ((target - own.columns @ now.mean) @ block.columns)
    return addition_gain(sparsity, quality, model.beta)


def _best_of_groups(gains, rng, tol):
    """The best candidate of each of some random groups: neighbours, which say the same, rarely come together."""
    groups = np.array_split(rng.permutation(gains.size), min(_MORE, gains.size))
    best = np.array([group[np.argmax(gains[group])] for group in groups])
    return np.sort(best[gains[best] > tol])
