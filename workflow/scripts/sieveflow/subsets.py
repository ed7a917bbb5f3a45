"""Which features a ranking file gives for each number of features."""

from collections import defaultdict

# Stands in the column n_features for the features that the ranking marks as selected, as many as they are.
SELECTED = 0


def subsets_of(ranking, counts=None):
    """The features to use for each number of features: a dict, with SELECTED for those that are marked.

    They are the best so many of the ranking, unless the file has a subset for this budget.

    Parameters
    ----------
    ranking : list of dict
        The rows of one realization.
    counts : list of int, optional
        Numbers of features; None for 1, 2, ... up to all.
    """
    places = sorted(ranking, key=lambda row: int(row["rank"]))
    order = [row["feature"] for row in places if not row.get("budget")]
    chosen = defaultdict(list)
    for row in places:
        if row.get("budget"):
            chosen[row["budget"]].append(row["feature"])
    wanted = range(1, len(order) + 1) if counts is None else counts
    subsets = {count: chosen.get(str(count), order[:count]) for count in wanted}
    selected = [row["feature"] for row in places if row.get("selected") == "1"]
    return ({SELECTED: selected} if selected else {}) | subsets
