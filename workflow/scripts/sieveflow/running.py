"""Run the workflow of this checkout on a workspace, and say how far it is."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from sieveflow.registry import ROOT

_JOB = re.compile(r"^Job \d+: (.*)$")
_STEPS = re.compile(r"^(\d+) of (\d+) steps")
# What is wrong, in one sentence: with the settings, or with a job that failed.
_OWN = re.compile(r"^(sieveflow|failed): ")


def run_workflow(folder, cores, lock, show):
    """Run everything that a workspace asks for and that is not done; returns the exit status.

    A second run does nothing. An interrupt ends the jobs that are running and leaves what is finished.

    Parameters
    ----------
    folder : Path
    cores : int
    lock : file
        Held open by the run, so that the folder stays locked if this process is killed.
    show : callable
        Is given a line of progress: a text.
    """
    command = [
        *(sys.executable, "-m", "snakemake", "--snakefile", str(ROOT / "Snakefile")),
        *("--directory", str(folder), "--workflow-profile", str(ROOT / "profiles/default")),
        # The lock of the workspace goes with its process; Snakemake's own would stay after a kill.
        *("--cores", str(cores), "--nolock"),
    ]
    hidden = ("SIEVEFLOW_MIRROR", "SNAKEMAKE_PROFILE")
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    log = Path(folder, "logs/run.log")
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("w", encoding="utf-8") as record:
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env=environment,
            pass_fds=[lock.fileno()],
        )
        try:
            for line in process.stdout:
                record.write(line)
                _progress(line.rstrip(), show)
            return process.wait()
        except KeyboardInterrupt:
            # On a terminal Snakemake has had the signal too; it ends its jobs and removes what they had begun.
            process.send_signal(signal.SIGINT)
            for line in process.stdout:
                record.write(line)
            process.wait()
            raise


def _progress(line, show):
    job, steps = _JOB.match(line), _STEPS.match(line)
    if job:
        show(job[1])
    elif steps:
        show(f"{steps[1]} of {steps[2]} steps done")
    elif _OWN.match(line):
        show(line)
