"""LASSO-LW: the largest weights of least squares with a 1-norm penalty."""

import numpy as np
from sklearn.linear_model import Lasso, LassoCV

from sieveflow.criteria.linear_ranker import LinearRanker
from sieveflow.cross_validation import fold_numbers
from sieveflow.selector import ranking_from_scores

_FOLDS = 5
_PENALTIES = 50
_PRECISION = 1e-8


class LassoWeightRanker(LinearRanker):
    """Rank features by the absolute weights of the lasso.

    Features without weight follow, those nearer to one (with a larger slope of the squared loss) first. Columns enter
    the coordinate descent in the order of the table, which decides between copies.

    Parameters
    ----------
    penalty : float, optional
        Weight of the 1-norm for a target of deviation 1 and a mean squared loss; None for 5-fold cross-validation over
        50 values.
    input_scale : {'deviation', 'range'}
        Whether features are brought to deviation 1 or to the range from -1 to 1.
    n_features_to_select : int, optional
        How many features `transform` keeps; None keeps half of them.

    Attributes
    ----------
    ranking_ : ndarray of int
        1 for the best feature, no ties.
    scores_ : ndarray of float
        Absolute weights; for features without weight what their slope lacks to the penalty, below zero.

    References
    ----------
    Tibshirani (1996), JRSS B 58. Yang, Xu, King and Lyu (2014), ICONIP, section 3: LASSO-LW.
    """

    def __init__(self, *, penalty=None, input_scale="deviation", n_features_to_select=None):
        self.penalty = penalty
        self.input_scale = input_scale
        self.n_features_to_select = n_features_to_select

    def _rank(self, X, y):
        X = self._inputs(X)
        table_order = np.argsort(self._places)
        w = np.empty(X.shape[1])
        w[table_order], penalty = self._weights(np.asfortranarray(X[:, table_order]), y)
        centred = X - X.mean(axis=0)
        slope = np.abs(centred.T @ (y - centred @ w)) / y.size
        scores = np.where(w != 0.0, np.abs(w), np.minimum(slope - penalty, 0.0))
        return ranking_from_scores(scores), scores

    def _weights(self, X, y):
        """The weights and the penalty; of fixed folds, which are a property of the data."""
        if self.penalty is not None:
            return Lasso(self.penalty, tol=_PRECISION, max_iter=100_000).fit(X, y).coef_, self.penalty
        fold = fold_numbers(y.size, min(_FOLDS, y.size), np.random.RandomState(1))
        folds = [(np.flatnonzero(fold != k), np.flatnonzero(fold == k)) for k in np.unique(fold)]
        search = LassoCV(alphas=_PENALTIES, cv=folds, tol=_PRECISION, max_iter=100_000).fit(X, y)
        return search.coef_, search.alpha_
