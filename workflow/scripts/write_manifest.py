"""Record what every result file of a study was made from."""

from sieveflow.errors import InputError
from sieveflow.logs import logging_to, written_by
from sieveflow.provenance import damaged, manifest
from sieveflow.tables import write_json


def main(out: str, *, made_from: dict, study: str, scale: str, seed: int) -> None:
    """Write the manifest, unless a file was damaged while the study ran."""
    for path in damaged(made_from, {}, [], logged=written_by([study])):
        raise InputError(f"{path}: its bytes are not those that its job wrote; the next run makes it again.")
    write_json(out, manifest(made_from, study=study, scale=scale, seed=seed))


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        main(
            snakemake.output[0],
            made_from=snakemake.params.spec["made_from"],
            study=snakemake.wildcards.study,
            scale=snakemake.wildcards.scale,
            seed=snakemake.params.spec["seed"],
        )
