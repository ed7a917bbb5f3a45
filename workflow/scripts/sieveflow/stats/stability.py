"""How much chosen sets of features agree from sample to sample."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy.special import ndtri


@dataclass(frozen=True)
class Stability:
    """The measure, and the ends of its interval."""

    value: float
    lower: float
    upper: float


def stability(chosen, level=0.95):
    """Nogueira's measure of several sets: 1 for equal ones, 0 on average for random ones, whatever their sizes.

    Parameters
    ----------
    chosen : bool array of shape (sets, features)
        Which features each set holds.
    level : float
        Probability of the interval, which holds for many sets.

    Returns
    -------
    Stability or None
        None where it is not defined: fewer than two sets, or all of them empty or full.

    References
    ----------
    Nogueira, Sechidis and Brown (2018), On the stability of feature selection algorithms, JMLR 18, definition 4 and
    theorem 7.
    """
    chosen = np.asarray(chosen, dtype=float)
    m, d = chosen.shape
    share, sizes = chosen.mean(axis=0), chosen.sum(axis=1)
    mean_size = sizes.mean()
    by_chance = mean_size / d * (1 - mean_size / d)
    if m < 2 or by_chance <= 0.0:
        return None
    value = 1 - m / (m - 1) * np.mean(share * (1 - share)) / by_chance
    overlap = chosen @ share / d
    term = 2 * sizes * mean_size / d**2 - (sizes + mean_size) / d + 1
    single = (overlap - sizes * mean_size / d**2 + value / 2 * term) / by_chance
    error = np.sqrt(4 / m**2 * np.square(single - single.mean()).sum())
    reach = ndtri((1 + level) / 2) * error
    return Stability(float(value), float(value - reach), float(min(1.0, value + reach)))


def kuncheva(chosen):
    """Mean consistency of all pairs of subsets, which must be of one size; NaN where they are not.

    References
    ----------
    Kuncheva (2007), A stability index for feature selection, AIA.
    """
    chosen = np.asarray(chosen, dtype=float)
    m, d = chosen.shape
    sizes = chosen.sum(axis=1)
    k = sizes[0]
    if m < 2 or np.any(sizes != k) or k in (0, d):
        return float("nan")
    common = _common(chosen)
    return float(np.mean((common * d - k**2) / (k * (d - k))))


def jaccard(chosen):
    """Mean over pairs of subsets of what both have over what either has; 1 for two empty ones."""
    chosen = np.asarray(chosen, dtype=float)
    if chosen.shape[0] < 2:
        return float("nan")
    sizes = chosen.sum(axis=1)
    common = _common(chosen)
    either = np.array([sizes[i] + sizes[j] for i, j in combinations(range(sizes.size), 2)]) - common
    return float(np.mean(np.where(either > 0, common / np.maximum(either, 1), 1.0)))


def _common(chosen):
    """How many features every pair of subsets shares."""
    return (chosen @ chosen.T)[np.triu_indices(chosen.shape[0], 1)]
