"""HSIC for classes: backward elimination by Hilbert-Schmidt dependence."""

import numpy as np

from sieveflow.criteria.class_entropy import ClassedSamples
from sieveflow.criteria.dependence import class_weights
from sieveflow.criteria.distances import Distances
from sieveflow.criteria.elimination import eliminate
from sieveflow.criteria.window_sums import class_sums
from sieveflow.errors import InputError
from sieveflow.selector import FeatureRanker


class ClassDependenceRFE(FeatureRanker):
    r"""Rank features by how well the others depend with the class without them, with elimination.

    The dependence of a subset is the unbiased estimate HSIC_1 (2.36) between a kernel on its m features,
    exp(-|x - z|^2 / (2 m w^2)) with w the relative width, and a kernel on classes. Each round drops the feature
    without which it is largest, so that feature j scores -HSIC_1 of the subset without j. Inputs are standardised.

    Parameters
    ----------
    class_kernel : {'balanced', 'equal'}
        1 / N_k for two samples of class k, which has N_k samples, or 1; zero for samples of different classes.
    relative_width : float
        Width of the kernel on inputs, in units of the square root of the number of features.
    n_features_to_select : int, optional
        How many features `transform` keeps; None keeps half of them.

    Attributes
    ----------
    ranking_ : ndarray of int
        1 for the best feature, no ties.
    scores_ : ndarray of float
        The score with which a feature was dropped, never more than that of one that outlived it.

    References
    ----------
    Song, Smola, Gretton, Bedo and Borgwardt (2007), Supervised feature selection via dependence estimation, ICML;
    (2.36) of Yang (2011), PhD thesis, National University of Singapore.
    """

    task = "classification"

    def __init__(self, *, class_kernel="equal", relative_width=1.0, n_features_to_select=None):
        self.class_kernel = class_kernel
        self.relative_width = relative_width
        self.n_features_to_select = n_features_to_select

    def _rank(self, X, y):
        if y.size < 4:
            raise InputError(f"HSIC: n_samples={y.size}, the unbiased estimate needs at least 4.")
        if not 0 < self.relative_width < np.inf:
            raise InputError(f"relative_width: found {self.relative_width!r}, allowed are positive numbers.")
        samples = ClassedSamples(X, y)
        weights = class_weights(np.diff(samples.starts), self.class_kernel)
        distances = Distances(samples.columns)

        def criterion(left):
            scale = -0.5 / (max(1, left.size - 1) * self.relative_width**2)
            sums = class_sums(distances.by(left), samples.columns[left], -1.0, scale, samples.starts)
            # Every pair stands in the sums of both its samples.
            return -0.5 * np.einsum("fki,ki->f", sums, weights[:, samples.codes])

        return eliminate(samples.columns.shape[0], criterion)
