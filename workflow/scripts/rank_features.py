"""Rank the features of one problem with one method, for a batch of realizations."""

from sieveflow.logs import logging_to
from sieveflow.ranking import COLUMNS, rank_batch
from sieveflow.splits import realizations
from sieveflow.tables import read_json, read_table, write_csv


def main(data: str, splits: str, model: str | None, out: str, *, method: dict, dataset: str, seed: int, batch) -> None:
    """Write one row per realization and feature."""
    table = read_table(data)
    tuned = read_json(model)["hyperparameters"] if model else {}
    rows = rank_batch(
        table.features,
        realizations(table, splits, range(batch[0], batch[1] + 1)),
        method,
        {name: tuned[name] for name in method["tuned"]},
        seed=seed,
        dataset=dataset,
    )
    write_csv(out, COLUMNS, rows)


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        spec = snakemake.params.spec
        main(
            snakemake.input.data,
            snakemake.input.splits,
            snakemake.input.get("model"),
            snakemake.output[0],
            method=spec["method"],
            dataset=spec["dataset"],
            seed=spec["seed"],
            batch=spec["batch"],
        )
