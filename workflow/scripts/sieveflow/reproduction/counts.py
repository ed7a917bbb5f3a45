"""Cells, claims and reasons of a snapshot, counted."""

from collections import Counter

from sieveflow.reproduction.gathering import AS_PRINTED
from sieveflow.reproduction.rejudging import JUDGED
from sieveflow.verdicts import VERDICTS

AGREEING = ("match", "within noise")
# The share of cells that should agree, where they can be compared and have the paper's data.
BAR = 0.8


def studies_of(rows):
    """Studies in the order in which they come."""
    return list(dict.fromkeys(row["study"] for row in rows))


def by_verdict(ledger):
    """Counts in the order of VERDICTS."""
    counts = Counter(row["verdict"] for row in ledger)
    return [counts[verdict] for verdict in VERDICTS]


def agreement(ledger):
    """How many comparable cells with the paper's data agree, and how many there are."""
    cells = [row for row in ledger if row["verdict"] in JUDGED and row["data"] == AS_PRINTED]
    return sum(row["verdict"] in AGREEING for row in cells), len(cells)


def share(ledger):
    """The same as text, in percent; a dash where there is nothing to compare."""
    agreeing, cells = agreement(ledger)
    return f"{100 * agreeing / cells:.1f} %" if cells else "-"


def reasons(ledger):
    """Cells that differ by reason and by where that is shown: a list of (count, reason, shown_by), most first."""
    counts = Counter((row["reason"], row["shown_by"]) for row in ledger if row["verdict"] == "differs")
    return [(count, *key) for key, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]


def claims_by_verdict(claims):
    """Counts of holds, fails and undecided."""
    counts = Counter(row["verdict"] for row in claims)
    return [counts[verdict] for verdict in ("holds", "fails", "undecided")]
