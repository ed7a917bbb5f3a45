"""The samples on the margin: their kernel values and the inverse of their system, kept while samples come and go."""

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotri

from sieveflow.compiled import njit
from sieveflow.learners.svm_path_pivots import BOUND, MARGIN

# Rows of the inverse that are changed at a time: what is added to them stays in the cache.
_ROWS = 96
# Share of the largest pivot below which Cholesky's factor is not trusted.
_STEEP = 1e-4
# Sums may be taken in any order.
_SUMS = {"reassoc", "nsz", "contract"}
# With no more samples on the margin an inverse that is more precise is cheap, and both halves of it are.
_FEW = 150
# Share of the right-hand side by which an inverse may be off to be called precise.
_PRECISE = 1e-12


# Share of the targets by which margins may be off before a solution is refined, and how often that is done.
_EXACT, _REFINED = 1e-12, 3


class SingularMargin(RuntimeError):
    """The samples on the margin depend on each other."""


class Margin:
    """Samples on the margin, in places 1 to e of a system whose place 0 is theta.

    Parameters
    ----------
    gram : ndarray of shape (n, n)
    samples : array-like of int

    Attributes
    ----------
    samples : ndarray of int, shape (e,)
    """

    def __init__(self, gram, samples):
        self.gram = gram
        self.samples = np.array(samples)
        e1 = self.samples.size + 1
        # Room for all samples: memory that is never touched costs nothing, and nothing is ever moved.
        room = gram.shape[0] + 1
        self._system, self._inverse = np.empty((2, room, room))
        self._system[0, 0] = 0.0
        self._system[0, 1:e1] = 1.0
        self._system[1:e1, :e1] = _bordered(gram, self.samples)
        self.factorise()

    @property
    def system(self):
        """[[0, 1'], [1, K_EE]]."""
        e1 = self.samples.size + 1
        return self._system[:e1, :e1]

    @property
    def buffers(self):
        """Where the system and its inverse are the leading parts, and whether of the latter the lower half is kept."""
        return self._system, self._inverse, self._even

    @property
    def inverse(self):
        """Its inverse."""
        e1 = self.samples.size + 1
        inverse = self._inverse[:e1, :e1]
        return np.tril(inverse) + np.tril(inverse, -1).T if self._even else inverse

    def factorise(self):
        """Make the inverse afresh; where it is small, with one step of Newton's iteration."""
        self._even = False
        inverse = _inverse_by_cholesky(self.system)
        if inverse is None:
            try:
                inverse = np.linalg.inv(self.system)
            except np.linalg.LinAlgError:
                raise SingularMargin from None
        if self.samples.size <= _FEW:
            inverse += inverse @ (np.eye(self.samples.size + 1) - self.system @ inverse)
        self._inverse[: inverse.shape[0], : inverse.shape[0]] = inverse

    def error(self):
        """How far the system times the inverse is from the identity; large where nobody is on the margin."""
        if not self.samples.size:
            return np.inf
        return float(np.abs(self.system @ self.inverse - np.eye(self.samples.size + 1)).max())

    def solve(self, *problem):
        """theta and beta, their rates, and by which share of the right-hand sides the inverse alone is off.

        The problem is labels, targets, their rates, bounds and statuses of all samples, and what samples at their bound
        contribute to h.
        """
        solution, off = _solve(*self.buffers, self.samples, *problem)
        # Half of an inverse is enough, and from then on takes half the time, where it is precise: close to singularity
        # its halves differ by rounding, and only both together are an inverse.
        if off <= _PRECISE and self.samples.size > _FEW:
            self._even = True
        return solution, off

    def exchange(self, state, who, fresh, lefts, rights, terms):
        """Take samples out and put others in.

        Parameters
        ----------
        state, who : ndarray of shape (slots,)
            What is in each slot, as a block of pivots leaves it; the first ones are the places of the system.
        fresh : ndarray
            Kernel values of the slots after those (rows) with all slots.
        lefts, rights : ndarray of shape (at least terms, room)
            The inverse over all slots is the old one plus lefts' rights.
        terms : int
        """
        if terms:
            change = who, fresh, lefts[:terms], rights[:terms]
            self.samples = _exchange(self._inverse, self._even, self._system, self.samples, state, *change)


def _inverse_by_cholesky(system):
    """Inverse of [[0, 1'], [1, K]], in half the time of a general one; None where K is too close to singular.

    With a constant added to K nothing changes but the corner of the inverse, by that constant.
    """
    if system.shape[0] < 3:
        return None
    constant = float(np.diag(system)[1:].max())
    factor, failed = dpotrf(system[1:, 1:] + constant, overwrite_a=1)
    if failed or np.diag(factor).min() < _STEEP * np.diag(factor).max():
        return None
    half = dpotri(factor, overwrite_c=1)[0]
    part = np.triu(half, 1)
    part += part.T
    np.fill_diagonal(part, np.diag(half))
    sums = part.sum(axis=0)
    total = float(sums.sum())
    inverse = np.empty(system.shape)
    inverse[0, 0] = constant - 1.0 / total
    inverse[0, 1:] = inverse[1:, 0] = sums / total
    inverse[1:, 1:] = part
    inverse[1:, 1:] -= sums[:, None] * inverse[0, 1:]
    return inverse


