"""Print how much faster two cores are than one, and how long a dry-run of all studies takes.

    measure_cores.py [STUDY] [SCALE]

A machine that does other work at the same time makes the first figure smaller than it is; how busy each run kept its
cores stands beside it.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from support import ROOT, copy_checkout, environment

GOAL, GOAL_DRY = 1.7, 5.0


def cpu():
    """CPU seconds of finished children of this process."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(checkout, studies, scale, *arguments):
    """Run some studies; returns the seconds by the clock and those of CPUs."""
    command = [sys.executable, "-m", "snakemake", *arguments, "--config", f"scale={scale}", f"studies={studies}"]
    mirror = {key: os.environ[key] for key in ("SIEVEFLOW_MIRROR",) if key in os.environ}
    started, before = time.monotonic(), cpu()
    done = subprocess.run(command, cwd=checkout, env=environment(mirror), capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"a run of {studies} failed: {done.stdout[-1000:]}{done.stderr[-1000:]}")
    return time.monotonic() - started, cpu() - before


def main(study="thesis-svr", scale="quick"):
    """Measure and print."""
    names = ",".join(sorted(path.stem for path in (ROOT / "config/studies").glob("*.yaml")))
    with tempfile.TemporaryDirectory() as folder:
        checkout = copy_checkout(Path(folder) / "checkout")
        dry = [run(checkout, names, "full", "--dry-run", "--quiet", "--cores", "2") for _ in range(3)]
        clock, used = (min(values) for values in zip(*dry, strict=True))
        print(f"dry-run of all studies (full): {clock:.1f} s, {used:.1f} CPU s (goal: {GOAL_DRY:.0f} s)", flush=True)
        run(checkout, study, "smoke", "--cores", "2")  # compiles native code, fetches the data
        seconds = {}
        for cores in (2, 1):
            for made in ("results", "logs", "benchmarks"):
                shutil.rmtree(checkout / made)
            seconds[cores], used = run(checkout, study, scale, "--cores", str(cores))
            # What the machine gave to this run; less than all of its cores means that it had other work.
            share = used / (cores * seconds[cores])
            print(
                f"{study} ({scale}) on {cores}: {seconds[cores]:.0f} s, {used:.0f} CPU s, {share:.0%} busy", flush=True
            )
    print(f"two cores are {seconds[1] / seconds[2]:.2f} times as fast as one (goal: {GOAL})")


if __name__ == "__main__":
    main(*sys.argv[1:])
