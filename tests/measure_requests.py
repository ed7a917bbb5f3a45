"""Write resources/measured_jobs.csv: the largest and the longest job of every rule.

    measure_requests.py [FOLDER ...]

Folders are checkouts in which studies ran; their benchmarks/ are read. What the table has of larger or longer jobs
stays.
"""

import contextlib
import csv
import sys
from pathlib import Path

from sieveflow.requests import COLUMNS, read_requests
from sieveflow.tables import read_csv, write_csv
from support import ROOT

TABLE = ROOT / "resources/measured_jobs.csv"
# Rules by the folder or the name of their benchmarks, at one scale and above all scales.
AT_SCALE = {
    "answer": "answer_problem",
    "audits": "audit_study",
    "comparison": "compare_methods",
    "cost": "sum_costs",
    "judge.tsv": "judge_study",
    "manifest.tsv": "write_manifest",
    "order.tsv": "order_methods",
    "predictions": "plot_predictions",
    "stability.tsv": "measure_stability",
    "stars": "plot_weights",
    "timing.tsv": "judge_times",
}
STAGES = {"splits": "split_problem", "ranking": "rank_features"}


def rule_of(parts, ranks):
    """The rule whose job a benchmark is of.

    Parameters
    ----------
    parts : list of str
        Its path below benchmarks/.
    ranks : bool
        Whether the study ranks features; else it is one of tuners.
    """
    study, stage, *rest = parts
    if study == "fetch":
        return "fetch_dataset"
    if study == "report":
        return {"exports.tsv": "write_exports", "page.tsv": "write_page"}[stage]
    if stage in ("smoke", "quick", "full"):
        return AT_SCALE.get(rest[0]) or ("plot_errors" if ranks else "plot_tuning")
    if stage == "tuning":
        return "tune_problem" if len(rest) == 1 else "tune_realizations"
    if stage == "evaluation":
        return "evaluate_ranking" if ranks else "evaluate_choice"
    return STAGES[stage]


def measured(folder):
    """Rule, megabytes, seconds and name of every job that ran in a checkout."""
    top = folder / "benchmarks"
    for path in sorted(top.rglob("*.tsv")):
        inside = path.relative_to(top)
        with open(path, newline="") as lines:
            rows = list(csv.DictReader(lines, delimiter="\t"))
        with contextlib.suppress(IndexError, ValueError):  # of jobs that were over at once nothing is known
            # On a cluster a job has a core to itself, so that its CPU time is how long it takes.
            memory, seconds = (float(rows[-1][column]) for column in ("max_rss", "cpu_time"))
            rule = rule_of(list(inside.parts), (top / inside.parts[0] / "ranking").is_dir())
            yield rule, memory, seconds, str(inside.with_suffix(""))


def main(*folders):
    """Read, write, print."""
    table = {row["rule"]: row for row in (read_csv(TABLE) if TABLE.exists() else [])}
    for folder in map(Path, folders or [ROOT]):
        for rule, memory, seconds, name in measured(folder):
            row = table.setdefault(rule, {"rule": rule, "mem_mb": 0, "seconds": 0})
            if memory > float(row["mem_mb"]):
                row |= {"mem_mb": f"{memory:.0f}", "largest": name}
            if seconds > float(row["seconds"]):
                row |= {"seconds": f"{seconds:.1f}", "longest": name}
    write_csv(TABLE, COLUMNS, [table[rule] for rule in sorted(table)])
    for rule, (memory, minutes) in read_requests(TABLE).items():
        took = f"{float(table[rule]['mem_mb']):.0f} MB and {float(table[rule]['seconds']):.0f} s"
        print(f"{rule}: at most {took}; asks for {memory} MB and {minutes} minutes")


if __name__ == "__main__":
    main(*sys.argv[1:])
