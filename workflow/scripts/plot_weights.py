"""Plot the weights of variables in the bags of the first realization: stars and parallel coordinates."""

import numpy as np
from sieveflow.logs import logging_to
from sieveflow.plots.weights import plot_parallel, plot_stars
from sieveflow.tables import read_csv


def main(ranking: str, files: dict, spec: dict) -> None:
    """Write both figures as SVG and PNG; `files` has the four paths."""
    rows = read_csv(ranking)
    first = [row for row in rows if row["realization"] == rows[0]["realization"]]
    weights = {row["feature"]: np.array(row["weights"].split(), dtype=float) for row in first}
    kept = {row["feature"] for row in first if row["selected"] == "1"}
    plot_stars(files["stars_svg"], files["stars_png"], weights, title=spec["title"], kept=kept)
    plot_parallel(files["parallel_svg"], files["parallel_png"], weights, title=spec["title"], kept=kept)


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        main(snakemake.input.ranking, dict(snakemake.output.items()), snakemake.params.spec)
