"""Print what a job costs beyond its work, in CPU seconds: starting, importing, bookkeeping.

    measure_overhead.py [STUDY]

Runs the study at its smallest scale in a copy of this checkout and takes the CPU time of everything that ran; then
does the same work once more in this process, where all is imported and compiled, and takes the difference.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from in_process import Worker
from sieveflow.config import load_settings
from sieveflow.plan import Plan
from support import ROOT, copy_checkout, environment, snakemake_command

SCALE = "smoke"


def children_cpu():
    """CPU seconds of all finished child processes."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def work(plan, study):
    """Do what the jobs of a study do, one after the other; returns how many jobs that is."""
    worker = Worker()
    comparisons = {problem: worker.problem(plan, study, SCALE, problem) for problem in plan.problems(study, SCALE)}
    worker.judge(plan, study, SCALE, comparisons)
    top = f"results/{study}/{SCALE}"
    printed = f"resources/published/{plan.study(study)['published']}.csv"
    for problem, comparison in comparisons.items():
        figures = [f"{top}/figures/{problem}.{kind}" for kind in ("svg", "png")]
        worker.main["plot_errors"](comparison, printed, *figures, plan.plot_errors(study, problem))
    rankings = [
        path
        for problem in comparisons
        for path in plan.files_of_methods(f"results/{study}/ranking", study, SCALE, problem)
    ]
    tables = [f"{top}/{name}.csv" for name in ("stability", "frequencies")]
    worker.main["measure_stability"](rankings, *tables, plan.measure_stability(study, SCALE))
    worker.main["order_methods"](list(comparisons.values()), f"{top}/order.json", plan.order_methods(study, SCALE))
    spec = plan.write_manifest(study, SCALE)
    worker.main["write_manifest"](
        f"{top}/manifest.json", made_from=spec["made_from"], study=study, scale=SCALE, seed=spec["seed"]
    )
    times = f"benchmarks/{study}/ranking"
    worker.main["write_page"]("results/report/index.html", {study: top}, {study: times}, plan.write_page(SCALE))
    worker.main["write_exports"]("results", plan.write_exports(SCALE))
    return worker.n_jobs + len(comparisons) + 5


def run(checkout, study):
    """Run the study with Snakemake."""
    command = [*snakemake_command(scale=SCALE), f"studies={study}"]
    subprocess.run(command, cwd=checkout, env=environment(), check=True, capture_output=True)


def main(study="kdd10"):
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        checkout = copy_checkout(Path(folder) / "checkout")
        run(checkout, study)  # compiles native code, fetches data
        for made in ("results", "logs", "benchmarks"):
            shutil.rmtree(checkout / made)
        before = children_cpu()
        run(checkout, study)
        total = children_cpu() - before
        os.chdir(checkout)
        plan = Plan(load_settings(checkout, {"studies": [study], "scale": SCALE, "internet": False}))
        work(plan, study)
        before = time.process_time()
        jobs = work(plan, study)
        useful = time.process_time() - before
        os.chdir(ROOT)
    print(f"{study}: {jobs} jobs, {total:.1f} CPU s in all, {useful:.1f} of them work")
    print(f"overhead per job: {(total - useful) / jobs:.2f} CPU s (goal: at most 2)")


if __name__ == "__main__":
    main(*sys.argv[1:])
