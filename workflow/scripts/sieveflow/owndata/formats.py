"""Which reader a file needs, by the ending of its name."""

from pathlib import Path

from sieveflow.errors import InputError
from sieveflow.owndata.arff import read_arff
from sieveflow.owndata.delimited import read_delimited
from sieveflow.owndata.libsvm import TARGET, read_libsvm
from sieveflow.owndata.parquet import read_parquet

READERS = {
    ".csv": read_delimited,
    ".tsv": read_delimited,
    ".tab": read_delimited,
    ".txt": read_delimited,
    ".arff": read_arff,
    ".libsvm": read_libsvm,
    ".svm": read_libsvm,
    ".parquet": read_parquet,
    ".pq": read_parquet,
}
_PACKED = [reader for reader in READERS if READERS[reader] is not read_parquet]


def read_file(path, *, delimiter=None, encoding="utf-8"):
    """Read a table of a user's own: a RawTable, and the name of its target where the format has one.

    Parameters
    ----------
    path : Path
        The ending of its name says how it is written; .gz may follow that of a text file.
    delimiter : str, optional
        Of CSV files.
    encoding : str
        Of text files.
    """
    path = Path(path)
    endings = [ending.lower() for ending in path.suffixes]
    packed = endings[-1:] == [".gz"]
    ending = (endings[:-1] if packed else endings)[-1:]
    if not ending or ending[0] not in (_PACKED if packed else READERS):
        allowed = f"{', '.join(_PACKED)} (each also with .gz), .parquet and .pq"
        raise InputError(f"{path}: found the ending '{''.join(endings[-2:])}', allowed are {allowed}.")
    reader = READERS[ending[0]]
    if reader is read_delimited:
        tab = "\t" if ending[0] in (".tsv", ".tab") else None
        return reader(path, delimiter=delimiter or tab, encoding=encoding), None
    return reader(path, encoding=encoding), TARGET if reader is read_libsvm else None
