"""How much chosen sets of features vary from sample to sample."""

from dataclasses import dataclass

import numpy as np
from scipy import stats


@dataclass(frozen=True)
class Stability:
    """The measure, and the ends of its interval."""

    value: float
    lower: float
    upper: float


def stability(chosen, level=0.95):
    """Nogueira's measure of M sets out of d features: 1 for equal sets, about 0 for sets drawn at random.

    Parameters
    ----------
    chosen : ndarray of bool, shape (M, d)
        Which features each set holds.
    level : float
        Of the interval, which holds for large M.

    Returns
    -------
    Stability or None
        None where it is not defined: fewer than two sets, or all of them empty or full.

    References
    ----------
    Nogueira, Sechidis and Brown (2018), On the stability of feature selection algorithms, JMLR 18: definition 4 and
    theorem 7.
    """
    Z = np.asarray(chosen, dtype=float)
    M, d = Z.shape
    share = Z.mean(axis=0)
    size = share.sum() / d
    expected = size * (1.0 - size)
    if M < 2 or expected == 0.0:
        return None
    value = 1.0 - (M / (M - 1) * share * (1.0 - share)).mean() / expected
    sizes = Z.sum(axis=1) / d
    terms = ((Z @ share) / d - sizes * size + 0.5 * value * (2.0 * size * sizes - sizes - size + 1.0)) / expected
    spread = 4.0 / M**2 * np.square(terms - terms.mean()).sum()
    reach = stats.norm.ppf(0.5 + level / 2) * np.sqrt(spread)
    return Stability(float(value), float(value - reach), float(min(1.0, value + reach)))
