"""Set the printed run times of one study beside ours and judge the order of methods."""

from sieveflow import timing
from sieveflow.claims import judging as claims
from sieveflow.logs import logging_to
from sieveflow.tables import read_csv, write_csv


def main(printed: str, times: list, out: str, judged: str, spec: dict, *, study: str, scale: str) -> None:
    """Write the times and the claims about them; the files come problem by problem and method by method."""
    keys = [(problem, method) for problem in spec["problems"] for method in spec["methods"]]
    size = spec["n_batches"]
    found = {
        key: [row for path in times[i * size : (i + 1) * size] for row in read_csv(path)] for i, key in enumerate(keys)
    }
    write_csv(out, timing.COLUMNS, timing.summarise(read_csv(printed), found, spec["problems"]))
    write_csv(judged, claims.COLUMNS, timing.judge_order(spec["claims"], found, study=study, scale=scale))


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        main(
            snakemake.input.printed,
            snakemake.input.times,
            snakemake.output.timing,
            snakemake.output.claims,
            snakemake.params.spec,
            study=snakemake.wildcards.study,
            scale=snakemake.wildcards.scale,
        )
