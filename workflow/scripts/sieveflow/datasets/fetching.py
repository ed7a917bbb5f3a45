"""Fetch a data set from the first source that has it, and write it in the canonical form."""

import hashlib
import logging

from sieveflow.datasets.expectations import check_expectations
from sieveflow.datasets.sources import READERS
from sieveflow.datasets.unavailable import SourceUnavailable
from sieveflow.errors import InputError
from sieveflow.tables import canonical_bytes, check_table


def fetch(name, entry, *, internet=False):
    """The canonical bytes of a data set.

    Parameters
    ----------
    name : str
        Id of the data set.
    entry : dict
        What the catalogue says of it: task, n, features, sources in order, sha256.
    internet : bool
        Whether original addresses may be asked.

    Raises
    ------
    InputError
        If no source has it, or one gives something else than the catalogue promises.
    """
    reasons = []
    for source in entry["sources"]:
        try:
            if source["kind"] == "url" and not internet:
                raise SourceUnavailable(f"{source['files'][0]['url']}: needs internet: true")
            table = READERS[source["kind"]](entry, source)
        except SourceUnavailable as unavailable:
            logging.info("%s: %s", name, unavailable)
            reasons.append(str(unavailable))
            continue
        content = _checked(table, entry, source, f"data set '{name}' from {source['kind']}")
        logging.info("%s: %d rows from %s", name, table.y.size, source["kind"])
        return content
    raise InputError(f"data set '{name}': no source has it: {'; '.join(reasons)}.")


def _checked(table, entry, source, where):
    """The canonical bytes of a table that is what the catalogue promises."""
    check_table(table, where, task=entry["task"], missing="impute" in entry)
    if table.y.size != entry["n"]:
        raise InputError(f"{where}: found {table.y.size} rows, the catalogue says {entry['n']}.")
    content = canonical_bytes(table, task=entry["task"])
    found = hashlib.sha256(content).hexdigest()
    if not source.get("verified", True):
        check_expectations(table, where, source["expect"])
        if found != entry["sha256"]:
            logging.warning("%s: not verified by its hash, by statistics only: sha256 %s.", where, found)
        return content
    # A generator with a hash of its own makes another sample of the same problem, where the real one is out of reach.
    expected = source.get("sha256", entry["sha256"])
    if found != expected:
        raise InputError(f"{where}: expected sha256 {expected}, found {found}.")
    if expected != entry["sha256"]:
        logging.warning("%s: a generated sample stands in for the real one.", where)
    return content
