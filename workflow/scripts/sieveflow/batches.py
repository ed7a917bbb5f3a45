"""Batches of realizations, and the names that stand for them in paths."""

from itertools import pairwise


def batches_of(count, edges):
    """Cut realizations 0 to count - 1 at the edges: a list of (first, last), both included.

    Edges come from the study's file, so that a larger scale finds the batches of a smaller one; a count that is no
    edge ends in a short batch of its own.
    """
    cuts = [0, *sorted(edge for edge in set(edges) if edge < count), count]
    return [(first, stop - 1) for first, stop in pairwise(cuts)]


def batch_name(first, last):
    """The name of a batch, for instance 0000-0009."""
    return f"{first:04d}-{last:04d}"


def batch_range(name):
    """The realizations of a batch."""
    first, last = name.split("-")
    return range(int(first), int(last) + 1)
