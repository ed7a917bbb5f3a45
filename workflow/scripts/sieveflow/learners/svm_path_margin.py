"""The samples on the margin: their kernel rows and the inverse of their system, kept while samples come and go."""

import numpy as np


class SingularMargin(RuntimeError):
    """The samples on the margin depend on each other."""


class Margin:
    """Samples on the margin, in places 1 to e of a system whose place 0 is theta.

    Attributes
    ----------
    samples : ndarray of int, shape (e,)
    buffer : ndarray of shape (e + 1, e + 1) or larger
        Its leading part is the inverse of [[0, 1'], [1, K_EE]].
    """

    def __init__(self, gram, samples):
        self.gram = gram
        self.samples = np.array(samples)
        self._rows = gram[self.samples]
        self.factorise()

    @property
    def inverse(self):
        """The inverse itself."""
        e1 = self.samples.size + 1
        return self.buffer[:e1, :e1]

    @property
    def rows(self):
        """Kernel values of the samples on the margin with all samples, of shape (e, n)."""
        return self._rows[: self.samples.size]

    def factorise(self, polish=False):
        """Make the inverse afresh; with polish, with one step of Newton's iteration."""
        e = self.samples.size
        system = np.ones((e + 1, e + 1))
        system[0, 0] = 0.0
        system[1:, 1:] = self.rows[:, self.samples]
        try:
            self.buffer = np.linalg.inv(system)
        except np.linalg.LinAlgError:
            raise SingularMargin from None
        if polish:
            self.buffer += self.buffer @ (np.eye(e + 1) - system @ self.buffer)

    def times(self, solution):
        """The system times columns, and h - theta at all samples (rows) for these columns."""
        h = solution[1:].T @ self.rows
        product = np.empty_like(solution)
        product[0] = solution[1:].sum(axis=0)
        product[1:] = h[:, self.samples].T + solution[0]
        return product, h

    def exchange(self, gone, come, new_samples, G, S):
        """Take samples out and put others in, by a change of low rank.

        Parameters
        ----------
        gone : ndarray of int
            Places that leave.
        come : ndarray of int
            Columns of G and S that enter.
        new_samples : ndarray of int
            The samples that enter.
        G, S : ndarray
            inverse [1'; K_EW], and K_WW - [1, K_WE] G, of the samples that might have entered.
        """
        X, e1, d, c = self.inverse, self.samples.size + 1, gone.size, come.size
        left = np.concatenate([X[:, gone], -G[:, come]], axis=1)
        right = np.concatenate([-X[gone], -G[:, come].T])
        system = np.empty((d + c, d + c))
        system[:d, :d] = X[np.ix_(gone, gone)]
        system[:d, d:] = left[gone][:, d:]
        system[d:, :d] = -system[:d, d:].T
        system[d:, d:] = S[np.ix_(come, come)]
        try:
            solver = np.linalg.inv(system)
        except np.linalg.LinAlgError:
            solver = None
        size = e1 + max(0, c - d)
        self._reserve(size)
        places = np.concatenate([gone[: min(c, d)], np.arange(e1, size)])
        samples = np.concatenate([self.samples, np.empty(size - e1, dtype=self.samples.dtype)])
        samples[places - 1] = new_samples
        self._rows[places - 1] = self.gram[new_samples]
        X = self.buffer
        if solver is not None:
            entering = solver @ right
            X[:e1, :e1] += left @ entering
            X[places, :e1] = entering[d:]
            X[:e1, places] = entering[d:].T
            X[np.ix_(places, places)] = solver[d:, d:]
        # Places that nobody took are filled from the end.
        for hole in np.sort(gone[min(c, d) :])[::-1]:
            size -= 1
            if hole < size:
                X[hole, :size] = X[size, :size]
                X[:size, hole] = X[:size, size]
                X[hole, hole] = X[size, size]
                samples[hole - 1] = samples[size - 1]
                self._rows[hole - 1] = self._rows[size - 1]
        self.samples = samples[: size - 1].copy()
        if solver is None:
            self.factorise()

    def _reserve(self, size):
        """Make room for a system of this size."""
        if self.buffer.shape[0] < size:
            room = size + size // 4 + 16
            buffer = np.empty((room, room))
            e1 = self.samples.size + 1
            buffer[:e1, :e1] = self.buffer[:e1, :e1]
            self.buffer = buffer
        if self._rows.shape[0] < size - 1:
            rows = np.empty((size + size // 4 + 16, self.gram.shape[0]))
            rows[: self._rows.shape[0]] = self._rows
            self._rows = rows
