"""The three lists of packages agree."""

import re
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
CONDA_NAMES = {"snakemake-minimal": "snakemake", "matplotlib-base": "matplotlib"}
TEST_TOOLS = {"clarabel", "hypothesis", "psutil", "pytest", "pytest-xdist", "ruff", "snakefmt"}


def pins(name):
    found = re.findall(r"^([A-Za-z0-9_.-]+)==([^\s\\]+)", (ROOT / name).read_text(), flags=re.MULTILINE)
    return {package.lower(): version for package, version in found}


def test_environment_yml_has_the_pins_of_the_lock():
    listed = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
    conda = dict(entry.split("=") for entry in listed if "=" in entry)
    conda.pop("python")
    conda = {CONDA_NAMES.get(name, name): version for name, version in conda.items()}
    wanted = pins("requirements.in")
    assert conda == {name: version for name, version in wanted.items() if name not in TEST_TOOLS}


def test_the_lock_has_the_pins_of_requirements_in_and_a_hash_for_each():
    lock = pins("requirements.lock")
    assert pins("requirements.in").items() <= lock.items()
    blocks = re.split(r"^(?=[A-Za-z0-9])", (ROOT / "requirements.lock").read_text(), flags=re.MULTILINE)
    assert all("--hash=sha256:" in block for block in blocks if block.strip())
    assert "http" not in (ROOT / "requirements.lock").read_text()


def test_the_environment_for_slurm_has_the_same_pins_and_the_plug_in():
    lock, wider = pins("requirements.lock"), pins("requirements-slurm.lock")
    assert lock.items() <= wider.items()
    assert "snakemake-executor-plugin-slurm" in wider.keys() - lock.keys()


def test_the_environment_for_the_browser_has_the_pins_of_its_list_and_a_hash_for_each():
    text = (ROOT / "requirements-browser.lock").read_text()
    assert pins("requirements-browser.in").items() <= pins("requirements-browser.lock").items()
    blocks = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE)
    assert all("--hash=sha256:" in block for block in blocks if block.strip()) and "http" not in text
