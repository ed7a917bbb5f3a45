"""Tests of two methods over the same realizations."""

import numpy as np
from scipy import stats


def paired_t(differences):
    """Two-sided p-value of the paired t-test that the paper uses; 1 where all differences are zero."""
    return _t_test(differences, 1.0 / differences.size)


def two_sample_t(first, second):
    """Two-sided p-value of the t-test that takes the two samples as independent; 1 where they are equal."""
    if first.size < 2:
        return float("nan")
    if np.array_equal(first, second):
        return 1.0
    if first.std() == 0.0 and second.std() == 0.0:
        return 0.0
    return float(stats.ttest_ind(first, second).pvalue)


def corrected_t(differences, *, n_train, n_test):
    """Two-sided p-value of the t-test with the variance correction for overlapping training sets.

    References
    ----------
    Nadeau and Bengio (2003), Inference for the generalization error, Machine Learning 52.
    """
    return _t_test(differences, 1.0 / differences.size + n_test / n_train)


def _t_test(differences, factor):
    if differences.size < 2:
        return float("nan")
    if not np.any(differences):
        return 1.0
    spread = differences.std(ddof=1)
    if spread == 0.0:
        return 0.0
    t = differences.mean() / (spread * np.sqrt(factor))
    return float(2 * stats.t.sf(abs(t), differences.size - 1))


def wilcoxon(differences):
    """Two-sided p-value of Wilcoxon's signed-rank test; 1 where all differences are zero."""
    if differences.size < 2:
        return float("nan")
    if not np.any(differences):
        return 1.0
    if differences.size <= _ENUMERATED and np.unique(np.abs(differences[differences != 0.0])).size < differences.size:
        return _signed_ranks(differences)
    return float(stats.wilcoxon(differences).pvalue)


# Up to so many differences SciPy goes through all signs where some of them tie or are zero, which takes long.
_ENUMERATED = 13


def _signed_ranks(differences):
    """Wilcoxon's test among ties by the exact distribution of the sum of positive ranks; zeros are left out."""
    differences = differences[differences != 0.0]
    # Twice the ranks are whole numbers, so that sums can be counted.
    ranks = np.round(2 * stats.rankdata(np.abs(differences))).astype(int)
    ways = np.zeros(ranks.sum() + 1)
    ways[0] = 1.0
    for rank in ranks:
        ways[rank:] = ways[rank:] + ways[:-rank]
    found = ranks[differences > 0].sum()
    below, above = ways[: found + 1].sum(), ways[found:].sum()
    return float(min(1.0, 2.0 * min(below, above) / 2.0**ranks.size))
