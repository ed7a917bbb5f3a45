"""Hyper-parameters of the learner: one set per problem, or where a study is about tuners, one per realization."""


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
        mem_mb=memory_of("tune_problem"),
        runtime=runtime_of("tune_problem"),
    params:
        spec=lambda wildcards: plan.tune_problem(wildcards.study, wildcards.problem),
    message:
        "{wildcards.study}: tune {wildcards.problem}"
    script:
        "../scripts/tune_problem.py"


rule tune_realizations:
    """Choose hyper-parameters with one tuner, for one batch of realizations."""
    input:
        data=problem_data,
        splits="results/{study}/splits/{problem}.csv",
    output:
        "results/{study}/tuning/{problem}/{method}/{batch}.csv",
    log:
        "logs/{study}/tuning/{problem}/{method}/{batch}.log",
    benchmark:
        "benchmarks/{study}/tuning/{problem}/{method}/{batch}.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=memory_of("tune_realizations"),
        runtime=runtime_of("tune_realizations"),
    params:
        spec=lambda wildcards: plan.tune_realizations(**wildcards),
    message:
        "{wildcards.study}: tune {wildcards.problem} with {wildcards.method}, realizations {wildcards.batch}"
    script:
        "../scripts/tune_realizations.py"
