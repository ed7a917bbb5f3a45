"""Write the page that shows every study's printed numbers beside ours."""

from sieveflow.answer_page import answer_section
from sieveflow.answer_words import cost_sentence
from sieveflow.logs import logging_to
from sieveflow.page import render
from sieveflow.tables import read_csv, read_json, write_text


def main(out: str, folders: dict, spec: dict) -> None:
    """Write the page; `folders` has the results of each study, seen from where this runs."""
    studies = []
    for study, shown in spec["studies"].items():
        comparisons = {problem: read_csv(f"{folders[study]}/comparison/{problem}.csv") for problem in shown["figures"]}
        studies.append(
            {
                "answers": _answers(folders[study], shown),
                "title": shown["title"],
                "citation": shown["citation"],
                "ledger": read_csv(f"{folders[study]}/ledger.csv"),
                "claims": read_csv(f"{folders[study]}/claims.csv"),
                "audits": [
                    read_json(f"{folders[study]}/audits/{audit}.json")
                    | {"figure": f"../{study}/{spec['scale']}/audits/{audit}.svg"}
                    for audit in shown["audits"]
                ],
                "audits_not_run": shown["audits_not_run"],
                "problems": [
                    {
                        "caption": caption,
                        "figures": [
                            f"../{study}/{spec['scale']}/figures/{problem}.svg",
                            *shown["more_figures"][problem],
                        ],
                        "comparison": comparisons[problem],
                    }
                    for problem, caption in shown["figures"].items()
                ],
                "methods": shown["methods"],
                "metric": shown["metric"],
                "alpha": shown["alpha"],
                "timing": f"../{study}/{spec['scale']}" if shown["timed"] else "",
                "failed": sum(_failed(comparison) for comparison in comparisons.values()),
            }
        )
    write_text(out, render(studies, scale=spec["scale"]))


def _answers(folder, shown):
    """The answers of a study that asks, as pieces of the page."""
    if not shown["answer"]:
        return []
    told = shown["methods"], shown["answer"]["target"], shown["answer"]["notes"]
    return [
        answer_section(
            read_json(f"{folder}/answer/{problem}.json"),
            *told,
            cost=cost_sentence(read_csv(f"{folder}/cost/{problem}.csv"), shown["methods"]),
        )
        for problem in shown["figures"]
    ]


def _failed(comparison):
    """Realizations with an error, over the methods of one problem."""
    return sum({row["method"]: int(row["n_failed"]) for row in comparison}.values())


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        spec = snakemake.params.spec
        main(snakemake.output[0], {study: f"results/{study}/{spec['scale']}" for study in spec["studies"]}, spec)
