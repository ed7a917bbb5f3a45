"""Judge every printed cell and every claim of one study."""

from sieveflow import published
from sieveflow.claims import judging as claims
from sieveflow.logs import logging_to
from sieveflow.tables import read_csv, write_csv


def main(
    printed: str | None,
    seeds: str | None,
    comparisons: dict,
    ledger: str,
    judged_claims: str,
    spec: dict,
    *,
    study: str,
    scale: str,
) -> None:
    """Write the ledger and the claims."""
    comparisons = {problem: read_csv(path) for problem, path in comparisons.items()}
    cells = published.judge(
        read_csv(printed) if printed else [],
        comparisons,
        study=study,
        scale=scale,
        problems=spec["problems"],
        methods=spec["methods"],
        reasons=spec["reasons"],
        printed_count=spec["full"],
        alpha=spec["alpha"],
        names=spec["printed_metrics"],
        seeds=read_csv(seeds) if seeds else [],
        tests_of=spec["tests_of"],
        stand_ins=spec["printed_methods"],
        counts=spec["printed_realizations"],
    )
    write_csv(ledger, published.COLUMNS, cells)
    statements = claims.judge_claims(
        spec["claims"],
        comparisons,
        study=study,
        scale=scale,
        full=spec["realizations"] == spec["full"],
        reference=spec["reference"],
        alpha=spec["alpha"],
    )
    write_csv(judged_claims, claims.COLUMNS, statements)


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        running = [name for name, problem in snakemake.params.spec["problems"].items() if not problem["blocked"]]
        main(
            snakemake.input.get("printed"),
            snakemake.input.get("seeds"),
            dict(zip(running, snakemake.input.comparisons, strict=True)),
            snakemake.output.ledger,
            snakemake.output.claims,
            snakemake.params.spec,
            study=snakemake.wildcards.study,
            scale=snakemake.wildcards.scale,
        )
