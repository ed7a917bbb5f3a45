"""Realizations that failed: how many, of which method, and why."""

COLUMNS = ["method", "stage", "error", "n_failed", "realizations"]
# How an evaluation says that the stage before it failed.
_EARLIER = {"RuntimeError: no ranking: ": "ranking", "RuntimeError: no choice: ": "tuning"}


def failures_of(evaluations):
    """One row per method, stage and error: the number of realizations, and which.

    Parameters
    ----------
    evaluations : dict
        Rows of the evaluation files of every method.
    """
    found = {}
    for method, rows in evaluations.items():
        for row in rows:
            if row["error"]:
                key = (method, *_origin(row["error"]))
                found.setdefault(key, set()).add(int(row["realization"]))
    return [
        {
            "method": method,
            "stage": stage,
            "error": error,
            "n_failed": len(numbers),
            "realizations": " ".join(map(str, sorted(numbers))),
        }
        for (method, stage, error), numbers in found.items()
    ]


def _origin(error):
    """The stage that an error of an evaluation comes from, and its text there."""
    for words, stage in _EARLIER.items():
        if error.startswith(words):
            return stage, error.removeprefix(words)
    return "evaluation", error
