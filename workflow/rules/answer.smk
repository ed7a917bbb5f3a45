"""Which features matter, and how sure one can be: for studies that ask."""


rule answer_problem:
    """Name the best numbers of features, the features, and how far methods agree."""
    input:
        evaluations=batch_files("evaluation"),
        rankings=batch_files("ranking"),
    output:
        answer="results/{study}/{scale}/answer/{problem}.json",
        words="results/{study}/{scale}/answer/{problem}.md",
    log:
        "logs/{study}/{scale}/answer/{problem}.log",
    benchmark:
        "benchmarks/{study}/{scale}/answer/{problem}.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=memory_of("answer_problem"),
        runtime=runtime_of("answer_problem"),
    params:
        spec=lambda wildcards: plan.answer_problem(**wildcards),
    message:
        "{wildcards.study}: answer {wildcards.problem} ({wildcards.scale})"
    script:
        "../scripts/answer_problem.py"


rule sum_costs:
    """Add up what the rankings of each method took; it differs from run to run and stands apart from the answer."""
    input:
        batch_files("ranking", "benchmarks"),
    output:
        "results/{study}/{scale}/cost/{problem}.csv",
    log:
        "logs/{study}/{scale}/cost/{problem}.log",
    benchmark:
        "benchmarks/{study}/{scale}/cost/{problem}.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=memory_of("sum_costs"),
        runtime=runtime_of("sum_costs"),
    params:
        spec=lambda wildcards: plan.sum_costs(**wildcards),
    message:
        "{wildcards.study}: add up costs on {wildcards.problem} ({wildcards.scale})"
    script:
        "../scripts/sum_costs.py"
