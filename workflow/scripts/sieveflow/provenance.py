"""What a result was made from: fingerprints of code and settings, and the manifest that records them."""

import ast
import hashlib
import json
import platform
from functools import cache
from importlib.metadata import version
from pathlib import Path

from sieveflow.errors import InputError
from sieveflow.tables import read_json

_PACKAGE = "sieveflow"
_LIBRARY = Path(__file__).resolve().parent
RECORDED_PACKAGES = [
    *("numpy", "scipy", "scikit-learn", "numba", "pandas", "matplotlib", "statsmodels", "snakemake"),
]


def spec_hash(spec):
    """A short hash of settings made of built-in types."""
    return hashlib.sha256(json.dumps(spec, sort_keys=True).encode()).hexdigest()[:16]


def file_hash(path):
    """The sha256 of a file."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def code_fingerprint(script, modules=()):
    """A short hash of every file that a job's code consists of inside this repository: a dict by name.

    Those are the script, the modules named (those the configuration chooses), and whatever they import from the
    library, directly or not. Comments, docstrings and layout do not count.

    Parameters
    ----------
    script : Path
    modules : iterable of str
        Dotted names below the library, for instance 'methods.corr'.
    """
    names = set()
    queue = [*_imports(Path(script)), *(f"{_PACKAGE}.{module}" for module in modules)]
    while queue:
        name = queue.pop()
        if name not in names:
            names.add(name)
            queue += _imports(_path_of(name))
    return {Path(script).name: _code_hash(Path(script)), **{name: _code_hash(_path_of(name)) for name in sorted(names)}}


def _path_of(name):
    path = _LIBRARY.joinpath(*name.split(".")[1:])
    return path / "__init__.py" if path.is_dir() else path.with_name(path.name + ".py")


def _imports(path):
    """Library modules that a file imports, wherever in the file; packages count as their __init__."""
    return _read_code(path)[0]


def _code_hash(path):
    """A hash of a file's syntax tree, without docstrings."""
    return _read_code(path)[1]


@cache
def _read_code(path):
    """Modules that a file imports from the library, and the hash of its code."""
    tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level:
            raise InputError(f"{path.name}: found a relative import, allowed are imports that begin with sieveflow.")
        elif isinstance(node, ast.ImportFrom):
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        documented = isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        if documented and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:]
    own = sorted(name for name in found if name.split(".")[0] == _PACKAGE and _path_of(name).is_file())
    return own, hashlib.sha256(ast.dump(tree).encode()).hexdigest()[:12]


def manifest(specs, *, study, scale, seed):
    """The record of a study: for every result file its hash and that of what it was made from, and the packages.

    Parameters
    ----------
    specs : dict
        Path of every result file and the hash of its job's settings and code.
    """
    return {
        "study": study,
        "scale": scale,
        "seed": seed,
        "python": platform.python_version(),
        "packages": {name: version(name) for name in RECORDED_PACKAGES},
        "files": {path: {"sha256": file_hash(path), "made_from": made_from} for path, made_from in specs.items()},
    }


def unproven(paths, specs, manifests, root="."):
    """Of some existing result files, those that no manifest vouches for.

    A manifest vouches for a file whose bytes it knows and whose settings and code are still the current ones.
    """
    known = _known_bytes(specs, manifests)
    return [path for path in paths if file_hash(Path(root, path)) not in known.get(path, ())]


def damaged(paths, specs, manifests, root=".", logged=None):
    """Of some existing result files, those whose bytes are not the ones that are known.

    Those are the bytes that the logs of jobs say were written; where they say nothing, those that manifests know for
    the current code and settings.

    Parameters
    ----------
    logged : dict, optional
        Path and sha256 of files by the logs of their jobs.
    """
    known = _known_bytes(specs, manifests) | {path: {found} for path, found in (logged or {}).items()}
    return [path for path in paths if path in known and file_hash(Path(root, path)) not in known[path]]


def _known_bytes(specs, manifests):
    """For every file that manifests know to be made from the current settings and code: its hashes."""
    known = {}
    for path in manifests:
        try:
            entries = [(name, entry["made_from"], entry["sha256"]) for name, entry in read_json(path)["files"].items()]
        except (ValueError, KeyError, TypeError, AttributeError):
            continue  # a damaged manifest vouches for nothing
        for name, made_from, found in entries:
            if made_from == specs.get(name):
                known.setdefault(name, set()).add(found)
    return known
