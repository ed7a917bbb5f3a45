"""What the methods around densities of classes share: samples by class, the width of the windows, ties."""

import numpy as np

from sieveflow.criteria.bandwidth import cross_validated_sigma, uniform_weights
from sieveflow.criteria.class_entropy import ClassedSamples
from sieveflow.criteria.window_sums import pair_distances
from sieveflow.errors import InputError
from sieveflow.selector import FeatureRanker
from sieveflow.stopwatch import measured

# Nats: scores that agree to this are equal when mutual information is computed as it is printed, from logarithms of
# ratios near one. They are computed here so that smaller differences remain visible, and those decide.
ROUNDING = 1e-12
# Whose likelihood chooses the width: the density of each class, or that of all samples together.
DENSITIES = {"classes": np.copy, "all": np.zeros_like}


class WindowRanker(FeatureRanker):
    """Base of the methods that estimate the densities of classes with Gaussian windows.

    A subclass has the parameters `sigma`, `sigma_criterion` and `sigma_density` and implements `_rank_samples`, which
    is given the samples sorted by class. What features tell about the class is measured by what is missing: the
    entropy of the class that they leave. It is small where they tell nearly everything, and keeps its relative
    precision there, where mutual information saturates.

    Attributes
    ----------
    sigma_ : float
        Width of the windows.
    tied_ : ndarray of bool
        Features whose place was decided by less than 1e-12 nats: a tie in the formula as it is printed.
    """

    task = "classification"
    _weigh = staticmethod(uniform_weights)

    def _rank(self, X, y):
        samples = ClassedSamples(X, y)
        self.sigma_ = self._given_or_tuned_sigma(samples)
        self._tied_ranks = []
        return self._rank_samples(samples)

    def _given_or_tuned_sigma(self, samples):
        if self.sigma_density not in DENSITIES:
            raise InputError(f"sigma_density: found {self.sigma_density!r}, allowed are {', '.join(DENSITIES)}.")
        if self.sigma is None:
            with measured(self.seconds_, "cv_seconds"):
                upper = pair_distances(samples.columns)
                n_features = samples.columns.shape[0]
                settings = {"criterion": self.sigma_criterion, "weigh": self._weigh}
                codes = DENSITIES[self.sigma_density](samples.codes)
                return cross_validated_sigma(upper + upper.T, codes, n_features, **settings)
        if not 0 < self.sigma < np.inf:
            raise InputError(f"sigma: found {self.sigma!r}, allowed are None and positive numbers.")
        return float(self.sigma)

    def _settled(self, missing, relative, rank):
        """Missing information with the smallest and what equals it to rounding made equal; ties are noted.

        Parameters
        ----------
        missing : ndarray
        relative : float
            Bound on the relative error of the values.
        rank : int
            The rank that this round decides.
        """
        least = missing.min()
        if np.count_nonzero(missing <= least + ROUNDING) > 1:
            self._tied_ranks.append(rank)
        return np.where(missing <= least * (1.0 + 2.0 * relative), least, missing)

    @property
    def tied_(self):
        """Whether less than 1e-12 nats decided the place of a feature."""
        return np.isin(self.ranking_, self._tied_ranks)
