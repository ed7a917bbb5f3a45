"""A log file per job, with the traceback of whatever went wrong."""

import logging
import sys
import traceback
from contextlib import contextmanager
from pathlib import Path

from sieveflow.checkout import require_checkout
from sieveflow.errors import InputError


@contextmanager
def logging_to(path, script):
    """Send the log to a file; end a failing job with one sentence on the terminal and the traceback in the log."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    handler = logging.FileHandler(path, mode="w", encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    try:
        require_checkout(Path(script).resolve().parent)
        yield
    except Exception as error:
        logging.error("%s", traceback.format_exc())
        sentence = str(error) if isinstance(error, InputError) else f"{type(error).__name__}: {error}"
        sys.exit(f"sieveflow: {sentence} (traceback in {path})")
