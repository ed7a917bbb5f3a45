"""docs/my-own-tuner.md does what it says, in a study of tuners small enough for a test."""

import re

import pytest
from sieveflow.tables import read_csv
from support import ROOT, copy_checkout, edit_yaml, planned, snakemake

TEXT = (ROOT / "docs/my-own-tuner.md").read_text()
(TUNER,) = re.findall(r"```python\n(.*?)```", TEXT, flags=re.DOTALL)
(ENTRY,) = re.findall(r"```yaml\n(.*?)```", TEXT, flags=re.DOTALL)


def shrink(study):
    study["problems"] = {"weston": {"label": "Weston", "dataset": "weston", "n_train": 60, "n_test": 200}}
    study["smoke_problems"] = ["weston"]
    study["methods"] = ["go", "grid-1"]
    study["claims"] = []
    # The parameters of this audit name the data sets that it takes.
    study["audits"] = {"idle": study["audits"]["idle-intervals"] | {"datasets": ["weston"]}}
    study["audits"]["idle"]["parameters"] = {"folds": 5, "n_train": {"weston": 60}}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    checkout = copy_checkout(tmp_path_factory.mktemp("tuner") / "checkout")
    edit_yaml(checkout, "config.yaml", lambda config: config.update(studies=["thesis-path"]))
    edit_yaml(checkout, "studies/thesis-path.yaml", shrink)
    snakemake(checkout)
    return checkout


def test_a_study_of_tuners_runs_and_runs_once(checkout):
    assert planned(checkout) == set()
    assert "no held-out prediction changes" in (checkout / "results/report/index.html").read_text()


def test_only_the_jobs_of_the_new_tuner_run_and_it_shows_up_everywhere(checkout):
    (checkout / "workflow/scripts/sieveflow/tuners/one_standard_error.py").write_text(TUNER)
    tuners = checkout / "config/tuners.yaml"
    tuners.write_text(tuners.read_text() + "\n" + ENTRY)
    assert planned(checkout) == {
        "thesis-path: tune weston with one-se, realizations 0000-0001",
        "thesis-path: evaluate one-se on weston, realizations 0000-0001",
        "thesis-path: compare the methods on weston (smoke)",
        "thesis-path: plot weston (smoke)",
        "thesis-path: judge printed cells and claims (smoke)",
        "thesis-path: order the methods over data sets (smoke)",
        "thesis-path: write the manifest (smoke)",
        "write the page",
        "write the exports",
    }
    snakemake(checkout)
    rows = read_csv(checkout / "results/thesis-path/smoke/comparison/weston.csv")
    found = {row["method"]: float(row["mean"]) for row in rows if row["metric"] == "log2_lambda"}
    # The rule prefers simpler machines: it never chooses a smaller lambda than GO.
    assert found["one-se"] >= found["go"]
    for page in ("figures/weston.svg", "../../report/index.html"):
        assert "one standard error" in (checkout / "results/thesis-path/smoke" / page).read_text()
