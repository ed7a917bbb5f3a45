"""Files out of archives: the one member asked for, up to a size, and nothing is ever written to disk."""

import bz2
import gzip
import io
import stat
import tarfile
import zipfile
import zlib
from pathlib import PurePosixPath

from sieveflow.errors import InputError

# No data set here is larger; what claims to be, or turns out to be, is not unpacked.
LARGEST_FILE = 200_000_000
_CHUNK = 1 << 20
# NotImplementedError and RuntimeError are what zipfile raises for an unknown compression and for an encrypted member.
_DAMAGE = (EOFError, OSError, zlib.error, zipfile.BadZipFile, tarfile.TarError, NotImplementedError, RuntimeError)
_TAR_ENDINGS = (".tar", ".tar.gz", ".tgz", ".tar.bz2")
_OPENERS = {".gz": gzip.open, ".tgz": gzip.open, ".bz2": bz2.open}


def read_member(archive, member, where):
    """The bytes of one member of a zip file, a wheel or a tar file.

    Parameters
    ----------
    archive : bytes
    member : str
        Name of the member, exactly as the archive has it.
    where : str
        Name of the archive; its ending says what it is.
    """
    if PurePosixPath(member).is_absolute() or ".." in PurePosixPath(member).parts:
        raise InputError(f"{where}: found the member name '{member}', allowed are relative names without '..'.")
    try:
        if where.lower().endswith(_TAR_ENDINGS):
            return _tar_member(archive, member, where)
        return _zip_member(archive, member, where)
    except KeyError:
        raise InputError(f"{where}: the archive has no file {member}.") from None
    except _DAMAGE as error:
        raise InputError(f"{where}: the archive cannot be read: {error}.") from None


def _zip_member(archive, member, where):
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        info = opened.getinfo(member)
        if stat.S_ISLNK(info.external_attr >> 16) or info.is_dir():
            raise InputError(f"{where}: {member} is a link or a folder, allowed are files.")
        with opened.open(info) as stream:
            return _read(stream, f"{where}: {member}")


def _tar_member(archive, member, where):
    # Whole, so that looking for the member cannot unpack more than the limit either.
    unpacked = decompress(archive, where)
    with tarfile.open(fileobj=io.BytesIO(unpacked), mode="r:") as opened:
        info = opened.getmember(member)
        if not info.isreg():
            raise InputError(f"{where}: {member} is a link or a folder, allowed are files.")
        return _read(opened.extractfile(info), f"{where}: {member}")


def decompress(content, where):
    """Unpack a file whose name ends in .gz or .bz2; any other is returned as it is."""
    ending = PurePosixPath(where.lower()).suffix
    if ending not in _OPENERS:
        return content
    try:
        with _OPENERS[ending](io.BytesIO(content)) as unpacking:
            return _read(unpacking, where)
    except _DAMAGE as error:
        raise InputError(f"{where}: the file cannot be unpacked: {error}.") from None


def _read(stream, where):
    """Read in pieces and stop at the limit: the sizes that archives state may be wrong."""
    content = bytearray()
    while piece := stream.read(_CHUNK):
        content += piece
        if len(content) > LARGEST_FILE:
            raise InputError(f"{where}: unpacks to more than {LARGEST_FILE} bytes, which is the limit.")
    return bytes(content)
