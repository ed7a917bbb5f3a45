import errno
import os

import numpy as np
import pytest
from sieveflow.errors import InputError
from sieveflow.tables import Table, canonical_bytes, check_table, read_csv, read_table, write_bytes, write_csv


def test_canonical_bytes():
    table = Table(["a", "b,c"], np.array([[1.0, 0.1], [2.5, -3e-7]]), np.array([1.0, 0.0]))
    assert canonical_bytes(table, task="regression") == b'a,"b,c",target\n1.0,0.1,1.0\n2.5,-3e-07,0.0\n'
    assert canonical_bytes(table, task="classification").endswith(b"2.5,-3e-07,0\n")


def test_a_canonical_table_reads_back_to_the_last_bit(tmp_path):
    rng = np.random.RandomState(0)
    table = Table(["a", "b"], rng.standard_normal((5, 2)) * 1e-9, rng.standard_normal(5))
    (tmp_path / "t.csv").write_bytes(canonical_bytes(table, task="regression"))
    back = read_table(tmp_path / "t.csv")
    assert back.features == ["a", "b"]
    assert np.array_equal(back.X, table.X) and np.array_equal(back.y, table.y)


def table(y=(1.0, 2.0), x=(0.0, 1.0)):
    return Table(["a"], np.array(x)[:, None], np.array(y))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (table(x=(0.0, np.nan)), r"t: column 'a', row 2: found nan, allowed are finite numbers\."),
        (table(y=(np.inf, 0.0)), r"t: column 'target', row 1: found inf, allowed are finite numbers\."),
        (table(y=(3.0, 3.0)), r"t: the target is constant \(3 in every row\); it must vary\."),
    ],
)
def test_bad_tables(wrong, sentence):
    with pytest.raises(InputError, match=sentence):
        check_table(wrong, "t", task="regression")


def test_class_labels_are_integers():
    with pytest.raises(InputError, match="class labels as integers"):
        check_table(table(y=(0.5, 1.0)), "t", task="classification")


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "a.csv"
    path.write_text("old")
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(errno.ENOSPC, "disk full")))
    with pytest.raises(OSError, match="disk full") as caught:
        write_bytes(path, b"new")
    assert caught.value.filename == str(path)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("a.csv", "old")]


def test_left_overs_of_killed_writers_go(tmp_path):
    (tmp_path / ".a.csv.123.tmp").write_text("half")
    (tmp_path / ".b.csv.123.tmp").write_text("another file's")
    write_bytes(tmp_path / "a.csv", b"new")
    assert sorted(p.name for p in tmp_path.iterdir()) == [".b.csv.123.tmp", "a.csv"]


def test_missing_numbers_are_empty_cells(tmp_path):
    write_csv(tmp_path / "t.csv", ["a", "b", "c"], [{"a": float("nan"), "b": np.float64(0.1)}])
    assert (tmp_path / "t.csv").read_bytes() == b"a,b,c\n,0.1,\n"
    assert read_csv(tmp_path / "t.csv") == [{"a": "", "b": "0.1", "c": ""}]
