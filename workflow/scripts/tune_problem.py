"""Find the hyper-parameters of one problem: printed ones, or the best of the grid."""

from sieveflow.logs import logging_to
from sieveflow.tables import read_table, write_json


def main(data: str, splits: str, out: str, spec: dict) -> None:
    """Write the hyper-parameters and, where they were searched for, the whole surface."""
    if "printed" in spec:
        write_json(out, {"source": "printed", "hyperparameters": spec["printed"]})
        return
    # Imported here: printed values need no solver, whose loading costs more than the rest of the job.
    from sieveflow.tuning import tune, tune_inside

    if spec["inside"]:
        keys = ("dataset", "seed", "learner", "grid", "folds", "scale")
        write_json(out, tune_inside(read_table(data), splits, **{key: spec[key] for key in keys}))
        return
    found = tune(
        read_table(data),
        splits,
        dataset=spec["dataset"],
        seed=spec["seed"],
        learner=spec["learner"],
        grid=spec["grid"],
        folds=spec["folds"],
        n_realizations=spec["realizations"],
        scale=spec["scale"],
    )
    write_json(out, found)


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        main(snakemake.input.data, snakemake.input.splits, snakemake.output[0], snakemake.params.spec)
