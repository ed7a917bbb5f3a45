"""Measure the error of the learner with what a tuner chose, for a batch of realizations."""

from sieveflow.choice_evaluation import evaluate_choices
from sieveflow.evaluation import COLUMNS
from sieveflow.logs import logging_to
from sieveflow.splits import realizations
from sieveflow.tables import read_csv, read_table, write_csv


def main(data: str, splits: str, choice: str, out: str, spec: dict) -> None:
    """Write one row per realization and metric."""
    first, last = spec["batch"]
    drawn = realizations(read_table(data), splits, range(first, last + 1))
    write_csv(out, COLUMNS, evaluate_choices(drawn, read_csv(choice)))


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        main(
            snakemake.input.data,
            snakemake.input.splits,
            snakemake.input.choice,
            snakemake.output[0],
            snakemake.params.spec,
        )
