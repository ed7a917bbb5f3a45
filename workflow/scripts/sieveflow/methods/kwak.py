"""Kwak's method: forward selection by mutual information from Parzen windows."""

from sieveflow.criteria.class_entropy import posterior_entropy, relative_error
from sieveflow.criteria.distances import Distances
from sieveflow.criteria.forward_selection import select_forward
from sieveflow.criteria.window_ranker import WindowRanker
from sieveflow.criteria.window_sums import class_sums


class PosteriorEntropyRanker(WindowRanker):
    r"""Rank features by the mutual information with the class that they add to those already chosen.

    The next feature is the one with the largest (5.15), minus the mean entropy of the posteriors of the classes,

    .. math:: \frac{1}{N} \sum_i \sum_k P(k | z_{+j,i}) \log P(k | z_{+j,i}),

    with Parzen window estimates of the densities of the classes.

    Parameters
    ----------
    sigma : float, optional
        Width of the windows, for standardised inputs; None finds it by 5-fold cross-validation of the likelihood.
    sigma_criterion : {'log', 'printed'}
        What cross-validation maximises: the log-likelihood, or the sum of densities that the thesis prints.
    sigma_density : {'classes', 'all'}
        Whose likelihood: the density of each class, or that of all samples.
    n_features_to_select : int, optional
        How many features `transform` keeps; None keeps half of them.

    Attributes
    ----------
    ranking_ : ndarray of int
        1 for the best feature, no ties.
    scores_ : ndarray of float
        The criterion when a feature was chosen, never more than that of one chosen before.
    sigma_ : float
        Width of the windows.
    tied_ : ndarray of bool
        Features whose place was decided by less than 1e-12 nats.

    References
    ----------
    Kwak and Choi (2002), IEEE TPAMI 24; (2.28) and (5.15) of Yang (2011), PhD thesis, National University of Singapore.
    """

    def __init__(self, *, sigma=None, sigma_criterion="log", sigma_density="classes", n_features_to_select=None):
        self.sigma = sigma
        self.sigma_criterion = sigma_criterion
        self.sigma_density = sigma_density
        self.n_features_to_select = n_features_to_select

    def _rank_samples(self, samples):
        distances, scale = Distances(samples.columns), -0.5 / self.sigma_**2

        def criterion(chosen, left):
            among, columns = distances.by(chosen), samples.columns[left]
            sums = class_sums(among, columns, 1.0, scale, samples.starts)
            missing = posterior_entropy(sums, samples.of_class)
            error = 2.0 * relative_error(among, columns, scale, float)
            return -self._settled(missing, error, len(chosen) + 1)

        return select_forward(samples.columns.shape[0], criterion)
