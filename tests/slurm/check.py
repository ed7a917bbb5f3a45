"""Run a small study through a real SLURM on this machine and compare every byte with a local run.

Needs root, Debian's packages and the environment of requirements-slurm.lock; see `make slurm`. Four runs: a local one,
one through SLURM, one in which a job is cancelled and a node dies and comes back, and one in which a job takes more
memory and another more time than it asked for. Exit status 1 where a byte differs, a run fails that should not, or a
job over its limits does not end in its sentence.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from support import clone, copy_checkout, environment, hashes, replace, shrink, snakemake

SANDBOX = Path(__file__).parent / "sandbox"
# A run on the emulated cluster that takes longer hangs.
LIMIT = 600


def sandbox(*arguments):
    """Call the script that starts and stops SLURM."""
    subprocess.run([SANDBOX, *arguments], check=True)


def through_slurm(checkout, *arguments):
    """Start a run through SLURM."""
    command = [
        sys.executable,
        "-m",
        "snakemake",
        "--workflow-profile",
        "profiles/slurm",
        "--config",
        "scale=smoke",
        *arguments,
    ]
    # The sandbox is one machine: files are seen at once, and jobs are over in seconds.
    command += ["--latency-wait", "5", "--slurm-init-seconds-before-status-checks", "2", "--jobs", "4"]
    with open(checkout / "run.log", "w") as log:
        return subprocess.Popen(command, cwd=checkout, env=environment(), stdout=log, stderr=subprocess.STDOUT)


def finish(run, checkout):
    """Wait for a run; what it printed where it fails."""
    try:
        status = run.wait(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        run.kill()
        status = "none within the time"
    if status != 0:
        print((checkout / "run.log").read_text()[-4000:])
        raise SystemExit(f"a run through SLURM ended with status {status}")


def jobs(state):
    """Numbers and nodes of the jobs in a state."""
    printed = subprocess.run(["squeue", "-h", "-t", state, "-o", "%A %N"], capture_output=True, text=True, check=True)
    return [line.split() for line in printed.stdout.splitlines()]


def wait_for_job(after):
    """The number and node of a running job other than those before."""
    for _ in range(600):
        found = [job for job in jobs("RUNNING") if len(job) == 2 and job[0] not in after]
        if found:
            return found[0]
        time.sleep(0.2)
    raise SystemExit("no job was seen running within two minutes")


def disturb(run):
    """Cancel a job in flight; kill a node with a job on it and bring it back."""
    first, _ = wait_for_job(set())
    subprocess.run(["scancel", first], check=True)
    second, node = wait_for_job({first})
    sandbox("kill-node", node)
    time.sleep(3)
    sandbox("start-node", node)
    print(f"cancelled job {first}, killed node {node} with job {second} and brought it back")


def exceed_limits(checkout):
    """Let a job take too much memory and another too much time; true where the run says so of both."""
    wait = "        import time\n        hog = np.ones(200_000_000 if y.size == 200 else 1)\n"
    wait += "        time.sleep(300 * hog[0])\n"
    good = "        scores = np.abs("
    replace(checkout, "workflow/scripts/sieveflow/methods/corr.py", good, wait + good)
    # A ranking and its evaluation are one job of the scheduler: it asks for the larger memory and for both times.
    limits = [
        f"{rule}:{asked}" for rule in ("rank_features", "evaluate_ranking") for asked in ("mem_mb=900", "runtime=1")
    ]
    status = through_slurm(checkout, "--retries", "0", "--set-resources", *limits).wait(timeout=LIMIT)
    said = [line for line in (checkout / "run.log").read_text().splitlines() if line.startswith("failed: ")]
    print("\n".join(said), flush=True)
    wanted = {"additive-n200": "it took more memory than it asked for", "mpg": "it took longer than it asked for"}
    return status != 0 and all(
        any(f"rank {problem} with corr" in line and reason in line for line in said)
        for problem, reason in wanted.items()
    )


def compare(expected, checkout, name):
    """Say which files are not the same; true where there are none."""
    found = hashes(checkout)
    wrong = sorted(path for path in expected.keys() | found.keys() if expected.get(path) != found.get(path))
    print(
        f"{name}: {len(found)} files, {len(wrong)} differ{''.join(chr(10) + '  ' + path for path in wrong)}", flush=True
    )
    return not wrong


def cpu():
    """CPU seconds of finished children of this process."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    """Run, disturb, compare."""
    sandbox("install")
    good = []
    with tempfile.TemporaryDirectory() as folder:
        # Jobs of the cluster are not children of this process and see the folder under the same name.
        os.chmod(folder, 0o755)
        pristine = copy_checkout(Path(folder) / "pristine")
        shrink(pristine)
        local = clone(pristine, Path(folder) / "local")
        before = cpu()
        snakemake(local)
        print(f"local run: {cpu() - before:.0f} CPU s")
        expected = hashes(local)
        try:
            sandbox("start")
            for name in ("through SLURM", "through SLURM, disturbed"):
                checkout = clone(pristine, Path(folder) / name.replace(" ", "-").replace(",", ""))
                started = time.monotonic()
                run = through_slurm(checkout)
                if "disturbed" in name:
                    disturb(run)
                finish(run, checkout)
                print(f"{name}: {time.monotonic() - started:.0f} s")
                good.append(compare(expected, checkout, name))
            good.append(exceed_limits(clone(local, Path(folder) / "limits")))
        finally:
            sandbox("stop")
    print(f"{sum(good)} passed, {len(good) - sum(good)} failed")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
