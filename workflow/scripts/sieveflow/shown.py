"""What the page and the exports are told about studies: names, labels, what runs and what does not."""

import re
from pathlib import Path

from sieveflow.provenance import file_hash

_KEYS = ("alpha", "citation", "learner", "metrics", "reference", "seed", "title")
_CITATION = "CITATION.cff"


def shown_study(plan, name, scale):
    """One study as a reader is shown it.

    Parameters
    ----------
    plan : Scope
    """
    entry, running = plan.study(name), plan.problems(name, scale)
    audits = plan.audits(name, scale)
    return {key: entry[key] for key in _KEYS} | {
        "audits": audits,
        "audits_not_run": [audit["title"] for key, audit in entry.get("audits", {}).items() if key not in audits],
        "batches": plan.batches(name, scale),
        "blocked": {
            problem: plan.blocked(name, scale, problem) for problem in entry["problems"] if problem not in running
        },
        "full": entry["scales"]["full"],
        "methods": {method: _method(plan, method) for method in entry["methods"]},
        "names": {key: entry.get(key, {}) for key in ("printed_methods", "printed_metrics", "tests_of")},
        # A study of one's own data has no paper whose numbers and claims would be judged.
        "paper": bool(entry["published"] or entry["claims"]),
        "pictures": {problem: _pictures(plan, name, scale, problem) for problem in running},
        "problems": {problem: _problem(plan, own) for problem, own in entry["problems"].items()},
        "realizations": entry["scales"][scale],
        "references": entry.get("references"),
        "reasons": [{key: reason.get(key) for key in ("cells", "code", "note")} for reason in entry["reasons"]],
        "running": running,
        "t_test": entry["switches"].get("t_test", "paired"),
        "timed": "time_claims" in entry,
        "tunes": plan.tunes(name),
    }


def _method(plan, method):
    entry = plan.settings.methods.get(method) or plan.settings.tuners[method]
    return {key: entry.get(key) for key in ("citation", "colour", "label", "references")}


def _problem(plan, own):
    sizes = own.get("table_sizes", own)
    return {
        "dataset": own["dataset"],
        "dataset_label": plan.settings.datasets[own["dataset"]]["label"],
        "figure": own.get("figure", ""),
        "label": own["label"],
        "n_test": own["n_test"],
        "n_train": own["n_train"],
        "printed_as": own.get("printed_as", own["dataset"]),
        "printed_n_train": sizes["n_train"],
        "relevant": own.get("relevant", []),
    }


def _pictures(plan, study, scale, problem):
    """Figures that are drawn by jobs of their own, below the study's folder and without their ending."""
    drawn = list(plan.more_figures(study, scale, problem))
    if plan.tunes(study):
        # The exact curve over lambda is in no table.
        drawn.insert(0, f"results/{study}/{scale}/figures/{problem}")
    return [path.removeprefix(f"results/{study}/{scale}/") for path in drawn]


def page_files(root):
    """Hashes of the files that the page consists of: they are no code that a fingerprint would see."""
    return {path.name: file_hash(path) for path in sorted(Path(root, "workflow/report/page").iterdir())}


def software(root):
    """Name, version and date of this release, as the citation file has them."""
    text = Path(root, _CITATION).read_text(encoding="utf-8")
    found = {
        key: re.search(rf'^{key}: "?([^"\n]+)"?$', text, flags=re.MULTILINE)[1] for key in ("version", "date-released")
    }
    return {"date": found["date-released"], "name": "sieveflow", "version": found["version"]}
