import bz2
import gzip

import numpy as np
import pytest
from sieveflow.datasets.archives import decompress
from sieveflow.datasets.catalogue import feature_names
from sieveflow.datasets.readers import read_files
from sieveflow.errors import InputError


def read(*texts, features=("a", "b"), **reader):
    table = read_files([text.encode() for text in texts], "d.txt", features=list(features), reader=reader)
    assert table.features == list(features)
    return np.column_stack([table.X, table.y]).tolist()


def test_numbered_features_in_a_short_form():
    assert feature_names({"features": ["age", "f9..f11", "x.1"]}) == ["age", "f9", "f10", "f11", "x.1"]


@pytest.mark.parametrize(
    ("text", "reader"),
    [
        ("b,target,a\n2,3,1\n5,6,4\n", {}),
        ("\ufeffb;target;a\r\n2;3;1\r\n\r\n5;6;4\r\n", {"delimiter": ";"}),
        ("y, second, a\n3, 2, 1\n6, 5, 4\n", {"target": "y", "columns": {"b": "second"}}),
        ("y,u,v\n3,1,2\n6,4,5\n", {"match": "position", "target": 1}),
        ("y,u,v\n3,1,2\n6,4,5\n", {"match": "position", "target": "y"}),
        ("1,2,3\n4,5,6\n", {"header": False}),
        ("7,3,1,2\n7,6,4,5\n", {"header": False, "target": 2, "drop": [1]}),
        ("2,3,1\n5,6,4\n", {"header": False, "columns": {"a": 3, "b": 1}, "match": "name", "target": 2}),
        ("  1 2\t3 \n4   5 6\n", {"format": "whitespace", "header": False}),
        ("a b target\n1 2 3\n4 5 6\n", {"format": "whitespace"}),
        ("3 1:1 2:2\n\n6 2:5 1:4\n", {"format": "libsvm"}),
    ],
)
def test_one_table_in_many_layouts(text, reader):
    assert read(text, **reader) == [[1, 2, 3], [4, 5, 6]]


def test_arff_and_its_dialect_keel():
    arff = (
        "% words\n\n@RELATION d\n@ATTRIBUTE 'a' numeric\n@attribute b numeric\n@attribute t real\n@DATA\n1,2, 3\n% no\n"
    )
    keel = "@relation d\r\n@attribute a real[0.0,9.0]\r\n@attribute b integer [0, 9]\r\n@attribute t {3, 6}\r\n"
    keel += "@inputs a, b\r\n@outputs t\r\n@data\r\n1, 2, 3\r\n"
    assert read(arff, format="arff", target="t") == read(keel, format="arff", target="t") == [[1, 2, 3]]


def test_zeros_that_libsvm_leaves_out():
    assert read("-1 2:5\n+1\n", format="libsvm") == [[0, 5, -1], [0, 0, 1]]


def test_files_one_below_the_other():
    assert read("a,b,target\n1,2,3\n", "a,b,target\n4,5,6\n") == [[1, 2, 3], [4, 5, 6]]
    with pytest.raises(InputError, match=r"d\.txt: the files have different columns"):
        read("a,b,target\n1,2,3\n", "b,a,target\n4,5,6\n")


def test_words_become_numbers():
    text = "M,x,yes\nF,y,no\n"
    codes = {"a": {"M": 1, "F": 2}, "*": {"x": 7, "y": 8}, "target": {"yes": 1, "no": -1}}
    assert read(text, header=False, codes=codes) == [[1, 7, 1], [2, 8, -1]]
    with pytest.raises(InputError, match=r"column 'a', row 2: found 'I', allowed are M, F\."):
        read("M,x,yes\nI,y,no\n", header=False, codes=codes)


def test_rows_with_missing_inputs_are_left_out():
    assert read("1,?,3\n4,5,6\n", header=False, missing=["?"]) == [[4, 5, 6]]
    # The same letter may be a class.
    codes = {"*": {"A": 1}, "target": {"N": 2}}
    assert read("A,N,N\nA,A,N\n", header=False, missing=["N"], codes=codes) == [[1, 1, 2]]
    with pytest.raises(InputError, match=r"column 'b', row 1: found '\?', allowed are numbers\."):
        read("1,?,3\n", header=False)


def test_a_feature_that_the_file_leaves_out():
    assert read("1,3\n4,6\n", header=False, constants={"b": 2}) == [[1, 2, 3], [4, 2, 6]]


def test_the_target_in_bins():
    text = "".join(f"0,0,{rings}\n" for rings in (1, 8, 9, 10, 11, 29))
    assert [row[-1] for row in read(text, header=False, bins=[8, 10])] == [1, 1, 2, 2, 3, 3]


def test_a_repair_checks_what_it_replaces():
    repair = {"row": 2, "column": "b", "found": "5.1", "value": "5"}
    assert read("1,2,3\n4,5.1,6\n", header=False, repairs=[repair]) == [[1, 2, 3], [4, 5, 6]]
    with pytest.raises(InputError, match=r"column 'b', row 2: found '5', the repair is for '5\.1'\."):
        read("1,2,3\n4,5,6\n", header=False, repairs=[repair])
    with pytest.raises(InputError, match=r"column 'b', row 2: found 'nothing', the repair is for '5\.1'\."):
        read("1,2,3\n", header=False, repairs=[repair])


@pytest.mark.parametrize(
    ("text", "reader", "sentence"),
    [
        ("a,c,target\n1,2,3\n", {}, r"d\.txt: no column 'b'; found a, c, target\."),
        ("a,b,target\n", {}, r"d\.txt: no rows below the header"),
        ("", {}, r"d\.txt: no rows below the header"),
        ("a,b,target\n1,2,3\n4,5\n", {}, r"d\.txt: row 2: found 2 cells, allowed are 3\."),
        ("1,2,3\n", {"header": False, "target": 4}, r"no column 4; found 3 columns\."),
        ("1,2,3\n", {"header": False, "target": "y"}, r"no column 'y'; found 3 without names\."),
        ("1,2,3,4\n", {"header": False}, r"found 3 features, the catalogue says 2\."),
        ("3 1:1 7:2\n", {"format": "libsvm"}, r"line 1: found '7:2', allowed are index:value up to 2\."),
        ("3 one\n", {"format": "libsvm"}, r"line 1: found 'one', allowed are index:value up to 2\."),
        ("@relation d\n1,2,3\n", {"format": "arff"}, r"line 2: found '1,2,3', allowed before @data"),
        ("@relation d\n", {"format": "arff"}, r"no line @data"),
    ],
)
def test_bad_files_end_in_a_sentence(text, reader, sentence):
    with pytest.raises(InputError, match=sentence):
        read(text, **reader)


def test_bytes_that_are_not_text():
    with pytest.raises(InputError, match=r"d\.txt: byte 1 is not UTF-8 text\."):
        read_files([b"a\xff"], "d.txt", features=["a"], reader={})


def test_unpacking_goes_by_the_name():
    assert decompress(gzip.compress(b"x"), "d.csv.gz") == decompress(bz2.compress(b"x"), "d.csv.BZ2") == b"x"
    assert decompress(b"x", "d.csv") == b"x"
    with pytest.raises(InputError, match=r"d\.gz: the file cannot be unpacked"):
        decompress(gzip.compress(b"x")[:-4], "d.gz")
