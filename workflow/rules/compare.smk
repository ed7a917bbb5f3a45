"""Methods against the reference, at one scale."""


rule compare_methods:
    """Means, spreads, paired tests and hits of all methods on one problem."""
    input:
        evaluations=batch_files("evaluation"),
        rankings=ranking_files,
    output:
        comparison="results/{study}/{scale}/comparison/{problem}.csv",
        failures="results/{study}/{scale}/failures/{problem}.csv",
    log:
        "logs/{study}/{scale}/comparison/{problem}.log",
    benchmark:
        "benchmarks/{study}/{scale}/comparison/{problem}.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=memory_of("compare_methods"),
        runtime=runtime_of("compare_methods"),
    params:
        spec=lambda wildcards: plan.compare_methods(**wildcards),
    message:
        "{wildcards.study}: compare the methods on {wildcards.problem} ({wildcards.scale})"
    script:
        "../scripts/compare_methods.py"
