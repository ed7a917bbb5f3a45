"""MI-PW: backward elimination by mutual information from Parzen windows."""

from sieveflow.criteria.class_entropy import missing_without_each
from sieveflow.criteria.distances import Distances
from sieveflow.criteria.elimination import eliminate
from sieveflow.criteria.window_ranker import WindowRanker


class ParzenInformationRFE(WindowRanker):
    r"""Rank features by how much mutual information with the class is left without them, with elimination.

    The densities of the classes are Parzen window estimates (5.1) with Gaussian windows of width sigma. Each round
    drops the feature without which mutual information (5.6) is largest,

    .. math:: I(z_{-j}; y) \approx \frac{1}{N} \sum_i
              \log \frac{\hat p(z_{-j,i} | y_i)}{\sum_k \hat p(z_{-j,i} | k) \hat P(k)};

    feature j scores the entropy of the class less this, which keeps its precision where (5.6) saturates.

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
        The score with which a feature was dropped, never more than that of one that outlived it.
    sigma_ : float
        Width of the windows.
    tied_ : ndarray of bool
        Features whose place was decided by less than 1e-12 nats.

    References
    ----------
    Yang (2011), PhD thesis, National University of Singapore, section 5.2, (5.6).
    """

    def __init__(self, *, sigma=None, sigma_criterion="log", sigma_density="classes", n_features_to_select=None):
        self.sigma = sigma
        self.sigma_criterion = sigma_criterion
        self.sigma_density = sigma_density
        self.n_features_to_select = n_features_to_select

    def _rank_samples(self, samples):
        distances, scale = Distances(samples.columns), -0.5 / self.sigma_**2

        def criterion(left):
            missing, relative = missing_without_each(distances.by(left), samples, left, scale)
            return self._settled(missing, relative, left.size)

        return eliminate(samples.columns.shape[0], criterion)
