"""Look-ups that the rules share; what they return is computed by sieveflow.plan."""

import gc
import re
import sys
from pathlib import Path

# The plan of all studies is millions of small objects that stay; looking through them for garbage takes a tenth of the
# time of a dry-run.
gc.set_threshold(100_000)

SCRIPTS = Path(workflow.basedir) / "workflow" / "scripts"
sys.path.insert(0, str(SCRIPTS))

from sieveflow.checkout import prepare_jobs, require_checkout, require_room
from sieveflow.config import load_settings
from sieveflow.errors import InputError
from sieveflow.failed_jobs import FailedJob, sentences
from sieveflow.plan import Plan
from sieveflow.requests import asked, read_requests
from sieveflow.resume import mark_unfinished, print_summary

try:
    require_checkout(SCRIPTS)
    prepare_jobs(SCRIPTS)
    requests = read_requests(Path(workflow.basedir, "resources/measured_jobs.csv"))
    plan = Plan(load_settings(Path(workflow.basedir), config, Path.cwd()))
    config["internet"] = plan.settings.internet
    if workflow.is_main_process:
        require_room(Path.cwd())
        mark_unfinished(plan)
except InputError as error:
    sys.exit(f"sieveflow: {error}")


wildcard_constraints:
    study="[a-z0-9][a-z0-9.-]*",
    scale="smoke|quick|full",
    problem="[a-z0-9][a-z0-9.-]*",
    method="[a-z0-9][a-z0-9.-]*",
    dataset="[a-z0-9][a-z0-9.-]*",
    audit="[a-z0-9][a-z0-9.-]*",
    batch="[0-9]{4}-[0-9]{4}",


def rest_between_jobs(workflow):
    """On this machine, let the scheduler look at the jobs that wait only when another one has ended.

    To hold itself to 100 jobs a second it also looks once a second for every job that has ended so far, while others
    wait: with some hundred jobs that takes most of a core. Through a cluster few jobs wait here, and the limit helps.
    """
    if workflow.local_exec:
        workflow.scheduler.job_rate_limiter = None


def print_failures(workflow, logs):
    """One sentence per job that failed for good, after all that Snakemake says."""
    failed = []
    for job in workflow.scheduler.failed:
        # A job of the scheduler may be a group of jobs that follow from each other.
        own = (
            [one for level in job.toposorted for one in level]
            if job.is_group()
            else [job]
        )
        failed.append(
            FailedJob(
                [one.message for one in own],
                [one.rule.name for one in own],
                [str(path) for one in own for path in one.log],
                job.attempt,
                job.resources.get("mem_mb", 0),
                job.resources.get("runtime", 0),
            )
        )
    told = "".join(
        Path(log).read_text(errors="replace") for log in logs if Path(log).is_file()
    )
    for sentence in sentences(failed, told):
        print(f"failed: {sentence}", file=sys.stderr)
    count = "1 job" if len(failed) == 1 else f"{len(failed)} jobs"
    print(
        f"{count} failed; what is done counts, and the next run tries again.",
        file=sys.stderr,
    )


def memory_of(rule):
    """Megabytes that a job of a rule asks for, more with every attempt."""
    return lambda wildcards, attempt: asked(requests, rule, attempt)[0]


def runtime_of(rule):
    """Minutes that a job of a rule asks for, more with every attempt."""
    return lambda wildcards, attempt: asked(requests, rule, attempt)[1]


def problem_data(wildcards):
    return plan.table(wildcards.study, wildcards.problem)


def method_model(wildcards):
    """The tuned model, where a method asks for its values or the number of features is chosen with it."""
    tuned = plan.given_by_tuning(wildcards.study, wildcards.method)
    needed = tuned or "selection" in plan.study(wildcards.study)
    return (
        {"model": f"results/{wildcards.study}/tuning/{wildcards.problem}.json"}
        if needed
        else {}
    )


def batch_files(stage, folder="results"):
    """All batches of all methods on one problem, method by method."""
    return lambda wildcards: plan.files_of_methods(
        f"{folder}/{wildcards.study}/{stage}", **wildcards
    )


def ranking_files(wildcards):
    """All rankings on one problem; none where the methods are tuners."""
    return [] if plan.tunes(wildcards.study) else batch_files("ranking")(wildcards)


def one_of(names):
    """A pattern for a wildcard that is one of some ids; for none, one that nothing matches."""
    return "|".join(map(re.escape, names)) or "(?!)"


def audit_data(wildcards):
    audit = plan.study(wildcards.study)["audits"][wildcards.audit]
    return [f"resources/data/{dataset}.csv" for dataset in audit["datasets"]]


def study_times(wildcards):
    """The times of all batches, problem by problem and method by method."""
    return files_of_study("benchmarks", wildcards.study, wildcards.scale)


def study_rankings(wildcards):
    """The rankings of all batches, problem by problem and method by method."""
    return files_of_study("results", wildcards.study, wildcards.scale)


def files_of_study(top, study, scale):
    return [
        path
        for problem in plan.problems(study, scale)
        for path in plan.files_of_methods(
            f"{top}/{study}/ranking", study, scale, problem
        )
    ]


def judged_times(wildcards):
    """What comes of the times of studies that print some."""
    return [
        f"results/{study}/{plan.scale}/{name}.csv"
        for study, entry in plan.settings.studies.items()
        if "time_claims" in entry
        for name in ("timing", "timing_claims")
    ]


def summed_costs(wildcards):
    """What the rankings of studies that answer a question took."""
    return [
        f"results/{study}/{plan.scale}/cost/{problem}.csv"
        for study in plan.settings.studies
        for problem in plan.answered(study, plan.scale)
    ]


def study_printed(wildcards):
    """The printed numbers; nothing for a study whose paper has none that can be read."""
    name = plan.study(wildcards.study)["published"]
    return f"resources/published/{name}.csv" if name else []


def study_comparisons(wildcards):
    folder = f"results/{wildcards.study}/{wildcards.scale}/comparison"
    problems = plan.problems(wildcards.study, wildcards.scale)
    return [f"{folder}/{problem}.csv" for problem in problems]


def first_batch(wildcards, method):
    """The ranking file with the first realizations of a method."""
    batch = plan.batches(wildcards.study, wildcards.scale)[0]
    return f"results/{wildcards.study}/ranking/{wildcards.problem}/{method}/{batch}.csv"


def weights_ranking(wildcards):
    return first_batch(wildcards, plan.study(wildcards.study)["weights_of"])


def scatter_rankings(wildcards):
    methods = plan.study(wildcards.study)["scatter"]["methods"]
    return [first_batch(wildcards, method) for method in methods]


def study_seeds(wildcards):
    """The record of verdicts under other seeds, for studies that have one; it was made at full scale."""
    record = f"resources/seed_sensitivity/{wildcards.study}.csv"
    return (
        {"seeds": record} if wildcards.scale == "full" and Path(record).exists() else {}
    )


def study_results(wildcards):
    return list(plan.made_from(wildcards.study, wildcards.scale))


def all_results(wildcards):
    return [
        path
        for study in plan.settings.studies
        for path in plan.made_from(study, plan.scale)
    ]


def page_inputs(wildcards):
    """Tables, pictures and manifests of all studies."""
    found = summed_costs(wildcards)
    for study in plan.settings.studies:
        folder = f"results/{study}/{plan.scale}"
        found += [
            path
            for path in plan.made_from(study, plan.scale)
            if path.startswith(f"{folder}/")
        ]
        found += [f"{folder}/manifest.json"]
    # Run times are read where they are there: asked for as inputs they would rank anew what was copied without them.
    return found
