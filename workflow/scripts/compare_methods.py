"""Compare all methods on one problem with the reference."""

from sieveflow import failures
from sieveflow.comparison import COLUMNS, compare
from sieveflow.logs import logging_to
from sieveflow.tables import read_csv, write_csv


def main(evaluations: list, rankings: list, out: str, failed: str, spec: dict) -> None:
    """Write one row per method, number of features and metric; and which realizations failed, and why."""
    errors = _by_method(evaluations, spec)
    rows = compare(
        errors,
        _by_method(rankings, spec),
        reference=spec["reference"],
        metrics=spec["metrics"],
        relevant=spec["relevant"],
        irrelevant=spec["irrelevant"],
        same=spec["same"],
        subsets=spec["subsets"],
        changes=spec["changes"],
        n_train=spec["n_train"],
        n_test=spec["n_test"],
        alpha=spec["alpha"],
        t_test=spec["t_test"],
    )
    write_csv(out, COLUMNS, rows)
    write_csv(failed, failures.COLUMNS, failures.failures_of(errors))


def _by_method(files, spec):
    """Rows of every method; the files come method by method, each with all its batches."""
    size = spec["n_batches"]
    return {
        method: [row for path in files[i * size : (i + 1) * size] for row in read_csv(path)]
        for i, method in enumerate(spec["methods"])
    }


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        main(
            snakemake.input.evaluations,
            snakemake.input.rankings,
            snakemake.output.comparison,
            snakemake.output.failures,
            snakemake.params.spec,
        )
