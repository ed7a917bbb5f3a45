"""Memory and time that jobs ask a scheduler for, from what jobs took."""

import math
from pathlib import Path

from sieveflow.tables import number, read_csv

COLUMNS = ["rule", "mem_mb", "seconds", "largest", "longest"]
# Another machine may be slower, other data larger; and every job has Snakemake beside it, which starts it.
_MEGABYTES = {"base": 300, "factor": 2.0, "step": 250}
_MINUTES = {"base": 5, "factor": 4.0, "step": 5}


def read_requests(path):
    """Megabytes and minutes that the first attempt of each rule's jobs asks for: a dict of pairs."""
    return {
        row["rule"]: (
            _rounded(number(row["mem_mb"]), **_MEGABYTES),
            _rounded(number(row["seconds"]) / 60.0, **_MINUTES),
        )
        for row in (read_csv(path) if Path(path).exists() else [])
    }


def asked(requests, rule, attempt):
    """Megabytes and minutes for an attempt; a rule that was never measured asks like the largest that was."""
    largest = [max(values) for values in zip(*requests.values(), strict=True)] or (2000, 20)
    return tuple(attempt * value for value in requests.get(rule, largest))


def _rounded(measured, *, base, factor, step):
    return step * math.ceil((base + factor * measured) / step)
