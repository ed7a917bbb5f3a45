"""Squared distances between samples while features come and go."""

import numpy as np

from sieveflow.criteria.window_sums import add_feature, pair_distances


class Distances:
    """Squared distances by a set of features that loses or gains one at a time; filled above the diagonal.

    Features are taken off or added one by one. When half of them have gone, the rest is added up anew, so that the
    rounding of many large terms does not outlive them.
    """

    def __init__(self, columns):
        self._columns = columns
        self._features = np.arange(0)
        self._largest = 0
        self._values = np.zeros((columns.shape[1], columns.shape[1]))

    def by(self, features):
        """The distances by these features; the array changes with the next call."""
        features = np.asarray(features, dtype=int)
        gone, new = np.setdiff1d(self._features, features), np.setdiff1d(features, self._features)
        if new.size > 1 or 2 * features.size < self._largest:
            self._values = pair_distances(self._columns[np.sort(features)])
            self._largest = features.size
        else:
            for changed, sign in ((gone, -1.0), (new, 1.0)):
                for feature in changed:
                    add_feature(self._values, self._columns[feature], sign)
        self._features = features
        return self._values
