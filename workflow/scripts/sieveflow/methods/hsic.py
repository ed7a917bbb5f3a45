"""HSIC for classes: backward elimination by Hilbert-Schmidt dependence."""

import numpy as np

from sieveflow.class_entropy import ClassedSamples, Distances
from sieveflow.dependence import class_weights
from sieveflow.elimination import eliminate
from sieveflow.errors import InputError
from sieveflow.selector import FeatureRanker
from sieveflow.window_sums import class_sums


class ClassDependenceRFE(FeatureRanker):
    r"""Rank features by how well the others depend with the class without them, with elimination.

    The dependence of a subset is the unbiased estimate HSIC_1 (2.36) between the kernel exp(-|x - z|^2 / (2 m)) on its
    m features and a kernel on classes. Each round drops the feature without which it is largest, so that feature j
    scores -HSIC_1 of the subset without j. Inputs are standardised first.

    Parameters
    ----------
    class_kernel : {'balanced', 'equal'}
        1 / N_k for two samples of class k, which has N_k samples, or 1; zero for samples of different classes.
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

    def __init__(self, *, class_kernel="equal", width=None, n_features_to_select=None):
        self.class_kernel = class_kernel
        self.width = width
        self.n_features_to_select = n_features_to_select

    def _rank(self, X, y):
        if y.size < 4:
            raise InputError(f"HSIC: n_samples={y.size}, the unbiased estimate needs at least 4.")
        samples = ClassedSamples(X, y)
        weights = class_weights(np.diff(samples.starts), self.class_kernel)
        distances = Distances(samples.columns)

        def criterion(left):
            scale = -0.5 / max(1, left.size - 1) if self.width is None else -0.5/self.width**2
            sums = class_sums(distances.by(left), samples.columns[left], -1.0, scale, samples.starts)
            # Every pair stands in the sums of both its samples.
            return -0.5 * np.einsum("fki,ki->f", sums, weights[:, samples.codes])

        return eliminate(samples.columns.shape[0], criterion)
