"""Rank the features of one problem with one method, for a batch of realizations."""

from sieveflow.logs import logging_to
from sieveflow.ranking import TIMES, columns_of, rank_batch
from sieveflow.splits import realizations
from sieveflow.tables import read_json, read_table, write_csv


def main(data: str, splits: str, model: str | None, out: str, times: str, spec: dict) -> None:
    """Write one row per realization and feature, and the time that each realization took."""
    table = read_table(data)
    first, last = spec["batch"]
    rows, seconds = rank_batch(
        table.features,
        realizations(table, splits, range(first, last + 1), spec["scale"]),
        spec["method"],
        read_json(model) if model else {},
        seed=spec["seed"],
        dataset=spec["dataset"],
        learner=spec["learner"],
        selection=spec["selection"],
        counts=spec["n_features"],
        time_limit=spec["time_limit"],
    )
    write_csv(out, columns_of(rows), rows)
    write_csv(times, TIMES, seconds)


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        main(
            snakemake.input.data,
            snakemake.input.splits,
            snakemake.input.get("model"),
            snakemake.output.ranking,
            snakemake.output.times,
            snakemake.params.spec,
        )
