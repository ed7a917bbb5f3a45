"""Which checkout the library comes from, for this process and for the jobs that it starts."""

import os
import sys
from contextlib import suppress
from importlib.machinery import PathFinder
from pathlib import Path

from sieveflow.errors import InputError


def require_checkout(scripts):
    """Raise an InputError if `sieveflow` is, or for other programs would be, that of another checkout.

    Parameters
    ----------
    scripts : Path
        The folder workflow/scripts of the checkout that runs.
    """
    scripts = Path(scripts).resolve()
    found = {Path(__file__).resolve().parent}
    elsewhere = [entry for entry in sys.path if entry and Path(entry).resolve() != scripts]
    installed = PathFinder.find_spec("sieveflow", elsewhere)
    if installed is not None and installed.origin:
        found.add(Path(installed.origin).resolve().parent)
    for place in sorted(found - {scripts / "sieveflow"}):
        raise InputError(
            f"sieveflow is installed from {place}, but the checkout that runs is {scripts.parents[1]}: "
            f"run 'pip uninstall sieveflow', or 'pip install -e .' in this checkout."
        )


def require_room(root):
    """Raise an InputError unless the folders that a run writes to take a megabyte.

    Snakemake keeps its records there too, and does not say plainly when they cannot be written.
    """
    for name in (".snakemake", "results", "logs", "benchmarks", "resources/data"):
        folder = Path(root, name)
        while not folder.is_dir():
            folder = folder.parent
        probe = folder / f".room.{os.getpid()}.tmp"
        try:
            probe.write_bytes(bytes(1_000_000))
        except OSError as error:
            raise InputError(f"{name}: cannot be written: {error.strerror}; nothing was started.") from None
        finally:
            for left_over in folder.glob(".room.*.tmp"):
                with suppress(OSError):
                    left_over.unlink(missing_ok=True)


def prepare_jobs(scripts):
    """Set what jobs inherit: the library of this checkout before any other, and one thread each.

    Snakemake spreads jobs over cores; a second layer of threads would fight over cores and change rounding.
    """
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(scripts), os.environ.get("PYTHONPATH", "")]))
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
        os.environ[variable] = "1"
