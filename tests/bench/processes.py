"""Programs in processes and environments of their own: what they print, their processor time and their memory."""

import json
import os
import subprocess
import tempfile
import venv
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[2]
READ = """
import json, sys
import numpy as np
with np.load(sys.argv[1]) as file:
    data = dict(file)
X, y = data["X"], data["y"]
"""
# The peak of this process alone: what the system tells the parent may be the parent's own size before the start.
WRITE = """
with open("/proc/self/status") as status:
    kilobytes = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
print(json.dumps([result, kilobytes]))
"""


@dataclass(frozen=True)
class Run:
    """What a program left in `result`, its seconds of processor time and its peak memory in megabytes."""

    result: dict
    seconds: float
    megabytes: float


def environment(requirement):
    """The interpreter of an environment that has a package, made where it is missing; None if that cannot be done."""
    folder = ROOT / ".venv-peers" / requirement.replace("==", "-")
    python = folder / "bin/python"
    if not (folder / "ready").exists():
        venv.create(folder, clear=True, with_pip=True)
        command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", requirement]
        if subprocess.run(command, capture_output=True).returncode:
            return None
        (folder / "ready").touch()
    return python


def run(python, program, arrays):
    """Run a program that finds `data`, X and y and leaves a dict in `result`.

    Start-up and imports count, on both sides: whoever uses a program waits for them.
    """
    settings = os.environ | {"PYTHONPATH": str(ROOT / "workflow/scripts")}
    settings |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    with (
        tempfile.NamedTemporaryFile(suffix=".npz") as file,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as log,
    ):
        np.savez(file, **arrays)
        file.flush()
        command = [python, "-W", "ignore", "-c", READ + program + WRITE, file.name]
        process = subprocess.Popen(command, stdout=out, stderr=log, env=settings)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        log.seek(0)
        if process.returncode:
            raise RuntimeError(log.read().decode()[-300:])
        result, kilobytes = json.loads(out.read().splitlines()[-1])
    return Run(result, usage.ru_utime + usage.ru_stime, kilobytes / 1024)
