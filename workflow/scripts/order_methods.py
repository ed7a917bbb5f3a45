"""Order the methods of a study over all its data sets."""

from sieveflow.logs import logging_to
from sieveflow.order import order_methods
from sieveflow.tables import read_csv, write_json


def main(comparisons: list, out: str, spec: dict) -> None:
    """Write ranks, Friedman's test and the critical difference; the files come problem by problem."""
    tables = {problem: read_csv(path) for problem, path in zip(spec["problems"], comparisons, strict=True)}
    own = {key: spec[key] for key in ("problems", "methods", "metric", "alpha")}
    write_json(out, order_methods(tables, **own))


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        main(snakemake.input.comparisons, snakemake.output[0], snakemake.params.spec)
