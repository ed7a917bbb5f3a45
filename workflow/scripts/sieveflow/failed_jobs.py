"""Jobs that did not end well: one sentence for each, with what to do."""

import re
from pathlib import Path
from typing import NamedTuple

# How Snakemake's own log tells of a job that failed; a scheduler's word for why stands in the message.
_TOLD = re.compile(
    r"^Error in (?:rule|group) \S+:\n\s+message: (.*)(?:\n(?!Error in).*)*?\n\s+jobid: (\d+)$", re.MULTILINE
)
_STATUS = re.compile(r"SLURM status is: '([A-Z_]+)'")
_LIMITS = {"OUT_OF_MEMORY": "it took more memory than it asked for", "TIMEOUT": "it took longer than it asked for"}


class FailedJob(NamedTuple):
    """A job that failed for good."""

    number: int
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
    messages = {int(number): message for message, number in _TOLD.findall(told)}
    return [f"{job.message}: {_reason(job, messages.get(job.number, ''))}" for job in failed]


def _reason(job, message):
    own = own_error(job.log)
    if own:
        return f"{own} (traceback in {job.log})"
    status = _STATUS.search(message)
    why = _LIMITS.get(status[1], f"SLURM says {status[1]}") if status else "it was killed, or its node was lost"
    asked = f"attempt {job.attempt} asked for {job.mem_mb} MB and {job.runtime} minutes"
    more = f"--set-resources {job.rule}:mem_mb={2 * job.mem_mb} {job.rule}:runtime={2 * job.runtime}"
    return f"{why}; {asked}. Run again to retry, with more where that was too little: {more}"


def own_error(log):
    """The last line of the traceback in a job's log; nothing where the job did not get so far as to fail by itself."""
    path = Path(log)
    if not path.is_file():
        return ""
    text = path.read_text(encoding="utf-8", errors="replace")
    _, found, after = text.rpartition(" ERROR Traceback")
    lines = [line for line in after.splitlines() if line and not line.startswith(" ")]
    return lines[-1] if found and lines else ""
