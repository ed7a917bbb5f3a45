"""What methods would need for a table, said before they start."""

from math import ceil

from sieveflow.errors import InputError
from sieveflow.protocol import sizes_of

_GIGABYTE = 1e9
# A subsample of fewer rows would answer another question.
_FEWEST_OFFERED = 50


def memory_of(entry, n_train, n_features):
    """Gigabytes that a method needs: kernel methods hold numbers for all pairs of samples, the others next to none."""
    needs = entry.get("needs", {"pairs": 0, "pairs_per_feature": 0})
    return 8 * n_train**2 * (needs["pairs"] + needs["pairs_per_feature"] * n_features) / _GIGABYTE


def seconds_of(entry, n_train, n_features, splits):
    """Seconds that all rankings of a method take, to within a factor of a few; eliminations go over all pairs often."""
    return entry.get("needs", {"nanoseconds": 0})["nanoseconds"] * 1e-9 * n_train**2 * n_features**2 * splits


def affordable(methods, known, n_rows, n_features, *, given, splits, memory, seconds):
    """The methods that fit into memory and time, and sentences about those that do not.

    Parameters
    ----------
    methods : list of str
    known : dict
        Entries of config/methods.yaml.
    given : bool
        Whether the user asked for these methods: then one that does not fit is an InputError.
    splits : int
    memory : float
        Gigabytes.
    seconds : float
        For each method.
    """
    n_train, _ = sizes_of(n_rows)
    kept, told = [], []
    for method in methods:
        sentence = _too_much(method, known[method], n_train, n_features, splits, memory, seconds)
        if not sentence:
            kept.append(method)
        elif given:
            raise InputError(f"--methods: {sentence}.")
        else:
            told.append(f"Left out: {sentence}.")
    return kept, told


def _too_much(method, entry, n_train, n_features, splits, memory, seconds):
    need, time = memory_of(entry, n_train, n_features), seconds_of(entry, n_train, n_features, splits)
    if need <= memory and time <= seconds:
        return ""
    # Both go with the square of the number of rows.
    part = min((memory / need) ** 0.5 if need else 1.0, (seconds / time) ** 0.5 if time else 1.0)
    rows = int(part * n_train / 0.8) // 10 * 10
    offers = [f"--subsample {rows}"] if rows >= _FEWEST_OFFERED else []
    raised = [f"--memory {ceil(10 * need) / 10:g}"] if need > memory else []
    raised += [f"--time-limit {ceil(time)}"] if time > seconds else []
    return (
        f"'{method}' needs about {_size(need)} and {_time(time)} for {n_train:,} training rows and {n_features:,} "
        f"features, allowed are {_size(memory)} and {_time(seconds)}: give {' or '.join([*offers, ' '.join(raised)])}"
    )


def _size(gigabytes):
    return f"{gigabytes:.0f} GB" if gigabytes >= 10 else f"{gigabytes:.2g} GB"


def _time(seconds):
    """Seconds in a unit that suits them."""
    for unit, length in (("h", 7200), ("min", 120)):
        if seconds >= length:
            return f"{seconds / (length / 2):.0f} {unit}"
    return f"{seconds:.0f} s"
