"""MOI: elimination by the information that a net's decisions carry, propagated back to its inputs."""

import numpy as np

from sieveflow.criteria.information import mutual_information
from sieveflow.criteria.mlp_ranker import MlpRanker


class OutputInformationRFE(MlpRanker):
    r"""Rank features by their part in the information between true and predicted classes, with elimination.

    The thesis only names the idea, *information back-propagation*; what follows is a reconstruction of it. Every round
    trains a net on one half of the samples. On the other half, output k carries the mutual information I_k between
    "the class is k" and "the predicted class is k". It is passed back in shares: to hidden unit u in proportion to
    \|w_ku\| times the deviation of what u puts out, and from there to feature j in proportion to \|w_uj\| times the
    deviation of the feature. A feature's score is what reaches it, and the smallest are dropped.

    Parameters
    ----------
    hidden : int
        Number of hidden units.
    weight_decay : float
        Half of it times the sum of squared weights is added to the summed cross-entropy.
    n_removed : int
        How many features a round drops.
    n_features_to_select : int, optional
        How many features `transform` keeps; None keeps half of them.
    random_state : int, RandomState or None
        Draws the halves, once for all rounds, and starting weights.

    Attributes
    ----------
    ranking_ : ndarray of int
        1 for the best feature, no ties.
    scores_ : ndarray of float
        The score with which a feature was dropped, never more than that of one that outlived it; nats.

    References
    ----------
    Sindhwani, Rakshit, Deodhare, Erdogmus, Principe and Niyogi (2004), Feature selection in MLPs and SVMs based on
    maximum output information, IEEE Transactions on Neural Networks 15; sections 2.2.2 and 3.4 of Yang (2011), PhD
    thesis, National University of Singapore.
    """

    def __init__(self, *, hidden=4, weight_decay=0.1, n_removed=1, n_features_to_select=None, random_state=None):
        self.hidden = hidden
        self.weight_decay = weight_decay
        self.n_removed = n_removed
        self.n_features_to_select = n_features_to_select
        self.random_state = random_state

    def _criterion(self, X, y, n_classes, rng):
        order = rng.permutation(y.size)
        first, second = order[: (y.size + 1) // 2], order[(y.size + 1) // 2 :]

        def criterion(left):
            net = self._trained(X[np.ix_(first, left)], y[first], n_classes, rng)
            return credits(net, X[np.ix_(second, left)], y[second])

        return criterion


def credits(net, X, codes):
    """What reaches every feature of the information that the net's decisions carry about the classes of samples.

    Parameters
    ----------
    net : Net
    X : ndarray of shape (n, d)
    codes : ndarray of int
    """
    first, second = net.weights
    chosen = np.argmax(net.probabilities(X), axis=0)
    carried = np.array(
        [mutual_information((codes == k).astype(int), (chosen == k).astype(int)) for k in range(net.n_classes)]
    )
    to_hidden = _shares(second, net.hidden_outputs(X).std(axis=1))
    return carried @ to_hidden @ _shares(first, X.std(axis=0))


def _shares(weights, deviations):
    """Parts of every row that add up to one, in proportion to weights times deviations; equal ones where all vanish."""
    parts = np.abs(weights) * deviations
    total = parts.sum(axis=1, keepdims=True)
    return np.where(total > 0.0, parts / np.where(total > 0.0, total, 1.0), 1.0 / parts.shape[1])
