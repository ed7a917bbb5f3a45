"""Verdicts, figures, the manifest and the page."""


rule judge_study:
    """Set every printed cell beside ours and judge the claims."""
    input:
        unpack(study_seeds),
        printed=study_printed,
        comparisons=study_comparisons,
    output:
        ledger=report(
            "results/{study}/{scale}/ledger.csv",
            caption="../report/judge_study.rst",
            category="{study}",
            subcategory="tables",
            labels={"table": "printed cells", "scale": "{scale}"},
        ),
        claims=report(
            "results/{study}/{scale}/claims.csv",
            caption="../report/judge_study.rst",
            category="{study}",
            subcategory="tables",
            labels={"table": "claims", "scale": "{scale}"},
        ),
    log:
        "logs/{study}/{scale}/judge.log",
    benchmark:
        "benchmarks/{study}/{scale}/judge.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=memory_of("judge_study"),
        runtime=runtime_of("judge_study"),
    params:
        spec=lambda wildcards: plan.judge_study(wildcards.study, wildcards.scale),
    message:
        "{wildcards.study}: judge printed cells and claims ({wildcards.scale})"
    script:
        "../scripts/judge_study.py"


rule judge_times:
    """Set printed run times beside ours and judge their order."""
    input:
        printed=study_printed,
        times=study_times,
    output:
        timing="results/{study}/{scale}/timing.csv",
        claims="results/{study}/{scale}/timing_claims.csv",
    log:
        "logs/{study}/{scale}/timing.log",
    benchmark:
        "benchmarks/{study}/{scale}/timing.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=memory_of("judge_times"),
        runtime=runtime_of("judge_times"),
    params:
        spec=lambda wildcards: plan.judge_times(wildcards.study, wildcards.scale),
    message:
        "{wildcards.study}: judge run times ({wildcards.scale})"
    script:
        "../scripts/judge_times.py"


rule plot_errors:
    """Plot the error against the number of features."""
    input:
        comparison="results/{study}/{scale}/comparison/{problem}.csv",
        printed=study_printed,
    output:
        svg=report(
            "results/{study}/{scale}/figures/{problem}.svg",
            caption="../report/plot_errors.rst",
            category="{study}",
            labels={"problem": "{problem}", "scale": "{scale}"},
        ),
        png="results/{study}/{scale}/figures/{problem}.png",
    log:
        "logs/{study}/{scale}/figures/{problem}.log",
    benchmark:
        "benchmarks/{study}/{scale}/figures/{problem}.tsv"
    wildcard_constraints:
        study=one_of(study for study in plan.settings.studies if not plan.tunes(study)),
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=memory_of("plot_errors"),
        runtime=runtime_of("plot_errors"),
    params:
        spec=lambda wildcards: plan.plot_errors(wildcards.study, wildcards.problem),
    message:
        "{wildcards.study}: plot {wildcards.problem} ({wildcards.scale})"
    script:
        "../scripts/plot_errors.py"


rule plot_tuning:
    """Plot the cross-validated error against lambda, with what the tuners chose."""
    input:
        data=problem_data,
        splits="results/{study}/splits/{problem}.csv",
        choices=batch_files("tuning"),
    output:
        svg=report(
            "results/{study}/{scale}/figures/{problem}.svg",
            caption="../report/plot_tuning.rst",
            category="{study}",
            labels={"problem": "{problem}", "scale": "{scale}"},
        ),
        png="results/{study}/{scale}/figures/{problem}.png",
    log:
        "logs/{study}/{scale}/figures/{problem}.log",
    benchmark:
        "benchmarks/{study}/{scale}/figures/{problem}.tsv"
    wildcard_constraints:
        study=one_of(study for study in plan.settings.studies if plan.tunes(study)),
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=memory_of("plot_tuning"),
        runtime=runtime_of("plot_tuning"),
    params:
        spec=lambda wildcards: plan.plot_tuning(**wildcards),
    message:
        "{wildcards.study}: plot {wildcards.problem} ({wildcards.scale})"
    script:
        "../scripts/plot_tuning.py"


