"""What rankings tell before any learner sees them: hits, chosen subsets, ties, and whether subsets are nested."""

from collections import defaultdict
from itertools import pairwise

from sieveflow.subsets import SELECTED, subsets_of


def failed_rankings(ranking):
    """The realizations that failed."""
    return {int(row["realization"]) for row in ranking if row["error"]}


def count_subsets(ranking, *, relevant=(), irrelevant=(), same=(), budgets=()):
    """Values by (number of features, metric, subset) and realization.

    Parameters
    ----------
    ranking : list of dict
        Rows of the ranking files of one method.
    relevant : list of str
        Features that should be the first so many; empty where unknown.
    irrelevant : list of str
        Features that no method should choose; empty where unknown.
    same : list of list of str
        Features that are one to a machine, of which the first stands for all in hits.
    budgets : list of int
        Numbers of features for which it is counted how often each subset was chosen, in its order.
    """
    values = defaultdict(dict)
    by_realization = defaultdict(list)
    for row in ranking:
        if not row["error"]:
            by_realization[int(row["realization"])].append(row)
    stands_for = {name: group[0] for group in same for name in group}
    for number, rows in by_realization.items():
        subsets = subsets_of(rows, sorted({*budgets, *([len(relevant)] if relevant else [])}))
        if relevant:
            first = {stands_for.get(name, name) for name in subsets[len(relevant)]}
            wanted = {stands_for.get(name, name) for name in relevant}
            values[len(relevant), "hits", ""][number] = float(first == wanted)
        if SELECTED in subsets:
            kept = {stands_for.get(name, name) for name in subsets[SELECTED]}
            values[SELECTED, "selected", ""][number] = float(len(subsets[SELECTED]))
            if relevant:
                values[SELECTED, "keeps_relevant", ""][number] = float(wanted <= kept)
            if irrelevant:
                values[SELECTED, "drops_irrelevant", ""][number] = float(kept.isdisjoint(irrelevant))
        for budget in budgets:
            values[budget, "times", " ".join(subsets[budget])][number] = 1.0
        _count_marks(rows, number, values)
        _count_signs(rows, number, values)
        _count_budgets(rows, number, values)
    for key, found in values.items():
        if key[1] == "times":
            found |= {number: found.get(number, 0.0) for number in by_realization}
    return values


def _count_marks(rows, number, values):
    """How many places a tie decided, for methods that say so."""
    ties = [float(row["tied"]) for row in rows if row.get("tied")]
    if ties:
        values[len(ties), "ties", ""][number] = sum(ties)


def _count_signs(rows, number, values):
    """Of methods that tell weights: which variables are positive in all bags, and which change their sign."""
    for row in rows:
        if row.get("weights"):
            signs = {weight > 0 for weight in map(float, row["weights"].split()) if weight}
            values[SELECTED, "positive", row["feature"]][number] = float(signs == {True})
            values[SELECTED, "flips", row["feature"]][number] = float(len(signs) == 2)


def _count_budgets(rows, number, values):
    """Of methods with a subset per budget: what is proved of each, and how many are no part of the next."""
    chosen = defaultdict(set)
    for row in rows:
        if row.get("budget"):
            budget = int(row["budget"])
            chosen[budget].add(row["feature"])
            for metric in ("guarantee", "attained"):
                if row.get(metric):
                    values[budget, metric, ""][number] = float(row[metric])
    if chosen:
        steps = pairwise(sorted(chosen))
        broken = sum(not chosen[small] <= chosen[large] for small, large in steps)
        values[max(chosen), "not_nested", ""][number] = float(broken)
