"""Write a snapshot and read it back."""

from pathlib import Path

from sieveflow.reproduction.figures import draw
from sieveflow.reproduction.gathering import CLAIMS, FINDINGS, LEDGER, Snapshot
from sieveflow.reproduction.words import page
from sieveflow.tables import read_csv, read_json, write_csv, write_json, write_text

_TABLES = {"ledger": LEDGER, "claims": CLAIMS, "findings": FINDINGS}


def write(snapshot, folder, results):
    """Write all files of a snapshot: the same bytes from the same results.

    Parameters
    ----------
    folder : Path
        Where they go.
    results : Path
        The folder that has `results`.
    """
    folder = Path(folder)
    for name, columns in _TABLES.items():
        write_csv(folder / f"{name}.csv", columns, getattr(snapshot, name))
    write_json(folder / "manifest.json", snapshot.manifest)
    write_text(folder / "README.md", page(snapshot))
    draw(snapshot, folder, results)


def read(folder):
    """A snapshot from its files."""
    tables = {name: read_csv(Path(folder, f"{name}.csv")) for name in _TABLES}
    return Snapshot(**tables, manifest=read_json(Path(folder, "manifest.json")))
