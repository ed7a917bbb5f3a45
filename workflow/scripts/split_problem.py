"""Draw the training and test rows of every realization of one problem."""

from sieveflow.logs import logging_to
from sieveflow.splits import COLUMNS, draw_splits
from sieveflow.tables import read_table, write_csv


def main(data: str, out: str, **settings) -> None:
    """Write one row per realization; the settings are those of `draw_splits`."""
    write_csv(out, COLUMNS, draw_splits(read_table(data).y.size, **settings))


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        settings = {key: value for key, value in snakemake.params.spec.items() if key != "code"}
        main(snakemake.input.data, snakemake.output[0], **settings)
