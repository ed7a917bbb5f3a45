"""How steady the choices of methods are over realizations: indices, and how often each feature is chosen."""

from collections import defaultdict

import numpy as np

from sieveflow.stats.stability import jaccard, kuncheva, stability
from sieveflow.subsets import SELECTED, subsets_of

COLUMNS = [
    *("problem", "method", "n_features", "n_realizations"),
    *("mean_size", "nogueira", "nogueira_low", "nogueira_high", "kuncheva", "jaccard"),
]
FREQUENCY_COLUMNS = ["problem", "method", "n_features", "feature", "share"]
# Numbers of features whose choices are told feature by feature; the number of relevant ones joins them.
_TOLD = (SELECTED, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89)


def measure_stability(rankings, *, problem, counts=None, n_relevant=0):
    """Rows of the indices and rows of the shares of realizations that choose a feature, of all methods on a problem.

    Parameters
    ----------
    rankings : dict
        Method id and the rows of its ranking files.
    counts : list of int, optional
        The numbers of features; None for all.
    n_relevant : int
        How many features are known to matter.
    """
    indices, shares = [], []
    for method, rows in rankings.items():
        for count, chosen, features in _choices(rows, counts):
            key = {"problem": problem, "method": method, "n_features": count}
            found = stability(chosen)
            indices.append(
                key
                | {"n_realizations": chosen.shape[0], "mean_size": float(chosen.sum(axis=1).mean())}
                | (
                    {"nogueira": found.value, "nogueira_low": found.lower, "nogueira_high": found.upper}
                    if found
                    else {}
                )
                | {"kuncheva": kuncheva(chosen), "jaccard": jaccard(chosen)}
            )
            if count in (*_TOLD, n_relevant):
                share = chosen.mean(axis=0)
                shares += [key | {"feature": features[i], "share": float(share[i])} for i in np.flatnonzero(share)]
    return indices, shares


def _choices(rows, counts):
    """Every number of features below all of them, with what was chosen in every realization and the features' names."""
    by_realization = defaultdict(list)
    for row in rows:
        if not row["error"]:
            by_realization[int(row["realization"])].append(row)
    if not by_realization:
        return
    subsets = [subsets_of(by_realization[number], counts) for number in sorted(by_realization)]
    features = sorted({row["feature"] for row in rows if not row["error"]})
    place = {name: i for i, name in enumerate(features)}
    for count in sorted(set.intersection(*(set(own) for own in subsets))):
        if count >= len(features):
            continue
        chosen = np.zeros((len(subsets), len(features)), dtype=bool)
        for row, own in zip(chosen, subsets, strict=True):
            row[[place[name] for name in own[count]]] = True
        yield count, chosen, features