@njit(cache=True)
def _bordered(gram, samples):
    """[1, gram[samples, samples]]: a column of ones before a part of the matrix."""
    out = np.empty((samples.size, samples.size + 1))
    for r in range(samples.size):
        line = gram[samples[r]]
        out[r, 0] = 1.0
        for c in range(samples.size):
            out[r, c + 1] = line[samples[c]]
    return out


@njit(cache=True)
def _exchange(inverse, even, system, samples, state, who, fresh, lefts, rights):
    """Change the inverse and write what enters in the places that become free; returns the new samples."""
    e1 = samples.size + 1
    gone, come = np.flatnonzero(state[:e1] != MARGIN), e1 + np.flatnonzero(state[e1:] == MARGIN)
    d, c = gone.size, come.size
    size, shared = e1 + max(0, c - d), min(c, d)
    # Where those that come go, and the slot whose numbers stand in each place.
    places, source = np.empty(c, dtype=np.int64), np.arange(size)
    for k in range(c):
        places[k] = gone[k] if k < d else e1 + k - d
        source[places[k]] = come[k]
    added = np.dot(np.ascontiguousarray(lefts[:, come].T), rights)
    # Slots in rows, so that a line of the matrices gets what it needs from one stretch of memory.
    across, kernel = np.ascontiguousarray(added.T), np.ascontiguousarray(fresh[come - e1].T)
    for top in range(0, size, _ROWS):
        if top < e1:
            end = min(top + _ROWS, e1)
            wide = np.ascontiguousarray(rights[:, : end if even else e1])
            part = np.dot(np.ascontiguousarray(lefts[:, top:end].T), wide)
            for k in range(part.shape[0]):
                for j in range(part.shape[1]):
                    inverse[top + k, j] += part[k, j]
        for j in range(top, min(top + _ROWS, size)):
            new, values = across[source[j]], kernel[source[j]]
            for k in range(c):
                inverse[j, places[k]], system[j, places[k]] = new[k], values[k]
    for k in range(c):
        new, values = added[k], fresh[come[k] - e1]
        for j in range(size):
            inverse[places[k], j], system[places[k], j] = new[source[j]], values[source[j]]
    # Places that nobody took are filled from the end.
    for hole in gone[shared:][::-1]:
        size -= 1
        if hole < size:
            for j in range(size):
                inverse[hole, j], system[hole, j] = inverse[size, j], system[size, j]
            for j in range(size):
                inverse[j, hole], system[j, hole] = inverse[size, j] if even else inverse[j, size], system[size, j]
            inverse[hole, hole], system[hole, hole] = inverse[size, size], system[size, size]
            source[hole] = source[size]
    return who[source[1:size]]


@njit(cache=True, fastmath=_SUMS)
def _two_half_products(half, pair, size):
    """Two vectors (rows of `pair`) times the symmetric matrix whose lower half is given."""
    out = np.zeros((2, size))
    first, second = out[0], out[1]
    for k in range(size):
        line, v, w, a, b = half[k], pair[0, k], pair[1, k], 0.0, 0.0
        for i in range(k):
            first[i] += v * line[i]
            second[i] += w * line[i]
            a += line[i] * pair[0, i]
            b += line[i] * pair[1, i]
        first[k] += a + line[k] * v
        second[k] += b + line[k] * w
    return out


@njit(cache=True)
def _two_products(matrix, pair, size):
    """Two vectors (rows of `pair`) times the leading part of a symmetric matrix, which is read once."""
    out = np.zeros((2, size))
    first, second = out[0], out[1]
    k = 0
    while k + 4 <= size:
        a, b, c, d = matrix[k], matrix[k + 1], matrix[k + 2], matrix[k + 3]
        wa, wb, wc, wd = pair[0, k], pair[0, k + 1], pair[0, k + 2], pair[0, k + 3]
        va, vb, vc, vd = pair[1, k], pair[1, k + 1], pair[1, k + 2], pair[1, k + 3]
        for i in range(size):
            first[i] += (wa * a[i] + wb * b[i]) + (wc * c[i] + wd * d[i])
            second[i] += (va * a[i] + vb * b[i]) + (vc * c[i] + vd * d[i])
        k += 4
    while k < size:
        a = matrix[k]
        for i in range(size):
            first[i] += pair[0, k] * a[i]
            second[i] += pair[1, k] * a[i]
        k += 1
    return out


@njit(cache=True)
def _solve(system, inverse, even, samples, y, targets, rates, bounds, status, bound_sum):
    """Two solutions (rows), refined until margins are met, and how far off they were at first."""
    size = samples.size + 1
    right = np.zeros((2, size))
    smallest = np.inf
    for i in range(y.size):
        if status[i] == BOUND:
            right[0, 0] -= bounds[i]
        smallest = min(smallest, abs(targets[i]))
    for s in range(1, size):
        i = samples[s - 1]
        right[0, s] = y[i] * targets[i] - bound_sum[i]
        right[1, s] = y[i] * rates[i]
    solution = _two_half_products(inverse, right, size) if even else _two_products(inverse, right, size)
    left = right - _two_products(system, solution, size)
    off = np.abs(left).max() / np.abs(right).max()
    for _ in range(_REFINED):
        if np.abs(left).max() <= _EXACT * smallest:
            break
        solution += _two_half_products(inverse, left, size) if even else _two_products(inverse, left, size)
        left = right - _two_products(system, solution, size)
    return solution, off
