"""The works that methods and studies cite, as BibTeX."""

import re
from pathlib import Path

from sieveflow.errors import InputError

FILE = "config/references.bib"


def read_references(root):
    """Key and entry of every work in config/references.bib."""
    text = (Path(root) / FILE).read_text(encoding="utf-8")
    entries = {}
    for entry in re.split(r"^(?=@)", text, flags=re.MULTILINE):
        if entry.startswith("@"):
            key = re.match(r"@\w+\{([^,\s]+),", entry)
            if key is None:
                raise InputError(
                    f"{FILE}: found the entry {entry.splitlines()[0]!r}, allowed is one that begins with a key."
                )
            if key[1] in entries:
                raise InputError(f"{FILE}: key '{key[1]}' is given twice.")
            entries[key[1]] = entry.strip() + "\n"
    return entries


def check_references(entries, where, known):
    """Raise an InputError for the first key that no work has.

    Parameters
    ----------
    entries : dict
        Id and entry of methods, tuners or studies.
    """
    for name, entry in entries.items():
        for key in entry.get("references", []):
            if key not in known:
                raise InputError(f"{where}: {name}.references: found '{key}', allowed are the keys of {FILE}.")
