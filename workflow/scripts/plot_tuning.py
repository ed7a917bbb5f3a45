"""Plot the cross-validated error over lambda for one problem, with what the tuners chose."""

from sieveflow.choices import held_out_decisions
from sieveflow.logs import logging_to
from sieveflow.plots.tuning_curves import plot_tuning_curves
from sieveflow.splits import realizations
from sieveflow.tables import read_csv, read_table


def main(data: str, splits: str, choices: list, svg: str, png: str, spec: dict) -> None:
    """Write the figure of the first realization; the files come method by method, each with all its batches."""
    (first,) = realizations(read_table(data), splits, [0])
    folds = held_out_decisions(first, seed=spec["seed"], dataset=spec["dataset"], folds=spec["folds"])
    chosen = {}
    for method, path in zip(spec["methods"], choices[:: spec["n_batches"]], strict=True):
        row = read_csv(path)[0]
        if not row["error"]:
            chosen[method] = float(row["lambda"]), float(row["cv_error"])
    plot_tuning_curves(svg, png, folds, chosen, title=spec["title"], methods=spec["methods"])


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        main(
            snakemake.input.data,
            snakemake.input.splits,
            snakemake.input.choices,
            snakemake.output.svg,
            snakemake.output.png,
            snakemake.params.spec,
        )
