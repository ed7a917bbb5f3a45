"""Data sets, each written once in the canonical form."""


rule fetch_dataset:
    """Fetch or generate a data set."""
    output:
        "resources/data/{dataset}.csv",
    log:
        "logs/fetch/{dataset}.log",
    benchmark:
        "benchmarks/fetch/{dataset}.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=memory_of("fetch_dataset"),
        runtime=runtime_of("fetch_dataset"),
    params:
        spec=lambda wildcards: plan.fetch_dataset(wildcards.dataset),
    message:
        "fetch data set {wildcards.dataset}"
    script:
        "../scripts/fetch_dataset.py"
