"""Plot predicted against observed targets of the first batch of realizations."""

import numpy as np
from sieveflow.evaluation import predictions
from sieveflow.logs import logging_to
from sieveflow.plots.predictions import plot_predictions
from sieveflow.splits import realizations
from sieveflow.tables import read_csv, read_json, read_table


def main(data: str, splits: str, model: str, rankings: list, svg: str, png: str, spec: dict) -> None:
    """Write the figure as SVG and PNG; the rankings come method by method."""
    table, (first, last) = read_table(data), spec["batch"]
    points = {}
    for count in spec["n_features"]:
        for ranking, method in zip(rankings, spec["methods"], strict=True):
            pairs = predictions(
                table.features,
                realizations(table, splits, range(first, last + 1), spec["scale"]),
                read_csv(ranking),
                read_json(model),
                learner=spec["learner"],
                count=count,
                tuning=spec["tuning"],
            )
            observed, predicted = (np.concatenate(part) for part in zip(*pairs, strict=True))
            points[method["label"], count] = observed, predicted
    colours = {method["label"]: method["colour"] for method in spec["methods"]}
    plot_predictions(svg, png, points, title=spec["title"], colours=colours)


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        main(
            snakemake.input.data,
            snakemake.input.splits,
            snakemake.input.model,
            snakemake.input.rankings,
            snakemake.output.svg,
            snakemake.output.png,
            snakemake.params.spec,
        )
