"""What the documents name exists: files, make targets, commands, options."""

import re
import shlex
from pathlib import Path

import pytest
import yaml
from sieveflow.__main__ import build_parser

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "config/README.md"]
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@each_page
def test_links_lead_somewhere(page):
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        if not link.startswith("http"):
            assert (page.parent / link).exists(), link


@each_page
def test_make_targets_exist(page):
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    named = set(re.findall(r"(?:`|^    )make ([a-z]+)", page.read_text(), flags=re.MULTILINE))
    assert named <= targets


@each_page
def test_commands_can_be_parsed(page):
    for line in re.findall(
        r"(?:^    |`)(sieveflow (?:study|rank|list|check|new) [^`\n]*)", page.read_text(), flags=re.MULTILINE
    ):
        arguments = shlex.split(line.split("#")[0])[1:]
        # A command that is only spoken of, or one that asks for help, which ends there.
        if arguments not in (["new", "dataset"], ["new", "method"]) and "--help" not in arguments:
            build_parser().parse_args(arguments)


@each_page
def test_paths_in_the_library_exist(page):
    for path in re.findall(r"`sieveflow/([a-z_/]+\.py)`", page.read_text()):
        assert (ROOT / "workflow/scripts/sieveflow" / path).exists(), path


def test_snakemake_options_in_the_documents_are_keys_of_the_configuration():
    known = yaml.safe_load((ROOT / "config/config.yaml").read_text()).keys()
    for page in PAGES:
        for options in re.findall(r"--config ((?:[a-z]+=\S+ ?)+)", page.read_text()):
            assert {option.split("=")[0] for option in options.split()} <= known


def test_the_readme_opens_with_the_two_commands():
    opening = (ROOT / "README.md").read_text()[:1200]
    assert "make study" in opening and "make test" in opening
