"""Rankings, one file per problem, method and batch of realizations."""


rule rank_features:
    """Rank the features of one problem with one method, for one batch of realizations."""
    input:
        unpack(method_model),
        data=problem_data,
        splits="results/{study}/splits/{problem}.csv",
    output:
        ranking="results/{study}/ranking/{problem}/{method}/{batch}.csv",
        # Times differ from run to run, so they stand apart from what must not.
        times="benchmarks/{study}/ranking/{problem}/{method}/{batch}.csv",
    log:
        "logs/{study}/ranking/{problem}/{method}/{batch}.log",
    benchmark:
        "benchmarks/{study}/ranking/{problem}/{method}/{batch}.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=memory_of("rank_features"),
        runtime=runtime_of("rank_features"),
    params:
        spec=lambda wildcards: plan.rank_features(**wildcards),
    message:
        "{wildcards.study}: rank {wildcards.problem} with {wildcards.method}, realizations {wildcards.batch}"
    script:
        "../scripts/rank_features.py"
