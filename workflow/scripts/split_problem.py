"""Draw the training and test rows of every realization of one problem."""

from sieveflow.logs import logging_to
from sieveflow.splits import COLUMNS, draw_splits
from sieveflow.tables import read_table, write_csv


def main(data: str, out: str, *, dataset: str, n_train: int, n_test: int, seed: int, realizations: int) -> None:
    """Write one row per realization."""
    rows = draw_splits(
        read_table(data).y.size,
        dataset=dataset,
        n_train=n_train,
        n_test=n_test,
        seed=seed,
        realizations=realizations,
    )
    write_csv(out, COLUMNS, rows)


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        arguments = {key: value for key, value in snakemake.params.spec.items() if key != "code"}
        main(snakemake.input.data, snakemake.output[0], **arguments)
