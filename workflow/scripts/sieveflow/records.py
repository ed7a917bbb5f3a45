"""What Snakemake keeps about files: which are done and what their jobs were told, and which are being made."""

import ast
import json
import os
from base64 import urlsafe_b64encode
from pathlib import Path


def record(kind, path, root="."):
    """Where a record of a file is, below the folder of the run: its path in base 64, a long one in pieces.

    Parameters
    ----------
    kind : {'metadata', 'incomplete'}
        Of files that are done, and of those that are being made, or whose job was killed.
    """
    name = urlsafe_b64encode(path.encode()).decode()
    longest = os.pathconf(root, "PC_NAME_MAX") - 1
    pieces = [name[i : i + longest] for i in range(0, len(name), longest)]
    return Path(root, ".snakemake", kind, *(f"@{piece}" for piece in pieces[:-1]), pieces[-1])


def recorded_spec(path, root="."):
    """The dict that the job of a file was given, None where there is no record that can be read."""
    try:
        (text,) = json.loads(record("metadata", path, root).read_text())["params"]
        return ast.literal_eval(text)
    except (OSError, ValueError, KeyError, TypeError, SyntaxError):
        return None
