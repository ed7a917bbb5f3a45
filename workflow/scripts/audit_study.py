"""Ask one question of the data of a study."""

from sieveflow.auditing import run_audit
from sieveflow.logs import logging_to
from sieveflow.plots.audit import plot_audit
from sieveflow.tables import read_table, write_json


def main(data: dict, out: str, svg: str, spec: dict) -> None:
    """Write the outcome with its numbers, and a figure of them."""
    result = run_audit({dataset: read_table(path) for dataset, path in data.items()}, spec)
    plot_audit(svg, result, spec["implementation"])
    write_json(out, result)


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        spec = snakemake.params.spec
        data = dict(zip(spec["datasets"], snakemake.input.data, strict=True))
        main(data, snakemake.output.result, snakemake.output.svg, spec)
