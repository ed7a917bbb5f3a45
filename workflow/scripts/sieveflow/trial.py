"""What verdicts are worth at a scale that takes fewer realizations than the paper did, in a sentence."""

# With so few a standard error is hardly known: far numbers pass for near ones, and near ones for far.
_NEXT_TO_NOTHING = 3


def trial_sentence(scale, counts, *, paper=True):
    """What a reader must know before any verdict; nothing where all realizations ran.

    Parameters
    ----------
    scale : str
    counts : iterable of pair of int
        For every study how many realizations it took, and how many at full scale.
    paper : bool
        Whether there are papers whose numbers are judged.
    """
    pairs = sorted({(taken, full) for taken, full in counts if taken < full})
    if not pairs:
        return ""
    taken, full = (_span(numbers) for numbers in zip(*pairs, strict=True))
    worth = "mean next to nothing" if max(pairs)[0] <= _NEXT_TO_NOTHING else "are provisional"
    end = "judges what was printed" if paper else "answers the question"
    return f"Scale {scale} is a trial: {taken} of {full} realizations. Its verdicts {worth}; only scale full {end}."


def trial_of(studies, scale):
    """The sentence for the results of some studies; see `sieveflow.page.reading`."""
    counts = [(results.spec["realizations"], results.spec["full"]) for results in studies]
    return trial_sentence(scale, counts, paper=any(results.spec["paper"] for results in studies))


def _span(numbers):
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low} to {high}"
