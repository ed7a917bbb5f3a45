"""Nets of one layer of tanh and a softmax: many starts, of which the lowest loss wins."""

from dataclasses import dataclass

import numpy as np

from sieveflow.learners.mlp_kernel import activations, minimise, permutation_sensitivity, probabilities

# The thesis trains with Netlab's scaled conjugate gradients and says nothing of starts, steps or precision. The loss
# has many minima: without decay, one start leaves errors on vehicle almost three points above the best of four.
N_STARTS = 4
_MAX_STEPS = 200
# Largest entry of the gradient of the mean loss: scikit-learn's default.
_TOLERANCE = 1e-4


@dataclass(frozen=True)
class Net:
    """A trained net.

    Attributes
    ----------
    theta : ndarray
        Its weights, as the kernel orders them.
    hidden, n_classes : int
    loss : float
        Cross-entropy summed over the training samples, with the penalty on weights.
    """

    theta: np.ndarray
    hidden: int
    n_classes: int
    loss: float

    def probabilities(self, X):
        """Probabilities of the classes, of shape (n_classes, n), for samples in rows."""
        columns = np.ascontiguousarray(X.T)
        sums = activations(columns, self.theta, self.hidden, self.n_classes)
        return probabilities(sums, self.theta, columns.shape[0], self.n_classes)

    def hidden_outputs(self, X):
        """What the hidden units put out, of shape (hidden, n)."""
        return np.tanh(activations(np.ascontiguousarray(X.T), self.theta, self.hidden, self.n_classes))

    def sensitivity(self, X, permutations):
        """(3.8) of the thesis for every feature, mean over permutations of the samples."""
        return permutation_sensitivity(np.ascontiguousarray(X.T), self.theta, self.hidden, self.n_classes, permutations)

    @property
    def weights(self):
        """Weights of the hidden units, of shape (hidden, d), and of the outputs, of shape (n_classes, hidden)."""
        m, c = self.hidden, self.n_classes
        d = (self.theta.size - c * (m + 1)) // m - 1
        return self.theta[: m * d].reshape(m, d), self.theta[m * (d + 1) : m * (d + 1) + c * m].reshape(c, m)


def draw_start(rng, n_features, hidden, n_classes):
    """Weights to start from, as Netlab draws them: normal, with the variance of one over the inputs of a unit."""
    first = rng.standard_normal(hidden * (n_features + 1)) / np.sqrt(n_features + 1)
    return np.concatenate([first, rng.standard_normal(n_classes * (hidden + 1)) / np.sqrt(hidden + 1)])


def fit_mlp(X, codes, n_classes, *, hidden, weight_decay, rng, n_starts=N_STARTS, max_steps=_MAX_STEPS):
    """Train nets from several starts and keep that with the lowest loss.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        Standardised inputs.
    codes : ndarray of int
        Classes from 0 to n_classes - 1; some may be missing.
    hidden : int
        Number of hidden units.
    weight_decay : float
        Half of it times the sum of squared weights, offsets excepted, is added to the summed cross-entropy.
    rng : RandomState
        Draws the starts.

    References
    ----------
    (3.1) to (3.3) of Yang (2011), PhD thesis, National University of Singapore; Nabney (2002), Netlab; Nocedal and
    Wright (2006), Numerical optimization, algorithm 7.5.
    """
    columns = np.ascontiguousarray(X.T)
    best = None
    for _ in range(n_starts):
        theta = draw_start(rng, X.shape[1], hidden, n_classes)
        loss, _ = minimise(columns, codes, hidden, n_classes, theta, float(weight_decay), _TOLERANCE, max_steps)
        if best is None or loss < best.loss:
            best = Net(theta, hidden, n_classes, loss)
    return best
