"""Cells, claims and reasons of a snapshot, counted."""

from collections import Counter

from sieveflow.reproduction.gathering import AS_PRINTED
from sieveflow.reproduction.readings import OTHER_DATA, OWN_DATA, record_of
from sieveflow.reproduction.rejudging import AGREEING, JUDGED
from sieveflow.verdicts import VERDICTS

# A reading gives the printed number; some were tried and none does; a reason is shown on the cell's own data or tested;
# on other data only; no reason is known.
EXPLANATIONS = ("another reading", "readings tried", OWN_DATA, OTHER_DATA, "nothing")
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


def explanation(row):
    """What is known about a cell that differs: one of EXPLANATIONS."""
    if row["agrees_with"]:
        return "another reading"
    if record_of(row["study"]) in row["shown_by"].split("; "):
        return "readings tried"
    return row["shown_on"] or "nothing"


def explained(ledger):
    """How many of the cells that differ have which explanation, in the order of EXPLANATIONS."""
    counts = Counter(explanation(row) for row in ledger if row["verdict"] == "differs")
    return [counts[kind] for kind in EXPLANATIONS]


def reasons(ledger):
    """Cells that differ by reason and by where that is shown, most first.

    A list of (count, reason, shown_by, how many of them agree under another reading).
    """
    differing = [row for row in ledger if row["verdict"] == "differs"]
    counts = Counter((row["reason"], row["shown_by"]) for row in differing)
    read = Counter((row["reason"], row["shown_by"]) for row in differing if row["agrees_with"])
    return [(count, *key, read[key]) for key, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]


def claims_by_verdict(claims):
    """Counts of holds, fails and undecided."""
    counts = Counter(row["verdict"] for row in claims)
    return [counts[verdict] for verdict in ("holds", "fails", "undecided")]
