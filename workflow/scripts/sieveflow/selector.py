"""What all methods share: input checks, and the ways scikit-learn asks for the selected features."""

from numbers import Integral

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from sieveflow.errors import InputError


class FeatureRanker(SelectorMixin, BaseEstimator):
    """Base of the methods that rank features for regression.

    A method stores its parameters in the constructor and implements `_rank(X, y)`, which returns the ranking (1 is
    best, no ties) and the scores (larger is better). The parameter `n_features_to_select` says how many features
    `transform` keeps; None keeps half of them, as scikit-learn's RFE does.
    """

    def fit(self, X, y):
        """Rank the features.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)

        Returns
        -------
        self
        """
        X, y = validate_data(self, X, y, dtype=float, y_numeric=True, ensure_min_samples=2)
        self.ranking_, self.scores_ = self._rank(X, np.asarray(y, dtype=float))
        return self

    def _get_support_mask(self):
        check_is_fitted(self)
        return self.ranking_ <= self._n_selected()

    def _n_selected(self):
        wanted = self.n_features_to_select
        if wanted is None:
            return max(1, self.n_features_in_ // 2)
        if not isinstance(wanted, Integral) or not 1 <= wanted <= self.n_features_in_:
            raise InputError(
                f"n_features_to_select: found {wanted!r}, allowed are None and 1 to {self.n_features_in_}."
            )
        return wanted

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags


def ranking_from_scores(scores):
    """Ranks 1, 2, ... by falling score; of equal scores the leftmost comes first."""
    ranking = np.empty(scores.size, dtype=int)
    ranking[np.argsort(-scores, kind="stable")] = np.arange(1, scores.size + 1)
    return ranking
