"""Checkouts to try things in: copies of this one, with a study small enough to run in seconds."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
# Files that say when something was done, not what came out.
NOT_RESULTS = {"timing.csv"}


def copy_checkout(target):
    """Copy what a clone of the working tree would have, with the compiled code that is already there."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    compiled = [str(path.relative_to(ROOT)) for path in ROOT.glob("workflow/scripts/**/__pycache__/*.nb[ci]")]
    for name in filter(None, [*listed, *compiled]):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)
    return target


def clone(finished, target):
    """Copy a checkout with all that it has made, times of files included."""
    subprocess.run(["cp", "-a", str(finished), str(target)], check=True)
    return target


def edit_yaml(checkout, name, change):
    """Change a configuration file."""
    path = checkout / "config" / name
    content = yaml.safe_load(path.read_text())
    change(content)
    path.write_text(yaml.safe_dump(content, sort_keys=False))


def replace(checkout, name, old, new):
    """Change a piece of text that must be there."""
    text = (checkout / name).read_text()
    assert old in text
    (checkout / name).write_text(text.replace(old, new, 1))


def shrink(checkout, edges=(3,)):
    """Make the study small: few realizations, a grid of two points, the two problems every machine can have."""

    def change(study):
        study["scales"] = {"smoke": 2, "quick": 3, "full": 4}
        study["batch_edges"] = list(edges)
        study.pop("smoke_problems", None)  # a checkout may be shrunk twice
        study["tuning"] |= {"realizations": 1, "grid": {"C": [8.0, 32.0], "kappa": [0.015625], "epsilon": [0.25]}}
        study["problems"] = {name: study["problems"][name] for name in ("additive-n200", "mpg")}
        study["methods"] = ["sd-l-rfe", "corr"]
        study["claims"] = [claim for claim in study["claims"] if set(claim["problems"]) <= study["problems"].keys()]

    edit_yaml(checkout, "studies/kdd10.yaml", change)


def snakemake_command(*arguments, cores=2, scale="smoke"):
    """The command line of a run."""
    return [sys.executable, "-m", "snakemake", *arguments, "--cores", str(cores), "--config", f"scale={scale}"]


def snakemake(checkout, *arguments, cores=2, scale="smoke", check=True, env=None):
    """Run the workflow of a checkout; returns what it printed, or the finished process where `check` is off."""
    done = subprocess.run(
        snakemake_command(*arguments, cores=cores, scale=scale),
        cwd=checkout,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        env=environment(env),
    )
    if not check:
        return done
    assert done.returncode == 0, done.stdout
    return done.stdout


def environment(changes=None):
    """This environment without what the tests themselves or a developer's shell put in the way."""
    hidden = ("PYTHONPATH", "SIEVEFLOW_MIRROR")
    return {key: value for key, value in os.environ.items() if key not in hidden} | (changes or {})


def planned(checkout, *arguments, scale="smoke"):
    """The messages of the jobs that a run would start."""
    printed = snakemake(checkout, "--dry-run", *arguments, scale=scale)
    return set(re.findall(r"^Job \d+: (.*)$", printed, flags=re.MULTILINE))


def hashes(checkout, folder="results"):
    """The sha256 of every result file, hidden ones too."""
    found = sorted(path for path in (checkout / folder).rglob("*") if path.is_file() and path.name not in NOT_RESULTS)
    return {str(path.relative_to(checkout)): hashlib.sha256(without_seconds(path)).hexdigest() for path in found}


def without_seconds(path):
    """The bytes of a file; of the page those beside its block of run times."""
    content = path.read_bytes()
    if path.name != "index.html":
        return content
    before, _, after = re.split(rb'(<script type="application/json" id="costs">.*?</script>)', content)
    return before + after
