"""Random streams named by what they are for, never by the order of work."""

import hashlib

import numpy as np


def seed_of(*names):
    """An integer below 2**32 that depends on nothing but the names."""
    text = "\x1f".join(str(name) for name in names)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


def stream(*names):
    """A generator for these names, for instance (study seed, data set, realization).

    NumPy promises that the streams of `RandomState` never change between releases; those of `Generator` may.
    """
    return np.random.RandomState(seed_of(*names))
