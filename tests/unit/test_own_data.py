"""Tables of a user's own: what is refused, in a sentence for each fault, and what becomes of the rest."""

import gzip
import tracemalloc

import numpy as np
import pytest
from own_tables import GOOD, ROWS, changed, column, target, write
from sieveflow.__main__ import main
from sieveflow.datasets.catalogue import feature_names
from sieveflow.owndata.reading import Reading, read_own_table
from sieveflow.tables import canonical_bytes, read_table

# Name of the file, its content, more options, and a part of the sentence.
BAD = {
    "no such file": ("x.csv", None, [], "x.csv: there is no such file."),
    "empty file": ("x.csv", "", [], "the file is empty"),
    "blank lines only": ("x.csv", "\n\n  \n", [], "the file holds blank lines only"),
    "no rows": ("x.csv", "a,b,y\n", [], "there are no rows below the names of the columns"),
    "one row": ("x.csv", "a,b,y\n1,2,3\n", [], "found 1 row, allowed are at least 20"),
    "few rows": ("x.csv", "\n".join(GOOD.splitlines()[:12]), [], "found 11 rows, allowed are at least 20"),
    "ending": ("x.xlsx", GOOD, [], "found the ending '.xlsx', allowed are .csv"),
    "no ending": ("x", GOOD, [], "found the ending ''"),
    "spreadsheet": ("x.csv", b"PK\x03\x04rest", [], "a zip or spreadsheet file; save the table as CSV"),
    "gzip without its ending": ("x.csv", gzip.compress(GOOD.encode()), [], "compressed with gzip"),
    "gzip that is none": ("x.csv.gz", GOOD, [], "cannot be unpacked after line 0"),
    "gzip cut off": ("x.csv.gz", gzip.compress(GOOD.encode())[:-30], [], "cannot be unpacked"),
    "UTF-16": ("x.csv", GOOD.encode("utf-16"), [], "the file is UTF-16 text; save it as UTF-8"),
    "latin-1": ("x.csv", column("café", ["1", "2"]).encode("latin-1"), [], "line 1: byte 4 is not utf-8"),
    "zero bytes": ("x.csv", GOOD.replace("5", "\0"), [], "holds a zero byte"),
    "ragged, short": ("x.csv", changed(3, "1,2"), [], "row 3 (line 4): found 2 cells, allowed are 3"),
    "ragged, long": ("x.csv", changed(3, "1,2,3,4"), [], "row 3 (line 4): found 4 cells, allowed are 3"),
    "quote not closed": ("x.csv", changed(5, '1,"2,3'), [], "a quote is opened and never closed"),
    "quote inside": ("x.csv", changed(5, '1,"2"x,3'), [], "line 6: a quote ends inside a cell"),
    "cell too long": ("x.csv", changed(5, "1," + "9" * 200_000 + ",3"), [], "longer than 100,000 characters"),
    "header twice": ("x.csv", changed(9, "a,b,y"), [], "row 9 (line 10) repeats the names of the columns"),
    "no header": ("x.csv", "\n".join(ROWS), [], "the first line holds numbers only; it must name the columns"),
    "name twice": ("x.csv", GOOD.replace("a,b", "b,b", 1), [], "column 'b' is there twice"),
    "name missing": ("x.csv", GOOD.replace("a,b", ",b", 1), [], "column 1 has no name"),
    "name with HTML": ("x.csv", GOOD.replace("a,b", "<script>a,b", 1), [], "holds '<', which is not allowed in names"),
    "name with a quote": ("x.csv", GOOD.replace("a,b", "a'b,b", 1), [], 'holds "\'", which is not allowed in names'),
    "name with a path": ("x.csv", GOOD.replace("a,b", "../a,b", 1), [], "holds '..', which is not allowed in names"),
    "name with a slash": ("x.csv", GOOD.replace("a,b", "km/h,b", 1), [], "holds '/', which is not allowed in names"),
    "name with control": ("x.csv", GOOD.replace("a,b", "a\x07,b", 1), [], "holds '\\x07', which is not allowed"),
    "name too long": ("x.csv", GOOD.replace("a,b", "a" * 101 + ",b", 1), [], "101 characters, allowed are up to 100"),
    "one column": ("x.csv", "\n".join(["y", *map(str, range(40))]), [], "there is no column beside the target"),
    "huge integer": ("x.csv", changed(4, "12345678901234567890,2,3"), [], "which a float cannot hold exactly"),
    "beyond floats": ("x.csv", changed(4, "1e999,2,3"), [], "row 4: found 1e999, allowed are finite numbers"),
    "infinity": ("x.csv", changed(4, "-inf,2,3"), [], "column 'a', row 4: found -inf, allowed are finite numbers"),
    "mixed types": ("x.csv", changed(4, "tall,2,3"), [], "column 'a', row 4: found 'tall', while 39 other cells are"),
    "underscore": ("x.csv", changed(4, "1_000,2,3"), [], "column 'a', row 4: found '1_000', while 39"),
    "decimal comma": ("x.csv", column("c", ['"1,5"', '"2,7"']), [], "column 'c', row 1: found '1,5', allowed are numb"),
    "dates": ("x.csv", column("when", ["2020-01-31", "2020-02-01"]), [], "found the date or time '2020-01-31'"),
    "other dates": ("x.csv", column("when", ["31/01/2020 10:00", "1/2/2020"]), [], "leave it out with --drop 'when'"),
    "many categories": ("x.csv", column("c", [f"v{i}" for i in range(25)]), [], "has 25 different texts"),
    "missing": ("x.csv", changed(4, ",NA,3"), [], "2 cells are missing, in 'a' (1), 'b' (1): fill them, or give --imp"),
    "no feature varies": ("x.csv", "a,y\n" + "".join(f"1,{i}\n" for i in range(40)), [], "no column is left"),
    "no such target": ("x.csv", GOOD, ["--target", "z"], "--target: no column 'z'"),
    "target not said": ("x.csv", GOOD, None, "--target is missing; name one of the columns a, b, y"),
    "target missing": ("x.csv", changed(4, "1,2,"), [], "target 'y': 1 of 40 cells are missing, allowed are none"),
    "target constant": ("x.csv", target(["7"]), [], "target 'y' is 7.0 in every row; it must vary"),
    "one class": ("x.csv", target(["yes"]), [], "target 'y' is 'yes' in every row; it must vary"),
    "rare class": ("x.csv", changed(4, "1,2,odd").replace("0.5", "even"), ["--categorical", "y"], "rows, allowed are"),
    "target infinite": ("x.csv", changed(4, "1,2,inf"), [], "column 'y', row 4: found inf, allowed are finite"),
    "target of dates": ("x.csv", target(["2020-01-31", "2020-02-01"]), [], "found the date or time"),
    "target of words as numbers": ("x.csv", target(["p", "q"]), ["--task", "regression"], "allowed are numbers"),
    "target dropped": ("x.csv", GOOD, ["--drop", "y"], "--drop: 'y' is the target"),
    "no such column": ("x.csv", GOOD, ["--drop", "aa"], "--drop: no column 'aa' (did you mean 'a'?)"),
    "delimiter": ("x.csv", GOOD, ["--delimiter", ",,"], "--delimiter: found ',,', allowed is one character"),
    "ARFF without data": ("x.arff", "@relation r\n@attribute a numeric\n", [], "there is no line @data"),
    "ARFF with sparse rows": ("x.arff", "@attribute y real\n@data\n{0 1}\n", [], "line 3: found a sparse row"),
    "ARFF with other lines": ("x.arff", "a,b\n1,2\n", [], "line 1: found 'a,b', allowed before @data"),
    "ARFF of a strange attribute": ("x.arff", "@attribute\n@data\n", [], "allowed is @attribute NAME TYPE"),
    "LIBSVM with index 0": ("x.libsvm", "1 0:3\n", [], "line 1: found '0:3', allowed are index:value"),
    "LIBSVM that falls": ("x.libsvm", "1 2:3 1:4\n", [], "line 1: found '1:4'"),
    "LIBSVM of a huge index": ("x.libsvm", f"1 {10**12}:3\n", [], "found '1000000000000:3'"),
    "LIBSVM without features": ("x.libsvm", "1\n2\n", [], "there are no rows with features"),
    "Parquet that is none": ("x.parquet", GOOD, [], "not a Parquet file"),
    "methods": ("x.csv", GOOD, ["--methods", "cor"], "--methods: unknown method 'cor' (did you mean 'corr'?)"),
    "method of another task": ("x.csv", GOOD, ["--methods", "fisher"], "the task is regression, method 'fisher' does"),
    "method twice": ("x.csv", GOOD, ["--methods", "corr,corr"], "allowed is a list without repeats"),
    "subsample": ("x.csv", GOOD, ["--subsample", "5"], "--subsample: found 5, allowed are whole numbers from 20"),
    "category that is a column": ("x.csv", column("c", ["u", "v", "w"]).replace("c,a", "c,c=u", 1), [], "'c=u', which"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_sentence(case, tmp_path, capsys, monkeypatch):
    name, content, options, sentence = BAD[case]
    monkeypatch.chdir(tmp_path)
    if content is not None:
        (tmp_path / name).write_bytes(content.encode() if isinstance(content, str) else content)
    given = [] if options is None or "--target" in options else ["--target", "y"]
    given = [] if name.endswith("libsvm") else given
    assert main(["study", name, *given, *(options or [])]) == 2
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert shown.err.count("\n") == 1 and shown.err.startswith("sieveflow: ") and not shown.out
    assert list(tmp_path.iterdir()) == ([] if content is None else [tmp_path / name])


def test_there_are_enough_of_them():
    assert len(BAD) >= 60


def test_a_row_of_two_gigabytes_is_refused_without_being_read(tmp_path, capsys):
    # Parts of a gzip file may follow each other, so that 2 GB take a moment to write.
    piece = gzip.compress(b"1," * 8_000_000, compresslevel=1)
    path = tmp_path / "wide.csv.gz"
    path.write_bytes(gzip.compress(b"a,b,y\n") + 125 * piece)
    tracemalloc.start()
    try:
        assert main(["study", str(path), "--target", "y"]) == 2
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert "line 2 is longer than 16,000,000 bytes, which is the limit." in capsys.readouterr().err
    assert peak < 120e6


def test_too_many_columns_are_refused(tmp_path, capsys):
    (tmp_path / "wide.csv").write_text(",".join(f"c{i}" for i in range(100_001)) + "\n")
    assert main(["study", str(tmp_path / "wide.csv"), "--target", "y"]) == 2
    assert "found 100,001 columns, allowed are up to 100,000." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--splits", "1"], "argument --splits: found 1, allowed are whole numbers from 2 to 1000"),
        (["--seed", "-1"], "argument --seed: found -1, allowed are whole numbers from 0 to 4294967295"),
        (["--time-limit", "soon"], "argument --time-limit: found soon, allowed are whole numbers from 1"),
        (["--memory", "nan"], "argument --memory: found nan, allowed are numbers above 0"),
        (["--task", "ranking"], "argument --task: invalid choice: 'ranking'"),
        (["--encoding", "utf-7"], "argument --encoding: invalid choice: 'utf-7'"),
    ],
)
def test_bad_options_are_refused(options, sentence, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["study", "x.csv", "--target", "y", *options])
    assert sentence in capsys.readouterr().err


