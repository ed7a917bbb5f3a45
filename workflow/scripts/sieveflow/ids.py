"""Ids: whether one is known, and what was meant if it is not; which table stands for a data set."""

import difflib

from sieveflow.errors import InputError


def did_you_mean(word, known):
    """A hint at the nearest known word, or nothing."""
    close = difflib.get_close_matches(str(word), [str(k) for k in known], n=1)
    return f" (did you mean '{close[0]}'?)" if close else ""


def require_known(name, known, where, kind):
    """Raise an InputError unless an id is among those that are known."""
    if name not in known:
        raise InputError(
            f"{where}: unknown {kind} '{name}'{did_you_mean(name, known)}; allowed are {', '.join(sorted(known))}."
        )


def table_of(dataset, datasets, switches):
    """The id of the table that stands for a data set under a study's switches: its own, or that of a variant."""
    variants = datasets[dataset].get("variants", [])
    known = {(name, value) for variant in variants for name, value in variant["switches"].items()}
    wanted = dict(sorted(known & set(switches.items())))
    if not wanted:
        return dataset
    for variant in variants:
        if variant["switches"] == wanted:
            return variant["table"]
    choice = ", ".join(f"{name}: {value}" for name, value in wanted.items())
    raise InputError(f"config/datasets.yaml: {dataset}.variants: there is no table for the switches {choice} together.")
