"""Hyper-parameters of the learner, one set per problem."""


rule tune_problem:
    """Take the printed hyper-parameters, or search the grid."""
    input:
        data=problem_data,
        splits="results/{study}/splits/{problem}.csv",
    output:
        "results/{study}/tuning/{problem}.json",
    log:
        "logs/{study}/tuning/{problem}.log",
    benchmark:
        "benchmarks/{study}/tuning/{problem}.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=memory_by_attempt,
        runtime=runtime_by_attempt,
    params:
        spec=lambda wildcards: plan.tune_problem(wildcards.study, wildcards.problem),
    message:
        "{wildcards.study}: tune {wildcards.problem}"
    script:
        "../scripts/tune_problem.py"
