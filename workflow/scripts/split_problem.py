"""Draw the training and test rows of every realization of one problem."""

from sieveflow.logs import logging_to
from sieveflow.splits import COLUMNS, draw_splits
from sieveflow.tables import read_table, write_csv


def main(data: str, out: str, *, stratified: bool, **settings) -> None:
    """Write one row per realization; the other settings are those of `draw_splits`."""
    y = read_table(data).y
    write_csv(out, COLUMNS, draw_splits(y.size, labels=y if stratified else None, **settings))


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        settings = {key: value for key, value in snakemake.params.spec.items() if key != "code"}
        main(snakemake.input.data, snakemake.output[0], **settings)
