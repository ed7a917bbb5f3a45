"""What a run says at its end."""

from page_sample import sample_plan
from sieveflow.resume import left_out, print_summary
from sieveflow.tables import write_csv


def test_what_is_left_out_is_said_with_the_reason():
    plan = sample_plan(["kdd10"])
    assert left_out(plan, "kdd10") == []
    why = {"pyrim": "needs internet", "triazines": "needs internet", "mpg": "not at this scale"}
    plan.blocked = lambda study, scale, problem: why.get(problem, "")
    assert left_out(plan, "kdd10") == [
        "kdd10: left out, not at this scale: mpg",
        "kdd10: left out, needs internet: pyrim, triazines",
    ]


def test_the_end_of_a_trial_says_that_it_is_one(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    plan = sample_plan(["kdd10"])
    for scale in ("smoke", "full"):
        write_csv(tmp_path / f"results/kdd10/{scale}/ledger.csv", ["verdict"], [{"verdict": "differs"}])
        plan.scale = scale
        print_summary(plan)
    trial, full = capsys.readouterr().out.split("kdd10 (full)")
    assert trial.splitlines() == [
        "kdd10 (smoke): 1 printed cells: 1 differs",
        "Scale smoke is a trial: 2 of 30 realizations. Its verdicts mean next to nothing; only scale full judges what "
        "was printed.",
    ]
    assert full == ": 1 printed cells: 1 differs\n"
