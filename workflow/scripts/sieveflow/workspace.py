"""A folder of a user's own: one data set, one study, and what comes of it."""

import fcntl
import hashlib
import re
from contextlib import contextmanager

import yaml

from sieveflow.errors import InputError
from sieveflow.tables import canonical_bytes, write_bytes

_MARK = "# Written by sieveflow study; it is written again when that command runs.\n"


def id_of(text):
    """An id for a study, made of a file's name."""
    name = text.split(".")[0].lower()
    plain = re.sub(r"[^a-z0-9]+", "-", name).strip("-")[:60]
    return plain if plain and plain != "report" else "own-data"


def dataset_entry(name, own, content, file):
    """The entry of a table of a user's own in a catalogue of data sets."""
    entry = {
        "label": name,
        "licence": "that of its owner",
        "citation": "data of your own",
        "task": own.task,
        "n": len(own.table.y),
        "features": list(own.table.features),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    return entry | ({"impute": "median"} if own.has_missing else {}) | {"sources": [{"kind": "file", "file": file}]}


def check_folder(folder):
    """Raise an InputError unless a folder is new, empty, or one that was made here."""
    if folder.exists() and not folder.is_dir():
        raise InputError(f"--out: {folder} is a file, allowed is a folder.")
    config = folder / "config/config.yaml"
    if folder.is_dir() and any(folder.iterdir()) and not (config.is_file() and config.read_text().startswith(_MARK)):
        raise InputError(f"--out: {folder} holds other files; allowed is a new folder, or one that this command made.")


def write_workspace(folder, name, own, study, methods):
    """Write data and configuration; a file that would not change is left alone.

    Parameters
    ----------
    folder : Path
    name : str
        Id of study and data set.
    own : OwnTable
    study : dict
    methods : dict
        Entries that stand in the place of those of the repository.
    """
    content = canonical_bytes(own.table, task=own.task)
    file = f"data/{name}.csv"
    _write(folder / file, content)
    _write_yaml(folder / "config/datasets.yaml", {name: dataset_entry(name, own, content, file)})
    _write_yaml(folder / f"config/studies/{name}.yaml", study)
    _write_yaml(folder / "config/methods.yaml", methods)
    _write_yaml(folder / "config/config.yaml", {"studies": [name], "scale": "full", "internet": False})


def _write_yaml(path, value):
    text = yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=120)
    _write(path, (_MARK + text).encode())


def _write(path, content):
    if not path.is_file() or path.read_bytes() != content:
        write_bytes(path, content)


@contextmanager
def locked(folder):
    """Hold a folder, so that no second run writes there; the lock goes with the process, however it ends."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / ".lock", "w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError(
                f"--out: another run is at work in {folder}; wait for it, or give another folder."
            ) from None
        yield handle
