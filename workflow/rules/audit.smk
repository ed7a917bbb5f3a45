"""Questions that a study asks of its own data."""


rule audit_study:
    """Test one hypothesis and draw what came out."""
    input:
        data=audit_data,
    output:
        result="results/{study}/{scale}/audits/{audit}.json",
        svg=report(
            "results/{study}/{scale}/audits/{audit}.svg",
            caption="../report/audit_study.rst",
            category="{study}",
            labels={"audit": "{audit}", "scale": "{scale}"},
        ),
    log:
        "logs/{study}/{scale}/audits/{audit}.log",
    benchmark:
        "benchmarks/{study}/{scale}/audits/{audit}.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=memory_of("audit_study"),
        runtime=runtime_of("audit_study"),
    params:
        spec=lambda wildcards: plan.audit_study(**wildcards),
    message:
        "{wildcards.study}: audit {wildcards.audit} ({wildcards.scale})"
    script:
        "../scripts/audit_study.py"
