"""Realizations: which rows train and which rows test."""


rule split_problem:
    """Draw all realizations of a problem."""
    input:
        data=problem_data,
    output:
        "results/{study}/splits/{problem}.csv",
    log:
        "logs/{study}/splits/{problem}.log",
    benchmark:
        "benchmarks/{study}/splits/{problem}.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=memory_of("split_problem"),
        runtime=runtime_of("split_problem"),
    params:
        spec=lambda wildcards: plan.split_problem(wildcards.study, wildcards.problem),
    message:
        "{wildcards.study}: split {wildcards.problem}"
    script:
        "../scripts/split_problem.py"
