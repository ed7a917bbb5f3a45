"""Methods against the reference and beside each other, at one scale."""


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


rule measure_stability:
    """How steady the choices of all methods are over realizations."""
    input:
        rankings=study_rankings,
    output:
        stability=report(
            "results/{study}/{scale}/stability.csv",
            caption="../report/measure_stability.rst",
            category="{study}",
            subcategory="tables",
            labels={"table": "stability of choices", "scale": "{scale}"},
        ),
        frequencies="results/{study}/{scale}/frequencies.csv",
    log:
        "logs/{study}/{scale}/stability.log",
    benchmark:
        "benchmarks/{study}/{scale}/stability.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=memory_of("measure_stability"),
        runtime=runtime_of("measure_stability"),
    params:
        spec=lambda wildcards: plan.measure_stability(**wildcards),
    message:
        "{wildcards.study}: measure the stability of choices ({wildcards.scale})"
    script:
        "../scripts/measure_stability.py"


rule order_methods:
    """Ranks of methods over the data sets of a study, with Friedman's test."""
    input:
        comparisons=study_comparisons,
    output:
        "results/{study}/{scale}/order.json",
    log:
        "logs/{study}/{scale}/order.log",
    benchmark:
        "benchmarks/{study}/{scale}/order.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=memory_of("order_methods"),
        runtime=runtime_of("order_methods"),
    params:
        spec=lambda wildcards: plan.order_methods(**wildcards),
    message:
        "{wildcards.study}: order the methods over data sets ({wildcards.scale})"
    script:
        "../scripts/order_methods.py"
