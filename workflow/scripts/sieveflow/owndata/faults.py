"""Faults of a table, gathered so that they are told together."""

from sieveflow.errors import InputError

# More than these are no help to anyone who mends a table by hand.
MOST_TOLD = 20


class Faults:
    """What is wrong with a file, a sentence each.

    Parameters
    ----------
    where : str
        Name of the file, with which every sentence begins.
    """

    def __init__(self, where):
        self._where, self._sentences = where, []

    def __len__(self):
        return len(self._sentences)

    def add(self, sentence):
        """Keep a sentence, on one line whatever names and cells it shows."""
        printed = "".join(mark if mark.isprintable() else "_" for mark in sentence)
        self._sentences.append(f"{self._where}: {printed}")

    def tell(self):
        """Raise an InputError with a line for each of them; without any do nothing."""
        told, more = self._sentences[:MOST_TOLD], len(self) - MOST_TOLD
        if more > 0:
            told.append(f"{self._where}: {more:,} more like these.")
        if told:
            raise InputError("\n".join(told))


def listed(items, most=5):
    """The first items with commas between them, and how many more there are."""
    items = list(map(str, items))
    more = f" and {len(items) - most:,} more" if len(items) > most else ""
    return ", ".join(items[:most]) + more
