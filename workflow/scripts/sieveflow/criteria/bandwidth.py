"""The width of Gaussian windows by cross-validated likelihood of the densities of the classes."""

import numpy as np

from sieveflow.cross_validation import fold_numbers
from sieveflow.errors import InputError

# The grid of section 5.4: 2^-3, 2^-2.5, ..., 2^3.
SIGMAS = 2.0 ** np.arange(-3, 3.25, 0.5)
_FOLDS = 5


def uniform_weights(distances, n_features, sigma, start=None):
    """The weights of a Parzen window estimate (5.1): the same for every sample."""
    return np.full(distances.shape[0], 1.0 / distances.shape[0])


def _log_likelihood(distances, weights, n_features, sigma):
    """Log densities (5.1) of samples, from their squared distances to the centres."""
    active = np.flatnonzero(weights)
    exponents = distances[:, active] * (-0.5 / sigma**2)
    top = exponents.max(axis=1)
    sums = np.exp(exponents - top[:, None]) @ weights[active]
    return top + np.log(sums) - 0.5 * n_features * np.log(2 * np.pi * sigma**2)


# How the densities of held-out samples become one number, which is to be large.
CRITERIA = {
    "log": np.sum,
    # Ln(sigma) as section 5.1 prints it has no logarithm: a sum of densities.
    "printed": lambda logs: np.exp(np.logaddexp.reduce(logs)) if logs.size else 0.0,
}


def cross_validated_sigma(distances, codes, n_features, *, criterion="log", weigh=uniform_weights):
    """The width whose class densities give samples that are held out the largest likelihood.

    Parameters
    ----------
    distances : ndarray of shape (n, n)
        Squared distances between samples, both halves.
    codes : ndarray of int
        Classes; the density of a sample is that of its own class, from the samples of other folds.
    n_features : int
    criterion : {'log', 'printed'}
        The log-likelihood, or what section 5.1 prints for it.
    weigh : callable
        Weights of the windows: takes squared distances, n_features, sigma and weights to start from.

    References
    ----------
    Section 5.4 of Yang (2011), PhD thesis, National University of Singapore.
    """
    if criterion not in CRITERIA:
        raise InputError(f"sigma_criterion: found {criterion!r}, allowed are {', '.join(CRITERIA)}.")
    # Of fixed seed: the folds are a property of the data, not a draw of the method.
    fold = fold_numbers(codes.size, min(_FOLDS, codes.size), np.random.RandomState(1))
    logs = [[] for _ in SIGMAS]
    for code in np.unique(codes):
        for held_out in np.unique(fold):
            inside = np.flatnonzero((codes == code) & (fold != held_out))
            outside = np.flatnonzero((codes == code) & (fold == held_out))
            if not inside.size or not outside.size:
                continue  # no density, whatever the width
            among, between = distances[np.ix_(inside, inside)], distances[np.ix_(outside, inside)]
            weights = None
            for place, sigma in enumerate(SIGMAS):
                weights = weigh(among, n_features, sigma, weights)
                logs[place].append(_log_likelihood(between, weights, n_features, sigma))
    totals = [CRITERIA[criterion](np.concatenate(parts)) if parts else 0.0 for parts in logs]
    return float(SIGMAS[int(np.argmax(totals))])
