"""What a run says at its end."""

from page_sample import sample_plan
from sieveflow.resume import left_out


def test_what_is_left_out_is_said_with_the_reason():
    plan = sample_plan(["kdd10"])
    assert left_out(plan, "kdd10") == []
    why = {"pyrim": "needs internet", "triazines": "needs internet", "mpg": "not at this scale"}
    plan.blocked = lambda study, scale, problem: why.get(problem, "")
    assert left_out(plan, "kdd10") == [
        "kdd10: left out, not at this scale: mpg",
        "kdd10: left out, needs internet: pyrim, triazines",
    ]
