"""The exact regularisation path of the two-class SVM on a Gram matrix, with a certificate at every breakpoint."""

from dataclasses import dataclass

import numpy as np

from sieveflow.errors import InputError
from sieveflow.learners.svm_path_judge import is_kernel_like
from sieveflow.learners.svm_path_solver import PathSolver

# The range of the thesis, section 6.3.
LAMBDA_MAX, LAMBDA_MIN = 2.0**9, 2.0**-8


@dataclass(frozen=True)
class RegularisationPath:
    """Solutions of the SVM for all lambda = 1/C in a range: breakpoints, linear in between, (6.3), (6.4), (6.15).

    The machine at lambda is f(x) = (sum_i alpha_i y_i K(x_i, x) + theta) / lambda with alpha_i in [0, 1]; these are
    the thesis' alpha-hat and alpha-hat_0. LIBSVM's multipliers are alpha / lambda, its offset theta / lambda.

    Attributes
    ----------
    y : ndarray of shape (n,)
        Labels, 1 and -1.
    pieces : list of Piece
        Stretches of the path, each with the breakpoint that it starts from.
    restarts : int
        How often a stretch had to be solved again from a new start.
    """

    y: np.ndarray
    pieces: list
    restarts: int

    @property
    def lambdas(self):
        """Breakpoints from the largest to the smallest; equal ones stand for two solutions of the same machine."""
        return self._rows([piece.lambdas for piece in self.pieces])

    @property
    def thetas(self):
        """lambda times the offset at the breakpoints."""
        return self._rows([piece.theta for piece in self.pieces])

    @property
    def alphas(self):
        """Coefficients at the breakpoints, of shape (breakpoints, n): large where both are large."""
        return self._rows([self._alpha(piece, piece.beta) for piece in self.pieces])

    @property
    def gaps(self):
        """Relative duality gap at the breakpoints, (primal - dual) / primal."""
        return self._rows([piece.gap for piece in self.pieces])

    @property
    def residuals(self):
        """Largest violation of the optimality conditions at the breakpoints, in units of alpha and of f."""
        return self._rows([piece.residual for piece in self.pieces])

    @property
    def worst(self):
        """The larger of gap and residual over all breakpoints, those included at which pieces meet."""
        return max(max(float(np.abs(piece.gap).max()), float(piece.residual.max())) for piece in self.pieces)

    @property
    def n_events(self):
        """How often a sample changes between the sets L, R and E of the thesis."""
        return sum(piece.events for piece in self.pieces)

    def at(self, lam):
        """alpha, of shape (n,), and theta at lambda, (6.15)."""
        piece = self._piece(lam)
        k, share = piece.between(lam)
        after = min(k + 1, piece.lambdas.size - 1)
        beta = (1.0 - share) * piece.beta[k] + share * piece.beta[after]
        theta = (1.0 - share) * piece.theta[k] + share * piece.theta[after]
        return self._alpha(piece, beta[None])[0], float(theta)

    def decision_at(self, lam, kernel):
        """f at lambda for samples whose kernel values with the training samples are the rows of `kernel`."""
        alpha, theta = self.at(lam)
        return (kernel @ (alpha * self.y) + theta) / lam

    def decisions(self, kernel):
        """h = lambda f at all breakpoints, (6.17), of shape (breakpoints, m): affine in lambda between two of them."""
        return self._rows([piece.decisions(kernel) for piece in self.pieces])

    def _rows(self, parts):
        """One row per breakpoint: a piece begins where the one before it ends."""
        return np.concatenate([parts[0], *(part[1:] for part in parts[1:])])

    def _alpha(self, piece, beta):
        alpha = np.zeros((beta.shape[0], self.y.size))
        alpha[:, piece.resting] = piece.resting_beta * self.y[piece.resting]
        alpha[:, piece.moving] = beta * self.y[piece.moving]
        return alpha

    def _piece(self, lam):
        top, bottom = self.pieces[0].lambdas[0], self.pieces[-1].lambdas[-1]
        if not bottom <= lam <= top:
            raise InputError(f"lambda: found {lam!r}, allowed are values from {bottom:g} to {top:g}.")
        return next(piece for piece in self.pieces if piece.lambdas[-1] <= lam)


def svm_path(gram, y, *, lambda_max=LAMBDA_MAX, lambda_min=LAMBDA_MIN, checked=False):
    """All solutions of the two-class SVM for lambda = 1/C from lambda_max down to lambda_min.

    Minimises lambda / 2 |w|^2 + sum_i max(0, 1 - y_i f(x_i)). To tell ties apart, sample i has margin 1 + p_i and its
    alpha the bound 1 - q_i with p_i < 1e-9 and q_i < 1e-10 drawn once and for all; gap and residual are those of the
    problem without them.

    Parameters
    ----------
    gram : array-like of shape (n, n)
        Kernel values between training samples; symmetric and positive semidefinite, singular or not. That it is
        positive semidefinite is not checked: otherwise the certificate says nothing.
    y : array-like of shape (n,)
        Labels 1 and -1.
    lambda_max, lambda_min : float
        The range, in the units of the thesis.
    checked : bool
        Whether the matrix is known to be finite and symmetric.

    Returns
    -------
    RegularisationPath

    Raises
    ------
    PathError
        Where a stretch cannot be certified, for instance because kernel values are larger than 1e9 times lambda_min.

    References
    ----------
    Yang (2011), thesis, section 6.1. Hastie, Rosset, Tibshirani and Zhu (2004), JMLR 5: 1391-1415. Ong, Shao and Yang
    (2010), IEEE Transactions on Neural Networks 21: 451-462.
    """
    gram, y = np.ascontiguousarray(gram, dtype=float), np.asarray(y, dtype=float)
    if y.ndim != 1 or gram.shape != (y.size, y.size):
        raise InputError(f"gram: found shape {gram.shape}, allowed is ({y.size}, {y.size}), one row per label.")
    if not np.array_equal(np.unique(y), [-1.0, 1.0]):
        raise InputError(f"y: found {np.unique(y)[:5].tolist()}, allowed are the labels -1 and 1, both of them.")
    if not (checked or is_kernel_like(gram, 1e-8)):
        raise InputError("gram: found a matrix that is not finite or not symmetric; kernel values are both.")
    if not 0.0 < lambda_min < lambda_max < np.inf:
        raise InputError(f"lambda: found a range from {lambda_max!r} to {lambda_min!r}, allowed is max > min > 0.")
    solver = PathSolver(gram, y)
    pieces = solver.run(float(lambda_max), float(lambda_min))
    return RegularisationPath(y, pieces, solver.restarts)
