"""Answer one problem: which features matter, and how sure one can be."""

from sieveflow.answer import find_answer
from sieveflow.answer_words import as_markdown
from sieveflow.logs import logging_to
from sieveflow.tables import read_csv, write_json, write_text


def main(evaluations: dict, rankings: dict, out: str, words: str, spec: dict) -> None:
    """Write the answer as data and in words; the files are lists by method."""
    answer = find_answer(
        {method: _rows(files) for method, files in evaluations.items()},
        {method: _rows(files) for method, files in rankings.items()},
        **spec["question"],
    )
    write_json(out, answer)
    write_text(words, as_markdown(answer, spec["labels"], spec["target"], spec["notes"]))


def _rows(files):
    return [row for path in files for row in read_csv(path)]


if __name__ == "__main__":
    with logging_to(snakemake.log[0], __file__):
        spec = snakemake.params.spec
        size = spec["n_batches"]
        evaluations, rankings = (
            {method: files[i * size : (i + 1) * size] for i, method in enumerate(spec["labels"])}
            for files in (snakemake.input.evaluations, snakemake.input.rankings)
        )
        main(evaluations, rankings, snakemake.output.answer, snakemake.output.words, spec)
