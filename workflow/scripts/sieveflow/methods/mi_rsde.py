"""MI-RSDE: backward elimination by mutual information from reduced set densities."""

from itertools import pairwise

import numpy as np
from scipy.special import logsumexp

from sieveflow.criteria.class_entropy import relative_error
from sieveflow.criteria.distances import Distances
from sieveflow.criteria.elimination import eliminate
from sieveflow.criteria.reduced_set import reduced_set_weights
from sieveflow.criteria.window_ranker import WindowRanker
from sieveflow.criteria.window_sums import permuted_log_densities
from sieveflow.errors import InputError
from sieveflow.estimator import random_state_of
from sieveflow.stopwatch import measured


class ReducedSetInformationRFE(WindowRanker):
    r"""Rank features by how much mutual information with the class is left when they are permuted, with elimination.

    Each round estimates the densities of the classes by reduced sets (5.2) and drops the feature whose permutation
    leaves most mutual information (5.8),

    .. math:: \frac{1}{N} \sum_i \log \frac{\hat p(z_{(j),i} | y_i)}{\sum_k \hat p(z_{(j),i} | k) \hat P(k)};

    feature j scores the entropy of the class less this.

    Parameters
    ----------
    sigma : float, optional
        Width of the windows, for standardised inputs; None finds it by 5-fold cross-validation of the likelihood.
    sigma_criterion : {'log', 'printed'}
        What cross-validation maximises: the log-likelihood, or the sum of densities that the thesis prints.
    sigma_density : {'classes', 'all'}
        Whose likelihood: the density of each class, or that of all samples.
    n_permutations : int
        Permutations that the score is averaged over; the thesis uses one.
    n_features_to_select : int, optional
        How many features `transform` keeps; None keeps half of them.
    random_state : int, RandomState or None
        Source of the permutations.

    Attributes
    ----------
    ranking_ : ndarray of int
        1 for the best feature, no ties.
    scores_ : ndarray of float
        The score with which a feature was dropped, never more than that of one that outlived it.
    sigma_ : float
        Width of the windows.
    tied_ : ndarray of bool
        Features whose place was decided by less than 1e-12 nats.

    References
    ----------
    Yang (2011), PhD thesis, National University of Singapore, section 5.2, (5.2) and (5.8).
    """

    _weigh = staticmethod(reduced_set_weights)

    def __init__(
        self,
        *,
        sigma=None,
        sigma_criterion="log",
        sigma_density="classes",
        n_permutations=1,
        n_features_to_select=None,
        random_state=None,
    ):
        self.sigma = sigma
        self.sigma_criterion = sigma_criterion
        self.sigma_density = sigma_density
        self.n_permutations = n_permutations
        self.n_features_to_select = n_features_to_select
        self.random_state = random_state

    def _rank_samples(self, samples):
        if not self.n_permutations >= 1:
            raise InputError(f"n_permutations: found {self.n_permutations!r}, allowed are whole numbers from 1.")
        rng = random_state_of(self.random_state)
        distances, scale = Distances(samples.columns), -0.5 / self.sigma_**2
        log_priors = np.log(np.diff(samples.starts) / samples.codes.size)
        weights = [None] * log_priors.size

        def criterion(left):
            among, columns = distances.by(left), samples.columns[left]
            with measured(self.seconds_, "qp_seconds"):
                for k, (first, last) in enumerate(pairwise(samples.starts)):
                    block = among[first:last, first:last]
                    weights[k] = reduced_set_weights(block + block.T, left.size, self.sigma_, weights[k])
            joined = np.concatenate(weights)
            active = np.flatnonzero(joined)
            to_centres = among[:, active] + among[active].T
            centres = np.ascontiguousarray(columns[:, active])
            starts = np.searchsorted(active, samples.starts)
            missing = np.zeros(left.size)
            for _ in range(self.n_permutations):
                # One permutation serves all features of a round: it compares them on the same draw.
                permuted = columns[:, rng.permutation(samples.codes.size)]
                settings = joined[active], scale, starts
                logs = permuted_log_densities(to_centres, columns, centres, permuted, *settings)
                missing += _missing(logs + log_priors[:, None], samples.of_class)
            error = relative_error(among, columns, scale, float)
            return self._settled(missing / self.n_permutations, error, left.size)

        return eliminate(samples.columns.shape[0], criterion)


def _missing(logs, of_class):
    """Mean of log(1 + others / own) from logarithms."""
    own = logsumexp(np.where(of_class, logs, -np.inf), axis=1)
    others = logsumexp(np.where(of_class, -np.inf, logs), axis=1)
    return np.logaddexp(0.0, others - own).mean(axis=1)
