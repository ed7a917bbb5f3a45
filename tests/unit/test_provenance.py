"""Fingerprints change with code and only with code."""

from pathlib import Path

import pytest
from sieveflow import provenance
from sieveflow.tables import write_json


@pytest.fixture
def library(tmp_path, monkeypatch):
    """A small library of its own, fingerprinted afresh on every call."""
    root = tmp_path / "sieveflow"
    (root / "methods").mkdir(parents=True)
    files = {
        "__init__.py": "",
        "methods/__init__.py": "",
        "methods/a.py": '"""A."""\nfrom sieveflow.helper import f\n',
        "methods/b.py": "x = 1\n",
        "helper.py": "def f():\n    return 1\n",
        "common.py": "y = 2\n",
    }
    for name, text in files.items():
        (root / name).write_text(text)
    script = tmp_path / "rank.py"
    script.write_text("from sieveflow.common import y\n")
    monkeypatch.setattr(provenance, "_LIBRARY", root)

    def fingerprint(module):
        provenance._read_code.cache_clear()
        return provenance.code_fingerprint(script, (f"methods.{module}",))

    return root, fingerprint


def changes(library, name, text):
    root, fingerprint = library
    before = {m: fingerprint(m) for m in "ab"}
    (root / name).write_text(text)
    return {m for m in "ab" if fingerprint(m) != before[m]}


def test_own_code(library):
    assert changes(library, "methods/a.py", "from sieveflow.helper import f\nz = 3\n") == {"a"}


def test_a_helper_of_one_method(library):
    assert changes(library, "helper.py", "def f():\n    return 2\n") == {"a"}


def test_what_the_script_imports(library):
    assert changes(library, "common.py", "y = 3\n") == {"a", "b"}


def test_the_script_itself(library):
    assert changes(library, "../rank.py", "from sieveflow.common import y\nprint(y)\n") == {"a", "b"}


@pytest.mark.parametrize(
    "text",
    [
        "# why\ndef f():\n    return 1\n",
        'def f():\n    """Say."""\n    return 1\n',
        "def f():\n\n    return (1)\n",
    ],
)
def test_comments_docstrings_and_layout_do_not_count(library, text):
    assert changes(library, "helper.py", text) == set()


def test_imports_inside_functions_count(library):
    root, _ = library
    (root / "methods/b.py").write_text("def g():\n    import sieveflow.helper\n")
    assert changes(library, "helper.py", "def f():\n    return 2\n") == {"a", "b"}


def test_packages_import_nothing():
    root = Path(provenance.__file__).parent
    for path in root.rglob("__init__.py"):
        assert provenance._imports(path) == []


def test_a_manifest_vouches_for_known_bytes_from_current_settings_only(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a.csv").write_text("1")
    write_json("m.json", {"files": {"a.csv": {"sha256": provenance.file_hash("a.csv"), "made_from": "s1"}}})
    assert provenance.unproven(["a.csv"], {"a.csv": "s1"}, ["m.json"]) == []
    assert provenance.unproven(["a.csv"], {"a.csv": "s2"}, ["m.json"]) == ["a.csv"]
    Path("a.csv").write_text("2")
    assert provenance.unproven(["a.csv"], {"a.csv": "s1"}, ["m.json"]) == ["a.csv"]
    assert provenance.unproven(["a.csv"], {"a.csv": "s1"}, []) == ["a.csv"]
