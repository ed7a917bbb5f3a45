"""SVR-LW: the largest weights of a linear support vector regression."""

import numpy as np

from sieveflow.criteria.linear_ranker import LinearRanker
from sieveflow.learners.linear_svr import fit_linear_svr


class LinearWeightRanker(LinearRanker):
    """Rank features by the absolute weights of one linear machine on all of them.

    Copies of a feature, which have the same weight, stand in the order of the table.

    Parameters
    ----------
    C : float, optional
        Weight of the slacks.
    epsilon : float, optional
        Half width of the tube, in units of the target. Of C and epsilon those that are None are found by 5-fold
        cross-validation over a small grid.
    input_scale : {'deviation', 'range'}
        Whether features are brought to deviation 1 or to the range from -1 to 1.
    n_features_to_select : int, optional
        How many features `transform` keeps; None keeps half of them.

    Attributes
    ----------
    ranking_ : ndarray of int
        1 for the best feature, no ties.
    scores_ : ndarray of float
        Absolute weights.
    tied_ : ndarray of bool
        Features whose place among equals was decided by the order of the table.

    References
    ----------
    Yang, Xu, King and Lyu (2014), ICONIP, section 3: SVR-LW.
    """

    def __init__(self, *, C=None, epsilon=None, input_scale="deviation", n_features_to_select=None):
        self.C = C
        self.epsilon = epsilon
        self.input_scale = input_scale
        self.n_features_to_select = n_features_to_select

    def _rank(self, X, y):
        X = self._inputs(X)
        machine = fit_linear_svr(X, y, **self._hyperparameters(X, y))
        return self._ranked(X, np.abs(machine.w))