def test_folders_that_cannot_be_used_are_one_sentence(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path, GOOD, "x.csv")
    long = "a" * 300
    for out, sentence in (("x.csv", "is a file, allowed is a folder"), (long, "File name too long")):
        assert main(["study", "x.csv", "--target", "y", "--out", out]) == 2
        shown = capsys.readouterr().err
        assert sentence in shown and shown.count("\n") == 1


def test_repeated_rows_are_reported(tmp_path):
    own = read_own_table(write(tmp_path, GOOD + ROWS[0] + "\n"), Reading(target="y"))
    assert any(note.startswith("1 of 41 rows repeat another one") for note in own.notes)


def test_all_formats_give_the_same_table(tmp_path):
    import pyarrow
    from pyarrow import parquet

    expected = read_own_table(write(tmp_path, GOOD), Reading(target="y")).table
    values = [[float(cell) for cell in row.split(",")] for row in ROWS]
    arff = "@relation r\n@attribute a numeric\n@attribute 'b' real\n@attribute y numeric\n@data\n" + "\n".join(ROWS)
    frame = pyarrow.table({name: [row[i] for row in values] for i, name in enumerate("aby")})
    parquet.write_table(frame, tmp_path / "t.parquet")
    files = [
        write(tmp_path, GOOD.replace(",", "\t"), "t.tsv"),
        write(tmp_path, GOOD.replace(",", ";"), "semicolons.csv"),
        write(tmp_path, b"\xef\xbb\xbf" + GOOD.encode(), "bom.csv"),
        write(tmp_path, GOOD.replace("\n", "\r\n"), "windows.csv"),
        write(tmp_path, GOOD.replace("a,b", '"a","b"', 1), "quoted.csv"),
        write(tmp_path, gzip.compress(GOOD.encode()), "t.csv.gz"),
        write(tmp_path, arff, "t.arff"),
        tmp_path / "t.parquet",
    ]
    for path in files:
        found = read_own_table(path, Reading(target="y")).table
        assert found.features == ["a", "b"], path
        np.testing.assert_array_equal(np.column_stack([found.X, found.y]), np.column_stack([expected.X, expected.y]))
    sparse = "".join(f"{y} " + " ".join(f"{i}:{v}" for i, v in ((1, a), (2, b)) if v) + "\n" for a, b, y in values)
    found = read_own_table(write(tmp_path, sparse, "t.libsvm"), Reading()).table
    assert found.features == ["f1", "f2"]
    np.testing.assert_array_equal(found.X, expected.X)


