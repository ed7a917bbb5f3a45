"""Write the page that shows every study's printed numbers beside ours."""

from sieveflow.logs import logging_to
from sieveflow.page.reading import read_costs, read_results
from sieveflow.page.render import render
from sieveflow.tables import write_text


def main(out: str, folders: dict, times: dict, spec: dict) -> None:
    """Write the page; `folders` has the results of each study and `times` its run times, seen from where this runs."""
    scale = spec["scale"]
    studies = [read_results(study, scale, own, folders[study]) for study, own in spec["studies"].items()]
    costs = {study: read_costs(own, times[study]) for study, own in spec["studies"].items()}
    write_text(out, render(studies, scale=scale, costs=costs))


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        spec = snakemake.params.spec
        main(
            snakemake.output[0],
            {study: f"results/{study}/{spec['scale']}" for study in spec["studies"]},
            {study: f"benchmarks/{study}/ranking" for study in spec["studies"]},
            spec,
        )
