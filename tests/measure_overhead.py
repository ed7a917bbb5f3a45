"""Print what a job costs beyond its work, in CPU seconds: starting, importing, bookkeeping.

Runs the study at its smallest scale in a copy of this checkout and takes the CPU time of everything that ran; then
does the same work once more in this process, where all is imported and compiled, and takes the difference.
"""

import importlib.util
import os
import resource
import shutil
import tempfile
import time
from pathlib import Path

from sieveflow.config import load_settings
from sieveflow.plan import Plan
from support import ROOT, copy_checkout, snakemake

SCALE = "smoke"


def children_cpu():
    """CPU seconds of all finished child processes."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def script(name):
    """The main function of a rule's script."""
    spec = importlib.util.spec_from_file_location(name, ROOT / f"workflow/scripts/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.main


def work(plan, study, main):
    """Do what the jobs of a study do, one after the other; returns how many jobs that is."""
    results, top = f"results/{study}", f"results/{study}/{SCALE}"
    printed = f"resources/published/{study}.csv"
    methods, jobs = plan.study(study)["methods"], 3
    for problem in plan.problems(study, SCALE):
        data, splits, model = (
            plan.table(study, problem),
            f"{results}/splits/{problem}.csv",
            f"{results}/tuning/{problem}.json",
        )
        spec = plan.split_problem(study, problem)
        main["split_problem"](data, splits, **{key: value for key, value in spec.items() if key != "code"})
        main["tune_problem"](data, splits, model, plan.tune_problem(study, problem))
        files = {stage: [] for stage in ("ranking", "evaluation")}
        for method in methods:
            for batch in plan.batches(study, SCALE):
                spec = plan.rank_features(study, problem, method, batch)
                ranking, evaluation = (f"{results}/{stage}/{problem}/{method}/{batch}.csv" for stage in files)
                times = f"benchmarks/{study}/ranking/{problem}/{method}/{batch}.csv"
                main["rank_features"](data, splits, model, ranking, times, spec)
                spec = plan.evaluate_ranking(study, problem, batch)
                main["evaluate_ranking"](data, splits, model, ranking, evaluation, spec)
                files["ranking"].append(ranking)
                files["evaluation"].append(evaluation)
                jobs += 2
        comparison = f"{top}/comparison/{problem}.csv"
        main["compare_methods"](
            files["evaluation"], files["ranking"], comparison, plan.compare_methods(study, SCALE, problem)
        )
        figures = [f"{top}/figures/{problem}.{kind}" for kind in ("svg", "png")]
        main["plot_errors"](comparison, printed, *figures, plan.plot_errors(study, problem))
        jobs += 4
    comparisons = {problem: f"{top}/comparison/{problem}.csv" for problem in plan.problems(study, SCALE)}
    spec = plan.judge_study(study, SCALE)
    main["judge_study"](
        printed, None, comparisons, f"{top}/ledger.csv", f"{top}/claims.csv", spec, study=study, scale=SCALE
    )
    spec = plan.write_manifest(study, SCALE)
    main["write_manifest"](
        f"{top}/manifest.json", made_from=spec["made_from"], study=study, scale=SCALE, seed=spec["seed"]
    )
    main["write_page"]("results/report/index.html", {study: top}, plan.write_page(SCALE))
    return jobs


def main():
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        checkout = copy_checkout(Path(folder) / "checkout")
        snakemake(checkout, scale=SCALE)  # compiles native code, fetches data
        for made in ("results", "logs", "benchmarks"):
            shutil.rmtree(checkout / made)
        before = children_cpu()
        snakemake(checkout, scale=SCALE)
        total = children_cpu() - before
        os.chdir(checkout)
        plan = Plan(load_settings(checkout, {"studies": ["kdd10"], "scale": SCALE, "internet": False}))
        mains = {path.stem: script(path.stem) for path in (checkout / "workflow/scripts").glob("*.py")}
        work(plan, "kdd10", mains)
        before = time.process_time()
        jobs = work(plan, "kdd10", mains)
        useful = time.process_time() - before
        os.chdir(ROOT)
    print(f"{jobs} jobs, {total:.1f} CPU s in all, {useful:.1f} of them work")
    print(f"overhead per job: {(total - useful) / jobs:.2f} CPU s (goal: at most 2)")


if __name__ == "__main__":
    main()
