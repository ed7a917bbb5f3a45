"""The samples on the margin: their kernel values and the inverse of their system, kept while samples come and go."""

import numpy as np
from numba import njit
from scipy.linalg.lapack import dpotrf, dpotri

from sieveflow.learners.svm_path_rows import bordered

# Rows of the inverse that are changed at a time: what is added to them stays in the cache.
_ROWS = 96
# Share of the largest pivot below which Cholesky's factor is not trusted.
_STEEP = 1e-4
# With no more samples on the margin an inverse that is more precise is cheap.
_FEW = 150


class SingularMargin(RuntimeError):
    """The samples on the margin depend on each other."""


class Margin:
    """Samples on the margin, in places 1 to e of a system whose place 0 is theta.

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
        self._system[1:e1, :e1] = bordered(gram, self.samples, self.samples)
        self.factorise()

    @property
    def system(self):
        """[[0, 1'], [1, K_EE]]."""
        e1 = self.samples.size + 1
        return self._system[:e1, :e1]

    @property
    def buffer(self):
        """Where the inverse is the leading part."""
        return self._inverse

    @property
    def inverse(self):
        """Its inverse."""
        e1 = self.samples.size + 1
        return self._inverse[:e1, :e1]

    def factorise(self):
        """Make the inverse afresh; where it is small, with one step of Newton's iteration."""
        inverse = _inverse_by_cholesky(self.system)
        if inverse is None:
            try:
                inverse = np.linalg.inv(self.system)
            except np.linalg.LinAlgError:
                raise SingularMargin from None
        if self.samples.size <= _FEW:
            inverse += inverse @ (np.eye(self.samples.size + 1) - self.system @ inverse)
        self.inverse[:] = inverse

    def error(self):
        """How far the system times the inverse is from the identity; large where nobody is on the margin."""
        if not self.samples.size:
            return np.inf
        return float(np.abs(self.system @ self.inverse - np.eye(self.samples.size + 1)).max())

    def exchange(self, gone, come, new_samples, border, G, S, refine):
        """Take samples out and put others in, by a change of low rank.

        Parameters
        ----------
        gone : ndarray of int
            Places that leave.
        come : ndarray of int
            Rows of G and S that enter.
        new_samples : ndarray of int
            The samples that enter.
        border, G, S : ndarray
            [1, K_WE], border times inverse, and K_WW - G border', of the samples that might have entered.
        refine : bool
            Whether the rows that the change is made of are to be more precise than the inverse: its errors, which
            a change multiplies otherwise, are then only passed on.
        """
        X, d = self.inverse, gone.size
        right, inner, border = _rows(self._inverse, G, S, border, gone, come)
        if refine:
            left = right @ self.system
            np.negative(left, out=left)
            left[np.arange(d), gone] += 1.0
            left[d:] += border
            more = left @ X
            right += more
            inner -= more[d:] @ border.T
        core = np.empty((right.shape[0], right.shape[0]))
        core[:, :d] = right[:, gone]
        core[:d, d:] = -core[d:, :d].T
        core[d:, d:] = inner
        try:
            solver = np.linalg.inv(core)
        except np.linalg.LinAlgError:
            solver = None
        if solver is None:
            nothing = np.zeros(right.shape), core
            self.samples = _settle(self._inverse, self._system, self.gram, self.samples, gone, new_samples, *nothing)
            self.factorise()
            return
        entering = solver @ -right
        right[d:] *= -1.0
        for top in range(0, X.shape[0], _ROWS):
            X[top : top + _ROWS] += right[:, top : top + _ROWS].T @ entering
        made = entering, solver
        self.samples = _settle(self._inverse, self._system, self.gram, self.samples, gone, new_samples, *made)


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
def _rows(inverse, G, S, border, gone, come):
    """Rows of the inverse that leave above rows of G that enter, and the parts of S and of the border that enter."""
    d, c, e1 = gone.size, come.size, G.shape[1]
    rows, inner, edge = np.empty((d + c, e1)), np.empty((c, c)), np.empty((c, e1))
    for k in range(d):
        rows[k] = inverse[gone[k], :e1]
    for k in range(c):
        rows[d + k], edge[k] = G[come[k]], border[come[k]]
        for j in range(c):
            inner[k, j] = S[come[k], come[j]]
    return rows, inner, edge


@njit(cache=True)
def _settle(inverse, system, gram, samples, gone, new, entering, solver):
    """Write rows and columns of the samples that enter, in the places of those that leave; returns the new samples."""
    e1, d, c = samples.size + 1, gone.size, new.size
    size, shared = e1 + max(0, c - d), min(c, d)
    places = np.empty(c, dtype=np.int64)
    after = np.empty(size - 1, dtype=samples.dtype)
    after[: e1 - 1] = samples
    for k in range(c):
        places[k] = gone[k] if k < d else e1 + k - d
        after[places[k] - 1] = new[k]
    for k in range(c):
        p, line = places[k], gram[new[k]]
        system[p, 0] = system[0, p] = 1.0
        for j in range(1, size):
            system[p, j] = system[j, p] = line[after[j - 1]]
        for j in range(e1):
            inverse[p, j] = inverse[j, p] = entering[d + k, j]
    for k in range(c):
        for j in range(c):
            inverse[places[k], places[j]] = solver[d + k, d + j]
    # Places that nobody took are filled from the end.
    for hole in np.sort(gone[shared:])[::-1]:
        size -= 1
        if hole < size:
            for j in range(size):
                inverse[hole, j], system[hole, j] = inverse[size, j], system[size, j]
            for j in range(size):
                inverse[j, hole], system[j, hole] = inverse[j, size], system[j, size]
            inverse[hole, hole], system[hole, hole] = inverse[size, size], system[size, size]
            after[hole - 1] = after[size - 1]
    return after[: size - 1].copy()
