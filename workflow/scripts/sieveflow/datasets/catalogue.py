"""What the catalogue's entries mean where they are written in a short form."""

import re

_RANGE = re.compile(r"^(?P<stem>.*?)(?P<first>\d+)\.\.(?P=stem)(?P<last>\d+)$")


def feature_names(entry):
    """The features of an entry in their order; `f1..f100` stands for a hundred names."""
    names = []
    for item in entry["features"]:
        numbered = _RANGE.match(item)
        if numbered:
            first, last = int(numbered["first"]), int(numbered["last"])
            names += [f"{numbered['stem']}{number}" for number in range(first, last + 1)]
        else:
            names.append(item)
    return names
