"""Parquet files, through pyarrow where it is installed."""

from sieveflow.errors import InputError
from sieveflow.owndata.faults import Faults
from sieveflow.owndata.lines import MOST_CELLS, MOST_COLUMNS
from sieveflow.owndata.raw import RawTable


def read_parquet(path, *, encoding="utf-8"):
    """Read a file of plain columns; their values become text, so that all kinds of files are checked alike."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise InputError(f"{path}: Parquet files need the package pyarrow; install it, or save as CSV.") from None
    if not path.is_file():
        raise InputError(f"{path}: there is no such file.")
    try:
        with parquet.ParquetFile(path) as opened:
            _check_size(opened.metadata, path)
            table = opened.read()
    except (pyarrow.ArrowException, OSError) as error:
        raise InputError(f"{path}: not a Parquet file: {str(error).splitlines()[0]}.") from None
    faults = Faults(str(path))
    for field in table.schema:
        if pyarrow.types.is_nested(field.type) or pyarrow.types.is_binary(field.type):
            faults.add(f"column '{field.name}': found {field.type}, allowed are numbers and text.")
    faults.tell()
    if not table.num_rows:
        raise InputError(f"{path}: there are no rows.")
    return RawTable(list(table.column_names), [list(map(_text, column.to_pylist())) for column in table.columns])


def _check_size(metadata, path):
    if metadata.num_columns > MOST_COLUMNS:
        raise InputError(f"{path}: found {metadata.num_columns:,} columns, allowed are up to {MOST_COLUMNS:,}.")
    if metadata.num_columns * metadata.num_rows > MOST_CELLS:
        raise InputError(f"{path}: more than {MOST_CELLS:,} cells, which is the limit: take a sample of the rows.")


def _text(value):
    """A value as a CSV file would hold it."""
    return "" if value is None else repr(value) if isinstance(value, float) else str(value).strip()
