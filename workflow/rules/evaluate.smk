"""Errors of the learner with what a method chose, one file per problem, method and batch of realizations."""


rule evaluate_ranking:
    """Train and test on the best k features, for every k."""
    input:
        data=problem_data,
        splits="results/{study}/splits/{problem}.csv",
        model="results/{study}/tuning/{problem}.json",
        ranking="results/{study}/ranking/{problem}/{method}/{batch}.csv",
    output:
        "results/{study}/evaluation/{problem}/{method}/{batch}.csv",
    log:
        "logs/{study}/evaluation/{problem}/{method}/{batch}.log",
    benchmark:
        "benchmarks/{study}/evaluation/{problem}/{method}/{batch}.tsv"
    wildcard_constraints:
        method=one_of(plan.settings.methods),
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=memory_of("evaluate_ranking"),
        runtime=runtime_of("evaluate_ranking"),
    params:
        spec=lambda wildcards: plan.evaluate_ranking(**wildcards),
    message:
        "{wildcards.study}: evaluate {wildcards.method} on {wildcards.problem}, realizations {wildcards.batch}"
    script:
        "../scripts/evaluate_ranking.py"


rule evaluate_choice:
    """Train and test with the hyper-parameters that a tuner chose."""
    input:
        data=problem_data,
        splits="results/{study}/splits/{problem}.csv",
        choice="results/{study}/tuning/{problem}/{method}/{batch}.csv",
    output:
        "results/{study}/evaluation/{problem}/{method}/{batch}.csv",
    log:
        "logs/{study}/evaluation/{problem}/{method}/{batch}.log",
    benchmark:
        "benchmarks/{study}/evaluation/{problem}/{method}/{batch}.tsv"
    wildcard_constraints:
        method=one_of(plan.settings.tuners),
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=memory_of("evaluate_choice"),
        runtime=runtime_of("evaluate_choice"),
    params:
        spec=lambda wildcards: plan.evaluate_choice(**wildcards),
    message:
        "{wildcards.study}: evaluate {wildcards.method} on {wildcards.problem}, realizations {wildcards.batch}"
    script:
        "../scripts/evaluate_choice.py"
