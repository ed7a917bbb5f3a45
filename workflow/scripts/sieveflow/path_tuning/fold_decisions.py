"""What the machines of all lambda say about held-out samples."""

from dataclasses import dataclass

import numpy as np

from sieveflow.learners.svm_path import LAMBDA_MAX, LAMBDA_MIN, svm_path


@dataclass(frozen=True)
class FoldDecisions:
    """h = lambda f of held-out samples at the breakpoints of one path, (6.17); affine in lambda in between, (6.21).

    Attributes
    ----------
    lambdas : ndarray of shape (r,)
        Breakpoints, falling, no two of them equal.
    h : ndarray of shape (r, m)
    y : ndarray of shape (m,)
        Labels of the held-out samples, 1 and -1.
    worst : float
        Largest gap or residual of the path.
    """

    lambdas: np.ndarray
    h: np.ndarray
    y: np.ndarray
    worst: float

    def at(self, lam):
        """h and its derivative at lambda, each of shape (m,)."""
        k = int(np.searchsorted(-self.lambdas, -lam, side="right")) - 1
        k = min(max(k, 0), self.lambdas.size - 2)
        width = self.lambdas[k] - self.lambdas[k + 1]
        slope = (self.h[k] - self.h[k + 1]) / width
        share = (self.lambdas[k] - lam) / width
        return (1.0 - share) * self.h[k] + share * self.h[k + 1], slope


def fold_decisions(gram, y, fold, *, lambda_max=LAMBDA_MAX, lambda_min=LAMBDA_MIN):
    """The decisions of every fold, by the path of the others.

    Parameters
    ----------
    gram : ndarray of shape (n, n)
    y : ndarray of shape (n,)
        Labels 1 and -1.
    fold : ndarray of int
        The fold in which each sample is held out.

    Returns
    -------
    list of FoldDecisions
    """
    found = []
    for number in np.unique(fold):
        train, held_out = np.flatnonzero(fold != number), np.flatnonzero(fold == number)
        path = svm_path(gram[np.ix_(train, train)], y[train], lambda_max=lambda_max, lambda_min=lambda_min)
        lambdas, h = path.lambdas, path.decisions(gram[np.ix_(held_out, train)])
        # Two solutions at one lambda are the same machine.
        distinct = np.append(True, np.diff(lambdas) < 0.0)
        found.append(FoldDecisions(lambdas[distinct], h[distinct], y[held_out], path.worst))
    return found
