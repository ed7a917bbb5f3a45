"""Numbers on the command line."""

import argparse


def whole_number(lowest, highest=None):
    """A type for options that take whole numbers from one limit to another."""

    def read(text):
        value = int(text) if text.lstrip("+-").isdecimal() and text.isascii() else None
        if value is None or value < lowest or (highest is not None and value > highest):
            beyond = "" if highest is None else f" to {highest}"
            raise argparse.ArgumentTypeError(f"found {text}, allowed are whole numbers from {lowest}{beyond}")
        return value

    return read


def positive_number(text):
    """A type for options that take numbers above zero."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"found {text}, allowed are numbers above 0")
    return value


# What NumPy takes.
seed = whole_number(0, 2**32 - 1)
