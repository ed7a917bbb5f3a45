"""Jobs that did not end well: one sentence for each, with what to do."""

import re
from pathlib import Path
from typing import NamedTuple

# Snakemake's log of a run has a line with the time before everything that it tells.
_TIME = re.compile(r"^\s*\[.*\]$", re.MULTILINE)
_SLURM_LOG = re.compile(r"[^\s,]*slurm_logs/[^\s,]+\.log")
# What SLURM writes into the log of a job that it ends.
_WORDS = {
    "DUE TO TIME LIMIT": "it took longer than it asked for",
    "exceeded memory limit": "it took more memory than it asked for",
    "oom": "it took more memory than it asked for",
    "DUE TO NODE FAILURE": "its node was lost",
    "CANCELLED AT": "it was cancelled",
}


class FailedJob(NamedTuple):
    """A job that failed for good, or a group of jobs that were sent as one, and what it asked for."""

    messages: list
    rules: list
    logs: list
    attempt: int
    mem_mb: int
    runtime: int


def sentences(failed, told):
    """One sentence per failed job.

    Parameters
    ----------
    failed : iterable of FailedJob
    told : str
        The text of Snakemake's log of the run.
    """
    events = _TIME.split(told)
    return [f"{', '.join(job.messages)}: {_reason(job, events)}" for job in failed]


def _reason(job, events):
    for log in job.logs:
        own = own_error(log)
        if own:
            return f"{own} (traceback in {log})"
    asked = f"attempt {job.attempt} asked for {job.mem_mb} MB and {job.runtime} minutes"
    more = " ".join(f"{rule}:mem_mb={2 * job.mem_mb} {rule}:runtime={2 * job.runtime}" for rule in job.rules)
    retry = "Run again to retry, with more where that was too little: --set-resources"
    return f"{_ended_by(job, events)}; {asked}. {retry} {more}"


def own_error(log):
    """The last line of the traceback in a job's log; nothing where the job did not get so far as to fail by itself."""
    _, found, after = _text(log).rpartition(" ERROR Traceback")
    lines = [line for line in after.splitlines() if line and not line.startswith(" ")]
    return lines[-1] if found and lines else ""


def _ended_by(job, events):
    """Who ended a job that did not fail by itself, by the words of the scheduler."""
    logs = [path for event in events if any(log in event for log in job.logs) for path in _SLURM_LOG.findall(event)]
    text = _text(logs[-1]) if logs else ""
    return next((reason for words, reason in _WORDS.items() if words in text), "it was killed, or its node was lost")


def _text(path):
    return Path(path).read_text(encoding="utf-8", errors="replace") if Path(path).is_file() else ""
