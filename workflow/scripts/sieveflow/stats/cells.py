"""Tests of a printed number against ours."""

import numpy as np
from scipy import stats


def mean_against_printed(mean, std, count, printed, *, printed_std=None, printed_count, unit=0.0):
    """z and two-sided p-value of a printed mean against our mean, deviation and count.

    Two samples; where the paper prints no deviation, our own stands for it, and the degrees of freedom are ours. `unit`
    is that of the last printed digit: what was rounded away has the variance of a number uniform within it.
    """
    if count < 2:
        return float("nan"), float("nan")
    theirs = std if printed_std is None else printed_std
    freedom = count - 1 if printed_std is None else count + printed_count - 2
    error = np.sqrt(std**2 / count + theirs**2 / printed_count + unit**2 / 12)
    if error == 0.0:
        return (0.0, 1.0) if mean == printed else (float("inf"), 0.0)
    z = (mean - printed) / error
    return float(z), float(2 * stats.t.sf(abs(z), freedom))


def counts_against_printed(hits, count, printed_hits, printed_count):
    """z of two proportions (pooled) and the p-value of Fisher's exact test."""
    pooled = (hits + printed_hits) / (count + printed_count)
    error = np.sqrt(pooled * (1 - pooled) * (1 / count + 1 / printed_count))
    gap = hits / count - printed_hits / printed_count
    z = gap / error if error > 0 else 0.0
    table = [[hits, count - hits], [printed_hits, printed_count - printed_hits]]
    return float(z), float(stats.fisher_exact(table).pvalue)
