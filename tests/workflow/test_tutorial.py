"""docs/my-own-method.md does what it says."""

import re
import subprocess
import sys

import pytest
import yaml
from support import ROOT, clone, environment, planned, snakemake

TEXT = (ROOT / "docs/my-own-method.md").read_text()
METHOD, PROGRAM = re.findall(r"```python\n(.*?)```", TEXT, flags=re.DOTALL)
(ENTRY,) = re.findall(r"```yaml\n(.*?)```", TEXT, flags=re.DOTALL)
ID = "correlation-ratio"


@pytest.fixture(scope="module")
def checkout(finished, tmp_path_factory):
    checkout = clone(finished, tmp_path_factory.mktemp("tutorial") / "checkout")
    (checkout / "workflow/scripts/sieveflow/methods/correlation_ratio.py").write_text(METHOD)
    methods = checkout / "config/methods.yaml"
    methods.write_text(methods.read_text() + "\n" + ENTRY)
    return checkout


def run(checkout, *arguments):
    command = [sys.executable, *arguments]
    found = environment({"PYTHONPATH": str(checkout / "workflow/scripts")})
    return subprocess.run(command, cwd=checkout, env=found, capture_output=True, text=True, check=False)


def test_the_method_is_short():
    assert len([line for line in METHOD.splitlines() if line.strip()]) < 40


def test_the_method_keeps_its_promises(checkout):
    done = run(checkout, "-m", "sieveflow", "check", "workflow/scripts/sieveflow/methods/correlation_ratio.py")
    assert done.returncode == 0, done.stdout


def test_only_its_own_jobs_run_and_it_shows_up_everywhere(checkout):
    expected = set()
    for problem in ("additive-n200", "mpg"):
        expected |= {
            f"kdd10: rank {problem} with {ID}, realizations 0000-0001",
            f"kdd10: evaluate {ID} on {problem}, realizations 0000-0001",
            f"kdd10: compare the methods on {problem} (smoke)",
            f"kdd10: plot {problem} (smoke)",
        }
    ends = ("judge printed cells and claims", "measure the stability of choices", "order the methods over data sets")
    expected |= {f"kdd10: {end} (smoke)" for end in (*ends, "write the manifest")}
    expected |= {"write the page", "write the exports"}
    assert planned(checkout) == expected
    snakemake(checkout)
    comparison = (checkout / "results/kdd10/smoke/comparison/mpg.csv").read_text()
    assert f"{ID},2,mse," in comparison
    label = yaml.safe_load(ENTRY)[ID]["label"]
    assert label in (checkout / "results/kdd10/smoke/figures/mpg.svg").read_text()
    assert label in (checkout / "results/report/index.html").read_text()


def test_the_program_runs(checkout):
    done = run(checkout, "-c", PROGRAM)
    assert done.returncode == 0, done.stderr
    assert "bmi" in done.stdout
