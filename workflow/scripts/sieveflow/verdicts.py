"""The verdicts on printed cells, and how many of each there are.

A module of its own, without numerical packages: every start of the workflow loads it.
"""

from collections import Counter

VERDICTS = ["match", "within noise", "differs", "not comparable", "not run"]


def summary(ledger):
    """Cells by verdict, in the usual order: a list of (verdict, count)."""
    counts = Counter(row["verdict"] for row in ledger)
    return [(name, counts[name]) for name in VERDICTS if counts[name]]
