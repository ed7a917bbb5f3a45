"""What is said of jobs and realizations that failed."""

import pytest
from sieveflow.failed_jobs import FailedJob, sentences
from sieveflow.failures import failures_of
from sieveflow.requests import asked, read_requests

TOLD = """[Mon Nov 16 16:17:22 2026]
Error in rule rank_features:
    message: SLURM-job '4' failed, SLURM status is: 'TIMEOUT'.
    jobid: 18
    output: results/x.csv
    log: logs/x.log, {folder}/slurm_logs/rule_rank_features/4.log (check log file(s) for error details)
[Mon Nov 16 16:17:23 2026]
Finished jobid: 3 (Rule: split_problem)
"""
JOB = FailedJob(["kdd10: rank mpg with corr"], ["rank_features"], ["logs/x.log"], 3, 3000, 45)


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("slurmstepd: error: *** JOB 4 ON n1 CANCELLED AT 2026-11-16T16:17 DUE TO TIME LIMIT ***", "it took longer"),
        ("slurmstepd: error: Detected 1 oom_kill event in StepId=4.0.", "it took more memory than"),
        ("slurmstepd: error: Job 4 exceeded memory limit (70000 > 51200), being killed", "it took more memory than"),
        ("slurmstepd: error: *** JOB 4 ON n1 CANCELLED AT 2026-11-16T16:17 DUE TO NODE FAILURE ***", "its node was"),
        ("slurmstepd: error: *** JOB 4 ON n1 CANCELLED AT 2026-11-16T16:17 ***", "it was cancelled"),
        ("", "it was killed, or its node was lost"),
    ],
)
def test_a_job_that_was_ended_says_what_it_asked_for_and_what_to_do(tmp_path, written, reason):
    log = tmp_path / "slurm_logs/rule_rank_features/4.log"
    log.parent.mkdir(parents=True)
    log.write_text(written)
    (sentence,) = sentences([JOB], TOLD.format(folder=tmp_path))
    assert sentence.startswith(f"kdd10: rank mpg with corr: {reason}")
    assert sentence.endswith(
        "; attempt 3 asked for 3000 MB and 45 minutes. Run again to retry, with more where that was too little: "
        "--set-resources rank_features:mem_mb=6000 rank_features:runtime=90"
    )


def test_a_group_of_jobs_is_one_sentence():
    job = JOB._replace(messages=["rank a", "evaluate a"], rules=["rank_features", "evaluate_ranking"], logs=[])
    (sentence,) = sentences([job], "")
    assert sentence.startswith("rank a, evaluate a: it was killed")
    assert "rank_features:mem_mb=6000 rank_features:runtime=90 evaluate_ranking:mem_mb=6000" in sentence


def test_a_job_that_failed_by_itself_says_its_error(tmp_path):
    log = tmp_path / "x.log"
    log.write_text('2026 INFO a\n2026 ERROR Traceback (most recent call last):\n  File "y"\nValueError: no\n\n')
    (sentence,) = sentences([JOB._replace(logs=[str(log)])], "")
    assert sentence == f"kdd10: rank mpg with corr: ValueError: no (traceback in {log})"


def test_failures_are_counted_by_method_stage_and_error():
    rows = [{"realization": "0", "error": "RuntimeError: no ranking: ValueError: a, b"}]
    rows += [{"realization": number, "error": error} for number in "12" for error in ("", "ArithmeticError: nan")]
    assert failures_of({"corr": rows, "mrmr": [{"realization": "0", "error": ""}]}) == [
        {"method": "corr", "stage": "ranking", "error": "ValueError: a, b", "n_failed": 1, "realizations": "0"},
        {
            "method": "corr",
            "stage": "evaluation",
            "error": "ArithmeticError: nan",
            "n_failed": 2,
            "realizations": "1 2",
        },
    ]


def test_requests_follow_what_was_measured_and_grow_with_the_attempt(tmp_path):
    path = tmp_path / "measured.csv"
    path.write_text("rule,mem_mb,seconds,largest,longest\nsmall,60,0.5,a,b\nlarge,451,127.8,a,b\n")
    requests = read_requests(path)
    assert requests == {"small": (500, 10), "large": (1250, 15)}
    assert asked(requests, "small", 1) == (500, 10) and asked(requests, "large", 3) == (3750, 45)
    assert asked(requests, "new", 2) == (2500, 30)
    assert asked(read_requests(tmp_path / "none.csv"), "new", 1) == (2000, 20)
