"""What Snakemake cannot know when it starts again, and what to say when it is done."""

import csv
import json
import os
from pathlib import Path

from sieveflow.logs import written_by
from sieveflow.provenance import damaged, unproven
from sieveflow.records import record
from sieveflow.tables import read_csv
from sieveflow.time_limits import is_time_limit
from sieveflow.trial import trial_sentence
from sieveflow.verdicts import summary


def mark_unfinished(plan):
    """Tell Snakemake which existing result files do not count as done.

    Those are batches in which a realization failed, files whose bytes are not those that a manifest or the log of
    their job knows, and files that Snakemake has no record of (results copied without its .snakemake folder) unless a
    manifest vouches that these bytes come from the current code and settings. They get the mark that Snakemake itself
    leaves on the outputs of a job that was killed.
    """
    specs = {}
    for study in plan.settings.studies:
        specs |= plan.made_from(study, plan.scale)
    there = [path for path in specs if os.path.exists(path)]
    manifests = sorted(Path("results").glob("*/*/manifest.json"))
    unrecorded = [path for path in there if not record("metadata", path).exists()]
    unfinished = {path for path in there if is_batch(path) and has_failures(path)}
    logged = written_by(plan.settings.studies)
    checked = [path for path in {*there, *logged} if os.path.exists(path)]
    unfinished |= {*damaged(checked, specs, manifests, logged=logged), *unproven(unrecorded, specs, manifests)}
    for path in sorted(unfinished):
        mark = record("incomplete", path)
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.write_text(json.dumps({"external_jobid": None}))


def is_batch(path):
    """Whether a result file holds realizations, of which some may have failed."""
    return (
        path.startswith("results/")
        and path.split("/")[2] in ("ranking", "evaluation", "tuning")
        and path[-4:] == ".csv"
    )


def has_failures(path):
    """Whether a realization of a batch failed; one whose time was over would only be so again.

    A file that cannot be read has no realization that did not fail.
    """
    try:
        with open(path, newline="", encoding="utf-8") as lines:
            # By position: a run starts with a look at every batch, and rows as dicts take three times as long.
            header, *rows = csv.reader(lines)
            where = header.index("error")
            return not rows or any(row[where] and not is_time_limit(row[where]) for row in rows)
    except (ValueError, IndexError, csv.Error):
        return True


def left_out(plan, study):
    """Problems of a study that do not run here, by the reason: a sentence each."""
    found = {}
    for problem in plan.study(study)["problems"]:
        if why := plan.blocked(study, plan.scale, problem):
            found.setdefault(why, []).append(problem)
    return [f"{study}: left out, {why}: {', '.join(names)}" for why, names in found.items()]


def print_summary(plan):
    """Say how many printed cells hold, study by study, and where the page is; a run for other targets has neither."""
    judged = []
    for study in plan.settings.studies:
        path = Path(f"results/{study}/{plan.scale}/ledger.csv")
        if path.exists():
            ledger = read_csv(path)
            counts = ", ".join(f"{count} {name}" for name, count in summary(ledger))
            print(f"{study} ({plan.scale}): {len(ledger)} printed cells: {counts}")
            scales = plan.study(study)["scales"]
            judged.append((scales[plan.scale], scales["full"]))
        for line in left_out(plan, study):
            print(line)
    if trial := trial_sentence(plan.scale, judged):
        print(trial)
    if Path("results/report/index.html").exists():
        print("page: results/report/index.html")
