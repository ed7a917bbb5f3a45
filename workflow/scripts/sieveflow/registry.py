"""Methods that can be asked for on the command line: by id, or by the path of a file."""

import inspect
import sys
from importlib import util
from pathlib import Path

from sieveflow.config import check_schema, read_json_schema, read_yaml
from sieveflow.errors import InputError

ROOT = Path(__file__).resolve().parents[3]


def known_methods(root=ROOT):
    """Entries of config/methods.yaml of this checkout."""
    entries = read_yaml(root / "config/methods.yaml", root)
    check_schema(entries, read_json_schema(root, "methods"), "config/methods.yaml")
    return entries


def method_in(path):
    """The one estimator class that a file defines.

    Raises
    ------
    InputError
        If the file is not there, does not run, or defines no such class or several.
    """
    path = Path(path)
    if not path.is_file() or path.suffix != ".py":
        raise InputError(f"{path}: there is no such Python file.")
    name = f"checked_{path.stem}"
    spec = util.spec_from_file_location(name, path)
    module = util.module_from_spec(spec)
    # Pickling, which scikit-learn's checks do, looks classes up by the name of their module.
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise InputError(f"{path}: cannot be imported: {type(error).__name__}: {error}.") from error
    own = [entry for _, entry in inspect.getmembers(module, inspect.isclass) if entry.__module__ == name]
    found = [entry for entry in own if hasattr(entry, "fit") and not entry.__name__.startswith("_")]
    if len(found) != 1:
        names = ", ".join(entry.__name__ for entry in found) or "none"
        raise InputError(f"{path}: found {names}, allowed is one class with a method fit.")
    return found[0]
