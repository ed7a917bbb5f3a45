"""Plot the mean error against the number of features for one problem."""

from sieveflow.logs import logging_to
from sieveflow.metrics import METRICS
from sieveflow.plots.error_curves import plot_error_curves
from sieveflow.tables import read_csv


def main(comparison: str, printed: str | None, svg: str, png: str, spec: dict) -> None:
    """Write the figure as SVG and PNG."""
    points = [
        row
        for row in (read_csv(printed) if printed else [])
        if row["dataset"] == spec["dataset"] and row["n_train"] in ("", str(spec["n_train"]))
    ]
    plot_error_curves(
        svg,
        png,
        read_csv(comparison),
        points,
        title=spec["title"],
        metrics={metric: METRICS[metric].label for metric in spec["metrics"]},
        names=spec["printed_metrics"],
        methods=spec["methods"],
    )


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        main(
            snakemake.input.comparison,
            snakemake.input.get("printed"),
            snakemake.output.svg,
            snakemake.output.png,
            snakemake.params.spec,
        )
