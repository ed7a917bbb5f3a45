"""Corral: a boolean target of four inputs, beside inputs that repeat them, repeat each other or mean nothing."""

import numpy as np

# Shares of samples in which a redundant input equals the one that it is made from.
_LEVELS = np.array([16, 15, 14, 13, 12, 11, 10]) / 16
_COPIES = 6


def generate(rng, *, n, redundant, hint):
    """Draw the problems of section 3.4.1 of Yang (2011): y = (A0 and A1) or (B0 and B1), as classes 1 and 2.

    Every sample is drawn by itself: the four inputs by fair coins, each redundant input equal to its original with the
    share that it is to have, the hint R75 equal to the target in 75 % of cases.

    Parameters
    ----------
    rng : RandomState
    n : int
        Number of samples.
    redundant : bool
        Whether, after the four inputs, each has seven more made from it (equal in 16 to 10 of 16 cases) and two coins
        stand with six copies of each; otherwise one coin.
    hint : bool
        Whether R75 is the last input.

    Returns
    -------
    X, y : ndarray
        The inputs A0, A1, B0, B1, what is made from them or not, coins, R75.

    References
    ----------
    John, Kohavi and Pfleger (1994), Irrelevant features and the subset selection problem, ICML; Yu and Liu (2004),
    Efficient feature selection via analysis of relevance and redundancy, JMLR 5.
    """
    relevant = rng.randint(2, size=(n, 4))
    target = (relevant[:, 0] & relevant[:, 1]) | (relevant[:, 2] & relevant[:, 3])
    columns = [relevant]
    if redundant:
        for original in relevant.T:
            columns.append(original[:, None] ^ (rng.uniform(size=(n, _LEVELS.size)) >= _LEVELS))
        columns.append(np.repeat(rng.randint(2, size=(n, 2)), _COPIES + 1, axis=1))
    else:
        columns.append(rng.randint(2, size=(n, 1)))
    if hint:
        columns.append((target ^ (rng.uniform(size=n) >= 0.75))[:, None])
    return np.hstack(columns).astype(float), target + 1.0