rule plot_weights:
    """Plot the weights of variables over bags, as stars and as parallel coordinates."""
    input:
        ranking=weights_ranking,
    output:
        stars_svg=report(
            "results/{study}/{scale}/stars/{problem}.svg",
            caption="../report/plot_weights.rst",
            category="{study}",
            labels={"problem": "{problem}", "scale": "{scale}"},
        ),
        stars_png="results/{study}/{scale}/stars/{problem}.png",
        parallel_svg="results/{study}/{scale}/parallel/{problem}.svg",
        parallel_png="results/{study}/{scale}/parallel/{problem}.png",
    log:
        "logs/{study}/{scale}/stars/{problem}.log",
    benchmark:
        "benchmarks/{study}/{scale}/stars/{problem}.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=memory_of("plot_weights"),
        runtime=runtime_of("plot_weights"),
    params:
        spec=lambda wildcards: plan.plot_weights(wildcards.study, wildcards.problem),
    message:
        "{wildcards.study}: plot the weights of {wildcards.problem} ({wildcards.scale})"
    script:
        "../scripts/plot_weights.py"


rule plot_predictions:
    """Plot predicted against observed targets."""
    input:
        data=problem_data,
        splits="results/{study}/splits/{problem}.csv",
        model="results/{study}/tuning/{problem}.json",
        rankings=scatter_rankings,
    output:
        svg=report(
            "results/{study}/{scale}/predictions/{problem}.svg",
            caption="../report/plot_predictions.rst",
            category="{study}",
            labels={"problem": "{problem}", "scale": "{scale}"},
        ),
        png="results/{study}/{scale}/predictions/{problem}.png",
    log:
        "logs/{study}/{scale}/predictions/{problem}.log",
    benchmark:
        "benchmarks/{study}/{scale}/predictions/{problem}.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=memory_of("plot_predictions"),
        runtime=runtime_of("plot_predictions"),
    params:
        spec=lambda wildcards: plan.plot_predictions(**wildcards),
    message:
        "{wildcards.study}: plot predictions of {wildcards.problem} ({wildcards.scale})"
    script:
        "../scripts/plot_predictions.py"


rule write_manifest:
    """Record the hash and the origin of every result file of a study."""
    input:
        study_results,
    output:
        "results/{study}/{scale}/manifest.json",
    log:
        "logs/{study}/{scale}/manifest.log",
    benchmark:
        "benchmarks/{study}/{scale}/manifest.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=memory_of("write_manifest"),
        runtime=runtime_of("write_manifest"),
    params:
        spec=lambda wildcards: plan.write_manifest(wildcards.study, wildcards.scale),
    message:
        "{wildcards.study}: write the manifest ({wildcards.scale})"
    script:
        "../scripts/write_manifest.py"


rule write_exports:
    """Tables for papers, references, one table of everything, and the description of the results."""
    input:
        page_inputs,
    output:
        "results/report/everything.csv",
        "results/report/tables.md",
        "results/report/tables.tex",
        "results/report/methods.bib",
        "results/ro-crate-metadata.json",
    log:
        "logs/report/exports.log",
    benchmark:
        "benchmarks/report/exports.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=memory_of("write_exports"),
        runtime=runtime_of("write_exports"),
    params:
        spec=lambda wildcards: plan.write_exports(plan.scale),
    message:
        "write the exports"
    script:
        "../scripts/write_exports.py"


rule write_page:
    """Write the page for all studies of the configuration."""
    input:
        page_inputs,
    output:
        report(
            "results/report/index.html",
            caption="../report/write_page.rst",
            category="all studies",
            labels={"file": "the page"},
        ),
    log:
        "logs/report/page.log",
    benchmark:
        "benchmarks/report/page.tsv"
    conda:
        "../../environment.yml"
    threads: 1
    resources:
        mem_mb=memory_of("write_page"),
        runtime=runtime_of("write_page"),
    params:
        spec=lambda wildcards: plan.write_page(plan.scale),
    message:
        "write the page"
    script:
        "../scripts/write_page.py"
