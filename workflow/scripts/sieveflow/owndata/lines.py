"""The lines of a text file, read one at a time and never further than a limit."""

import gzip
import zlib

from sieveflow.errors import InputError

# A line or a cell beyond these is no part of a table of rows and columns, whatever the file says it is.
LONGEST_LINE = 16_000_000
LONGEST_CELL = 100_000
MOST_COLUMNS = 100_000
MOST_CELLS = 20_000_000

ENCODINGS = ("utf-8", "latin-1", "cp1252")
_STARTS = {
    b"\xff\xfe": "UTF-16 text; save it as UTF-8",
    b"\xfe\xff": "UTF-16 text; save it as UTF-8",
    b"PK\x03\x04": "a zip or spreadsheet file; save the table as CSV",
    b"\xd0\xcf\x11\xe0": "an old spreadsheet; save the table as CSV",
    b"\x1f\x8b": "compressed with gzip; give it a name that ends in .gz",
    b"PAR1": "a Parquet file; give it a name that ends in .parquet",
    b"BZh": "compressed with bzip2; unpack it first",
    b"%PDF": "a PDF; save the table as CSV",
}


def open_file(path):
    """A stream of the unpacked bytes of a file; raises an InputError for what cannot be one."""
    if not path.exists():
        raise InputError(f"{path}: there is no such file.")
    if not path.is_file():
        raise InputError(f"{path}: found a folder or a device, allowed is a file.")
    try:
        return gzip.open(path) if path.suffix.lower() == ".gz" else path.open("rb")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}.") from None


def text_lines(path, encoding="utf-8"):
    """Yield the lines of a file as text, without a byte order mark.

    Parameters
    ----------
    path : Path
    encoding : str
        One of ENCODINGS.
    """
    with open_file(path) as stream:
        number = 0
        try:
            while line := stream.readline(LONGEST_LINE + 1):
                number += 1
                if number == 1:
                    _refuse_other_kinds(line, path)
                    line = line.removeprefix(b"\xef\xbb\xbf")
                yield _decoded(line, f"{path}: line {number}", encoding)
        except (EOFError, OSError, zlib.error) as error:
            raise InputError(f"{path}: cannot be unpacked after line {number}: {error}.") from None
        if not number:
            raise InputError(f"{path}: the file is empty.")


def _refuse_other_kinds(line, path):
    for start, kind in _STARTS.items():
        if line.startswith(start):
            raise InputError(f"{path}: the file is {kind}.")


def _decoded(line, where, encoding):
    if len(line) > LONGEST_LINE:
        raise InputError(f"{where} is longer than {LONGEST_LINE:,} bytes, which is the limit.")
    if b"\0" in line:
        raise InputError(f"{where} holds a zero byte, so that the file is no text.")
    try:
        return line.decode(encoding)
    except UnicodeDecodeError as error:
        raise InputError(
            f"{where}: byte {error.start + 1} is not {encoding}; save the file as UTF-8, or give --encoding latin-1."
        ) from None
