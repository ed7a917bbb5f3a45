"""Print how much more CPU a study takes through SLURM than on this machine alone.

    ratio.py [STUDY] [SCALE]

Needs what `make slurm` needs. Runs the study locally and through the emulated cluster, from the same data, and counts
the CPU time of everything that ran: Snakemake, jobs, the daemons and commands of SLURM. Compares every byte as well.
Exit status 1 where the ratio is above the goal or a byte differs.
"""

import ctypes
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from check import compare, sandbox
from support import copy_checkout, environment, hashes

GOAL = 1.5
_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER


def adopt_orphans():
    """Become the parent of processes whose own is gone, as those of SLURM's jobs: their time is counted here too."""
    if ctypes.CDLL(None, use_errno=True).prctl(_SUBREAPER, 1, 0, 0, 0):
        raise SystemExit("orphans cannot be adopted here, so that their time cannot be counted")


def cpu():
    """CPU seconds of all children that are over, adopted ones included."""
    while True:
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                break
        except ChildProcessError:
            break
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(checkout, study, scale, *arguments):
    """Run a study to its end."""
    command = [sys.executable, "-m", "snakemake", *arguments, "--config", f"scale={scale}", f"studies={study}"]
    with open(checkout / "run.log", "w") as log:
        mirror = {key: os.environ[key] for key in ("SIEVEFLOW_MIRROR",) if key in os.environ}
        done = subprocess.run(command, cwd=checkout, env=environment(mirror), stdout=log, stderr=log, check=False)
    if done.returncode:
        print((checkout / "run.log").read_text()[-4000:])
        raise SystemExit(f"a run of {study} ended with status {done.returncode}")


def start_afresh(checkout, study):
    """Remove results, but not data: fetching is the same work for both and depends on the network."""
    for made in ("results", "logs", "benchmarks"):
        shutil.rmtree(checkout / made / study if made != "results" else checkout / made, ignore_errors=True)


def main(study="rvm", scale="full"):
    """Measure and print."""
    sandbox("install")
    adopt_orphans()
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        checkout = copy_checkout(Path(folder) / "checkout")
        # Compiles native code and fetches the data.
        run(checkout, study, "smoke", "--cores", "2")
        seconds, found = [], []
        for name in ("locally", "through SLURM"):
            start_afresh(checkout, study)
            before = cpu()
            if name == "locally":
                run(checkout, study, scale, "--cores", "2")
            else:
                try:
                    sandbox("start")
                    # The sandbox is one machine: files are seen at once.
                    options = ["--latency-wait", "5", "--slurm-init-seconds-before-status-checks", "5"]
                    run(checkout, study, scale, "--workflow-profile", "profiles/slurm", *options)
                finally:
                    sandbox("stop")
            seconds.append(cpu() - before)
            found.append(hashes(checkout))
            print(f"{study} ({scale}) {name}: {seconds[-1]:.0f} CPU s", flush=True)
        same = compare(found[0], checkout, f"{study} through SLURM")
    ratio = seconds[1] / seconds[0]
    print(f"ratio: {ratio:.2f} (goal: at most {GOAL})")
    return 0 if same and ratio <= GOAL else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
