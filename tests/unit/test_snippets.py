"""Every command that the documents show is run here, long ones as far as --dry-run or make -n go.

Programs and entries in fenced blocks have tests of their own beside the tutorials they belong to.
"""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from sieveflow.__main__ import build_parser, main
from sieveflow.commands import new
from sieveflow.owndata.reading import Reading, read_own_table
from sieveflow.protocol import own_study
from sieveflow.reference import keys_without_description, reference
from sieveflow.workspace import write_workspace

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "config/README.md"]
FENCED = {"my-own-method.md": "workflow/test_tutorial.py", "my-own-tuner.md": "workflow/test_own_tuner.py"}
FENCED |= {"svm-path.md": "unit/test_svm_path_page.py", "architecture.md": "workflow/test_architecture.py"}
# What cannot be done here, and why.
NOT_RUN = {
    "python3 -m venv .venv-slurm": "makes an environment",
    ".venv-slurm/bin/python -m pip install --require-hashes -r requirements-slurm.lock": "fills it",
    ".venv-slurm/bin/python -m snakemake --workflow-profile profiles/slurm --config studies=thesis-svr scale=full": (
        "needs SLURM; make slurm runs its like"
    ),
    "--default-resources slurm_account=physics slurm_partition=short": "a part of the command above it",
    "--set-resources rank_features:mem_mb=8000 rank_features:runtime=240": "a part of the same command",
}


def commands():
    """The indented lines of all pages, outside of fenced blocks, without comments: every one once."""
    found = {}
    for page in PAGES:
        text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
        for line in re.findall(r"^ {4}(\S.*)$", text, flags=re.MULTILINE):
            found.setdefault(re.sub(r"\s+# .*", "", line).strip(), page.name)
    return found


COMMANDS = commands()


def of(program):
    return pytest.mark.parametrize("line", [line for line in COMMANDS if line.split()[0] == program])


def test_every_command_is_of_a_kind_that_is_run():
    known = ("sieveflow ", "snakemake ", "make ")
    left = {line for line in COMMANDS if not line.startswith(known)}
    assert left == set(NOT_RUN), "a command in the documents that no test runs"


def test_every_fenced_block_has_a_test():
    fenced = {page.name for page in PAGES if "```" in page.read_text()}
    assert fenced == set(FENCED)
    for page, test in FENCED.items():
        assert page.removesuffix(".md") in (ROOT / "tests" / test).read_text()


@pytest.fixture
def tables(tmp_path, monkeypatch):
    """A folder with the tables that the documents speak of."""
    rng = np.random.RandomState(0)
    X = rng.standard_normal((60, 4))
    y = 2 * X[:, 1] + X[:, 3] ** 2
    rows = [",".join(map(repr, [*row, value])) for row, value in zip(X.tolist(), y.tolist(), strict=True)]
    (tmp_path / "measurements.csv").write_text("\n".join(["heat,flow,time,load,yield", *rows]) + "\n")
    classes = np.where(y > 1, "ill", "well")
    rows = [f"{X[i, 1]:.4f},{'' if i == 3 else f'{X[i, 3]:.4f}'},{classes[i]}" for i in range(60)]
    (tmp_path / "patients.csv").write_text("\n".join(["age,dose,diagnosis", *rows]) + "\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@of("sieveflow")
def test_sieveflow_commands_run(line, tables, capsys):
    arguments = shlex.split(line)[1:]
    if arguments[0] == "new":
        (tables / "config").mkdir()
        for name in ("methods", "datasets"):
            shutil.copy(ROOT / f"config/{name}.yaml", tables / "config")
        shutil.copytree(ROOT / "workflow/schemas", tables / "workflow/schemas")
        run = {"method": new.new_method, "dataset": new.new_dataset}[arguments[1]]
        assert run(build_parser().parse_args(arguments), root=tables) == 0
        return
    if arguments[0] == "check":
        # The file is the one that the same page shows; its own test runs the check.
        assert COMMANDS[line] in FENCED and arguments[1].endswith(".py")
        return
    if arguments[0] == "rank":
        # That command takes complete tables only.
        kept = [row for row in (tables / "patients.csv").read_text().splitlines() if ",," not in row]
        (tables / "patients.csv").write_text("\n".join(kept) + "\n")
    if "--directory" in arguments:
        own = read_own_table("measurements.csv", Reading(target="yield"))
        study = own_study("mine", own, ["corr"], target="yield", splits=2, seed=0, time_limit=None)
        write_workspace(tables / arguments[arguments.index("--directory") + 1], "mine", own, study, {})
    if "--help" in arguments:
        with pytest.raises(SystemExit, match="0"):
            main(arguments)
        return
    dry = ["--dry-run"] if arguments[0] == "study" else []
    assert main([*arguments, *dry]) == 0
    assert capsys.readouterr().out or "--out" in arguments


@of("make")
def test_make_targets_run_dry(line):
    done = subprocess.run(["make", "-n", *shlex.split(line)[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@of("snakemake")
def test_snakemake_commands_run_dry(line):
    # A report of results that are not there yet cannot be made; Snakemake reads the option all the same.
    plain = line.replace("--report report.html", "")
    command = [sys.executable, "-m", *shlex.split(plain), "--dry-run", "--quiet", "--nolock"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_reference_is_that_of_the_schemas():
    assert keys_without_description(ROOT) == []
    assert (ROOT / "docs/reference.md").read_text() == reference(ROOT), "run: make reference"
