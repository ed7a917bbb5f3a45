"""Measure the error of the learner on the best k features, for a batch of realizations."""

from sieveflow.evaluation import COLUMNS, evaluate_batch
from sieveflow.logs import logging_to
from sieveflow.splits import realizations
from sieveflow.tables import read_csv, read_json, read_table, write_csv


def main(data: str, splits: str, model: str, ranking: str, out: str, spec: dict) -> None:
    """Write one row per realization, number of features and metric."""
    table, batch = read_table(data), spec["batch"]
    rows = evaluate_batch(
        table.features,
        realizations(table, splits, range(batch[0], batch[1] + 1), spec["scale"]),
        read_csv(ranking),
        read_json(model),
        learner=spec["learner"],
        counts=spec["n_features"],
        tuning=spec["tuning"],
    )
    write_csv(out, COLUMNS, rows)


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        main(
            snakemake.input.data,
            snakemake.input.splits,
            snakemake.input.model,
            snakemake.input.ranking,
            snakemake.output[0],
            snakemake.params.spec,
        )
