"""Write what others take with them: tables, references, one file of everything, the description of the results."""

from pathlib import Path

from sieveflow.exports.bibliography import bibliography
from sieveflow.exports.crate import crate
from sieveflow.exports.everything import COLUMNS, everything
from sieveflow.exports.layout import layouts
from sieveflow.exports.writing import latex, markdown
from sieveflow.logs import logging_to
from sieveflow.page.reading import read_results
from sieveflow.tables import write_csv, write_json, write_text
from sieveflow.trial import trial_of

EXPORTS = {
    "report/index.html": "the page",
    "report/everything.csv": "every number but seconds, one per row",
    "report/tables.md": "printed tables beside ours, as Markdown",
    "report/tables.tex": "printed tables beside ours, as LaTeX",
    "report/methods.bib": "the studies and methods that were used, as BibTeX",
}


def main(folder: str, spec: dict) -> None:
    """Write the exports below the folder of all results."""
    top = Path(folder)
    studies = [
        read_results(name, spec["scale"], own, top / name / spec["scale"]) for name, own in spec["studies"].items()
    ]
    write_csv(top / "report/everything.csv", COLUMNS, [row for results in studies for row in everything(results)])
    titles = {results.name: f"{results.spec['title']}. {results.spec['citation']}" for results in studies}
    tables = {results.name: layouts(results) for results in studies}
    trial = trial_of(studies, spec["scale"])
    write_text(top / "report/tables.md", markdown(titles, tables, trial))
    write_text(top / "report/tables.tex", latex(titles, tables, trial))
    write_text(top / "report/methods.bib", bibliography(studies, spec["works"]))
    packages = {}
    for results in studies:
        packages |= {"python": results.manifest["python"]} | results.manifest["packages"]
    software = spec["software"] | {"packages": packages}
    write_json(top / "ro-crate-metadata.json", crate(studies, exports=EXPORTS, software=software))


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        main("results", snakemake.params.spec)
