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
    """A job that failed for good, and what it asked for."""

    message: str
    rule: str
    log: str
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
    return [f"{job.message}: {_reason(job, events)}" for job in failed]


def _reason(job, events):
    own = own_error(job.log)
    if own:
        return f"{own} (traceback in {job.log})"
    asked = f"attempt {job.attempt} asked for {job.mem_mb} MB and {job.runtime} minutes"
    more = f"--set-resources {job.rule}:mem_mb={2 * job.mem_mb} {job.rule}:runtime={2 * job.runtime}"
    return f"{_ended_by(job, events)}; {asked}. Run again to retry, with more where that was too little: {more}"


def own_error(log):
    """The last line of the traceback in a job's log; nothing where the job did not get so far as to fail by itself."""
    _, found, after = _text(log).rpartition(" ERROR Traceback")
    lines = [line for line in after.splitlines() if line and not line.startswith(" ")]
    return lines[-1] if found and lines else ""


def _ended_by(job, events):
    """Who ended a job that did not fail by itself, by the words of the scheduler."""
    logs = [path for event in events if job.log in event for path in _SLURM_LOG.findall(event)]
    text = _text(logs[-1]) if logs else ""
    return next((reason for words, reason in _WORDS.items() if words in text), "it was killed, or its node was lost")


def _text(path):
    return Path(path).read_text(encoding="utf-8", errors="replace") if Path(path).is_file() else ""
