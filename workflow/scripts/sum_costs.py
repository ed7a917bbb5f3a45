"""Add up what the rankings of every method took on one problem."""

from sieveflow.logs import logging_to
from sieveflow.tables import read_csv, write_csv

COLUMNS = ["method", "seconds", "n_realizations"]


def main(times: dict, out: str) -> None:
    """Write one row per method; the files are lists by method."""
    rows = []
    for method, files in times.items():
        own = [row for path in files for row in read_csv(path)]
        seconds = sum(float(row["seconds"]) for row in own)
        rows.append({"method": method, "seconds": seconds, "n_realizations": len({row["realization"] for row in own})})
    write_csv(out, COLUMNS, rows)


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        spec = snakemake.params.spec
        size = spec["n_batches"]
        files = {method: snakemake.input[i * size : (i + 1) * size] for i, method in enumerate(spec["methods"])}
        main(files, snakemake.output[0])
