import hashlib
import io
import zipfile
from pathlib import Path

import numpy as np
import pytest
import yaml
from sieveflow.datasets import sources
from sieveflow.datasets.fetching import fetch
from sieveflow.datasets.generators import additive
from sieveflow.errors import InputError

CATALOGUE = yaml.safe_load((Path(__file__).parents[2] / "config/datasets.yaml").read_text())
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


def wheel(content, name="pkg/d.csv"):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
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


def package_entry(mirror, content):
    source = {"kind": "package", "package": "pkg", "version": "1.0", "member": "pkg/d.csv", "target": "target"}
    source |= {"sha256": hashlib.sha256(content.encode()).hexdigest(), "columns": {"x1": "x1", "x2": "x2"}}
    return mirror(GOOD, sources=[source])


def test_a_file_inside_a_wheel(mirror, registry):
    registry(wheel(GOOD))
    assert fetch("d", package_entry(mirror, GOOD)) == fetch("d", mirror(GOOD))


def test_a_wheel_with_another_file_inside(mirror, registry):
    registry(wheel(GOOD + " "))
    with pytest.raises(InputError, match=r"pkg/d\.csv in pkg==1\.0: expected sha256"):
        fetch("d", package_entry(mirror, GOOD))
    registry(wheel(GOOD, name="pkg/e.csv"))
    with pytest.raises(InputError, match=r"pkg==1\.0: the wheel has no file pkg/d\.csv"):
        fetch("d", package_entry(mirror, GOOD))


def test_a_member_that_unpacks_to_too_much(mirror, registry, monkeypatch):
    monkeypatch.setattr(sources, "_LARGEST_MEMBER", 10)
    registry(wheel(GOOD))
    with pytest.raises(InputError, match="unpacks to 25 bytes; allowed are 10"):
        fetch("d", package_entry(mirror, GOOD))


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