def test_categories_are_encoded_by_the_rule(tmp_path):
    text = column("size", ["large", "small", "medium"])
    own = read_own_table(write(tmp_path, text), Reading(target="y"))
    assert own.table.features == ["size=large", "size=medium", "size=small", "a", "b"]
    np.testing.assert_array_equal(own.table.X[:3, :3], [[1, 0, 0], [0, 0, 1], [0, 1, 0]])
    two = read_own_table(write(tmp_path, column("ok", ["no", "yes"])), Reading(target="y"))
    assert two.table.features == ["ok=yes", "a", "b"]
    np.testing.assert_array_equal(two.table.X[:2, 0], [0, 1])
    coded = read_own_table(write(tmp_path, GOOD), Reading(target="y", categorical=("a",)))
    assert coded.table.features == [*(f"a={code}" for code in range(7)), "b"]


def test_categories_may_hold_what_names_may_not(tmp_path):
    own = read_own_table(write(tmp_path, column("pay", ["<=50K", '"two\nlines"', "a1..pay=a9"])), Reading(target="y"))
    assert own.table.features == ["pay=<=50K", "pay=a1__pay=a9", "pay=two_lines", "a", "b"]
    assert feature_names({"features": own.table.features}) == own.table.features


def test_useless_columns_are_left_out_and_named(tmp_path):
    first, *rest = GOOD.splitlines()
    rows = [f"{i + 1},7,{row.split(',')[0]},key{i},{900 - 3 * i},{row}" for i, row in enumerate(rest)]
    path = write(tmp_path, "\n".join([f"row,same,copy,name,user_id,{first}", *rows]))
    own = read_own_table(path, Reading(target="y"))
    assert own.table.features == ["copy", "b"]
    told = " ".join(own.notes)
    for part in ("'row' is left out: it numbers the rows", "'same' is left out: it is 7.0 in every row"):
        assert part in told
    for part in ("'a' is left out: it repeats 'copy'", "'name' is left out: it names the rows", "those of a key"):
        assert part in told
    assert "row" in read_own_table(path, Reading(target="y", keep=("row",))).table.features


