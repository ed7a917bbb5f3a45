"""Choose hyper-parameters with one tuner, for a batch of realizations."""

from sieveflow.choices import COLUMNS, choose_batch
from sieveflow.logs import logging_to
from sieveflow.splits import realizations
from sieveflow.tables import read_table, write_csv


def main(data: str, splits: str, out: str, spec: dict) -> None:
    """Write one row per realization."""
    first, last = spec["batch"]
    drawn = realizations(read_table(data), splits, range(first, last + 1))
    rows = choose_batch(drawn, spec["tuner"], seed=spec["seed"], dataset=spec["dataset"], folds=spec["folds"])
    write_csv(out, COLUMNS, rows)


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        main(snakemake.input.data, snakemake.input.splits, snakemake.output[0], snakemake.params.spec)
