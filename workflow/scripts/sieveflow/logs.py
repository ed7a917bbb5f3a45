"""A log file per job, with the traceback of whatever went wrong."""

import atexit
import logging
import os
import re
import sys
import traceback
from contextlib import contextmanager
from pathlib import Path

from sieveflow.checkout import require_checkout
from sieveflow.errors import InputError

# What write_bytes says of a file.
_WROTE = re.compile(r" wrote (\S.*) sha256 ([0-9a-f]{64})$", re.MULTILINE)


@contextmanager
def logging_to(path, script):
    """Send the log to a file; end a failing job with one sentence on the terminal and the traceback in the log."""
    # On a full disk the log fails too; the sentence on the terminal must not drown in tracebacks of that.
    logging.raiseExceptions = False
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        handler = logging.FileHandler(path, mode="w", encoding="utf-8")
    except OSError as error:
        sys.exit(f"sieveflow: {_sentence(error)}")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    try:
        require_checkout(Path(script).resolve().parent)
        yield
        # All files are closed by now; taking the loaded modules apart would take a tenth of a second of every job.
        logging.shutdown()
        atexit.register(os._exit, 0)
    except Exception as error:
        logging.error("%s", traceback.format_exc())
        sys.exit(f"sieveflow: {_sentence(error)} (traceback in {path})")


def _sentence(error):
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}."
    return str(error) if isinstance(error, InputError) else f"{type(error).__name__}: {error}"


def written_by(studies, root="."):
    """Path and sha256 of what the jobs of some studies wrote, those of data and page included, by their logs."""
    found = {}
    for name in ("fetch", "report", *studies):
        for path in Path(root, "logs", name).rglob("*.log"):
            found |= dict(_WROTE.findall(path.read_text(encoding="utf-8", errors="replace")))
    return found
