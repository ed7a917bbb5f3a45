"""Several methods over several data sets: ranks, Friedman's test, critical differences."""

from dataclasses import dataclass

import numpy as np
from scipy import stats


@dataclass(frozen=True)
class Friedman:
    """What came of a test.

    Attributes
    ----------
    average_ranks : array
        Of every method; 1 is best.
    chi2, p_value : float
        Friedman's statistic, corrected for ties, and its p-value.
    f, p_f : float
        That of Iman and Davenport, which is less conservative.
    critical_difference : float
        Nemenyi's: average ranks that are nearer to each other do not differ.
    """

    average_ranks: np.ndarray
    chi2: float
    p_value: float
    f: float
    p_f: float
    critical_difference: float


def ranks_of(values, *, lower_is_better):
    """Ranks of methods within every data set; 1 is best, equal ones share the mean of their ranks.

    Parameters
    ----------
    values : array of shape (data sets, methods)
    """
    values = np.asarray(values, dtype=float)
    return stats.rankdata(values if lower_is_better else -values, axis=1)


def friedman(ranks, *, alpha):
    """Friedman's test of ranks of shape (data sets, methods), with Nemenyi's critical difference.

    References
    ----------
    Demsar (2006), Statistical comparisons of classifiers over multiple data sets, JMLR 7, section 3.2.2.
    """
    n, k = ranks.shape
    average = ranks.mean(axis=0)
    # Conover's form: the variance of the ranks that there are, so that ties count.
    spread = np.square(ranks - (k + 1) / 2).sum() / (k - 1)
    chi2 = float(n**2 * np.square(average - (k + 1) / 2).sum() / spread) if spread > 0 else 0.0
    limit = n * (k - 1)
    f = (n - 1) * chi2 / (limit - chi2) if chi2 < limit * (1 - 1e-12) else float("inf")
    return Friedman(
        average_ranks=average,
        chi2=chi2,
        p_value=float(stats.chi2.sf(chi2, k - 1)),
        f=float(f),
        p_f=float(stats.f.sf(f, k - 1, (k - 1) * (n - 1))),
        critical_difference=critical_difference(k, n, alpha=alpha),
    )


def critical_difference(n_methods, n_datasets, *, alpha):
    """Nemenyi's: that of the studentized range for infinite degrees of freedom."""
    quantile = stats.studentized_range.ppf(1 - alpha, n_methods, np.inf) / np.sqrt(2)
    return float(quantile * np.sqrt(n_methods * (n_methods + 1) / (6 * n_datasets)))


def cliques(average_ranks, critical):
    """Groups of methods that do not differ: lists of positions, best first, none of them part of another."""
    order = np.argsort(average_ranks, kind="stable")
    found = []
    for start in range(order.size):
        end = start
        while end + 1 < order.size and average_ranks[order[end + 1]] - average_ranks[order[start]] < critical:
            end += 1
        if end > start and (not found or end > found[-1][1]):
            found.append((start, end))
    return [[int(order[place]) for place in range(start, end + 1)] for start, end in found]
