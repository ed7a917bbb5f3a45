"""Fetch one data set and write its canonical table."""

from sieveflow.datasets.fetching import fetch
from sieveflow.logs import logging_to
from sieveflow.tables import write_bytes


def main(out: str, *, dataset: str, entry: dict, internet: bool) -> None:
    """Write the table, or nothing."""
    write_bytes(out, fetch(dataset, entry, internet=internet))


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        main(
            snakemake.output[0],
            dataset=snakemake.wildcards.dataset,
            entry=snakemake.params.spec["entry"],
            # Not a parameter: whether urls may be used today says nothing about a table that is already there.
            internet=snakemake.config["internet"],
        )
