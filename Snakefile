"""sieveflow: studies of feature selection, from data to a page that sets printed numbers beside ours."""

from snakemake.utils import min_version

min_version("9.0")


configfile: "config/config.yaml"


include: "workflow/rules/common.smk"
include: "workflow/rules/fetch.smk"
include: "workflow/rules/split.smk"
include: "workflow/rules/tune.smk"
include: "workflow/rules/rank.smk"
include: "workflow/rules/evaluate.smk"
include: "workflow/rules/compare.smk"
include: "workflow/rules/audit.smk"
include: "workflow/rules/answer.smk"
include: "workflow/rules/report.smk"


# On a cluster: what needs the network, and what takes about a second, which a job of its own would cost many times.
localrules:
    all,
    fetch_dataset,
    split_problem,
    judge_study,
    judge_times,
    measure_stability,
    order_methods,
    write_exports,
    write_manifest,
    write_page,


rule all:
    """Everything the configuration asks for."""
    default_target: True
    input:
        "results/report/index.html",
        "results/report/everything.csv",
        judged_times,
        summed_costs,
        # Named here so that a file that was lost is made again, though what follows from it is there.
        all_results,
        expand(
            "results/{study}/{scale}/manifest.json",
            study=plan.settings.studies,
            scale=plan.scale,
        ),


onstart:
    rest_between_jobs(workflow)


onsuccess:
    print_summary(plan)


onerror:
    print_failures(workflow, [log] if isinstance(log, str) else log)
