"""Measure how steady the choices of all methods are over realizations, problem by problem."""

from sieveflow.logs import logging_to
from sieveflow.stability import COLUMNS, FREQUENCY_COLUMNS, measure_stability
from sieveflow.tables import read_csv, write_csv


def main(rankings: list, stability: str, frequencies: str, spec: dict) -> None:
    """Write the indices and the shares; the files come problem by problem, method by method, batch by batch."""
    files = iter(rankings)
    indices, shares = [], []
    for problem, own in spec["problems"].items():
        rows = {
            method: [row for _ in range(spec["n_batches"]) for row in read_csv(next(files))]
            for method in spec["methods"]
        }
        found = measure_stability(rows, problem=problem, counts=own["n_features"], n_relevant=own["n_relevant"])
        indices += found[0]
        shares += found[1]
    write_csv(stability, COLUMNS, indices)
    write_csv(frequencies, FREQUENCY_COLUMNS, shares)


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        main(
            snakemake.input.rankings,
            snakemake.output.stability,
            snakemake.output.frequencies,
            snakemake.params.spec,
        )