@pytest.mark.parametrize(
    ("cells", "task", "classes"),
    [
        (["1.5", "2", "3.25", "4"], "regression", []),
        (["0", "1"], "classification", ["0", "1"]),
        (["yes", "no"], "classification", ["no", "yes"]),
        (["a", "b", "c"], "classification", ["a", "b", "c"]),
        (["1", "2", "3", "4", "5"], "classification", ["1", "2", "3", "4", "5"]),
        ([str(i) for i in range(20)], "regression", []),
    ],
)
def test_the_task_is_found(tmp_path, cells, task, classes):
    own = read_own_table(write(tmp_path, target(cells)), Reading(target="y"))
    assert (own.task, own.classes) == (task, classes)
    assert len(np.unique(own.table.y)) == len(set(cells))


def test_the_task_can_be_given(tmp_path):
    own = read_own_table(write(tmp_path, target(["1", "2", "3"])), Reading(target="y", task="regression"))
    assert own.task == "regression" and set(own.table.y) == {1.0, 2.0, 3.0}


def test_missing_numbers_stay_missing_until_a_split_is_drawn(tmp_path):
    own = read_own_table(write(tmp_path, changed(4, "?,2,3")), Reading(target="y", impute="median"))
    assert own.has_missing and np.isnan(own.table.X[3, 0]) and np.isnan(own.table.X).sum() == 1
    text = column("c", ["u", "v", ""])
    words = read_own_table(write(tmp_path, text), Reading(target="y", impute="median"))
    assert "c=(missing)" in words.table.features and not words.has_missing


def test_names_are_tidied_where_asked(tmp_path):
    path = write(tmp_path, GOOD.replace("a,b", "<b>a/c</b>,", 1))
    own = read_own_table(path, Reading(target="y", tidy_names=True))
    assert own.table.features == ["_b_a_c__b_", "column_2"]
    assert "Names of columns were tidied: '<b>a/c</b>' is '_b_a_c__b_', '' is 'column_2'." in own.notes


def test_a_feature_called_target_is_told_apart_from_the_target(tmp_path):
    own = read_own_table(write(tmp_path, GOOD.replace("a,b", "target,target_", 1)), Reading(target="y"))
    assert own.table.features == ["target__", "target_"]
    assert any("'target' is called 'target__' here" in note for note in own.notes)
    again = write(tmp_path, canonical_bytes(own.table, task=own.task).decode())
    assert read_table(again).features == own.table.features


def test_a_subsample_keeps_order_and_shares(tmp_path):
    path = write(tmp_path, target(["u", "u", "u", "v"]))
    whole = read_own_table(path, Reading(target="y")).table
    part = read_own_table(path, Reading(target="y", subsample=20)).table
    assert part.y.size == 20 and (part.y == 1).sum() == 5
    rows = [np.flatnonzero((row == whole.X).all(axis=1)) for row in part.X]
    assert all(row.size for row in rows)
    again = read_own_table(path, Reading(target="y", subsample=20)).table
    np.testing.assert_array_equal(part.X, again.X)
