"""Faults of a user's table, told together."""

from own_tables import GOOD, column, target, write
from sieveflow.__main__ import main


def told(tmp_path, capsys, text, *options):
    """What the command says of a table, line by line."""
    path = write(tmp_path, text)
    assert main(["study", str(path), *options]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert all(line.startswith(f"sieveflow: {path}: ") for line in lines)
    return [line.removeprefix(f"sieveflow: {path}: ") for line in lines]


def table(**columns):
    """A table of forty rows from what its columns hold in turn."""
    rows = [",".join(cells[i % len(cells)] for cells in columns.values()) for i in range(40)]
    return "\n".join([",".join(columns), *rows]) + "\n"


def test_all_faults_of_a_table_are_told_together(tmp_path, capsys):
    numbers = [str(i * i % 11) for i in range(39)]
    text = table(
        slip=["tall", *numbers[:20], "wide", *numbers[:18]],
        worse=["inf", "", "odd", *numbers[:37]],
        when=["2020-01-31", "2020-02-01"],
        code=[f"v{i}" for i in range(25)],
        same=["7"],
        fine=numbers,
        again=numbers[1:],
        y=["a", "b", "a", ""],
    )
    lines = told(tmp_path, capsys, text.replace("again", "fine", 1), "--target", "y", "--keep", "sam")
    assert [line[:48] for line in lines] == [
        "column 'fine' is there twice; names must differ.",
        "--keep: no column 'sam' (did you mean 'same'?); ",
        "column 'slip', rows 1, 22: found 'tall', 'wide',",
        "column 'worse', row 1: found inf, allowed are fi",
        "column 'worse', row 3: found 'odd', while 37 oth",
        "column 'when', row 1: found the date or time '20",
        "1 cell is missing, in 'worse' (1): fill it, or g",
        "column 'code' has 25 different texts ('v0', 'v1'",
        "target 'y': 10 of 40 cells are missing, allowed ",
    ]


def test_cells_under_a_faulty_name_are_looked_at_too(tmp_path, capsys):
    text = column("km/h", ["1", "2", "3", "x"]).replace("a,b", ",b", 1)
    lines = told(tmp_path, capsys, text, "--target", "y")
    assert len(lines) == 3 and lines[2].startswith("column 'km_h', rows 4, 8, 12, 16, 20 and 5 more: found 'x', while")
    lines = told(tmp_path, capsys, text, "--target", "km/h")
    assert len(lines) == 3 and lines[2].startswith("column 'km_h', rows")


def test_rows_that_do_not_fit_are_told_with_names_and_options(tmp_path, capsys):
    lines = GOOD.replace("a,b,y", "b,b,y", 1).splitlines()
    lines[3], lines[5], lines[8] = "1,2", "1,2,3,4", lines[0]
    assert told(tmp_path, capsys, "\n".join(lines), "--target", "z") == [
        "rows 3 (line 4), 5 (line 6): found 2, 4 cells, allowed are 3, as many as there are columns.",
        "row 8 (line 9) repeats the names of the columns.",
        "column 'b' is there twice; names must differ.",
        "--target: no column 'z'; found b, b, y.",
    ]


def test_what_follows_from_another_fault_is_not_told(tmp_path, capsys):
    # Nothing varies in two rows, and no feature is left without the one that has a slip.
    few = "a,b,y\n1,x,3\n1,,3\n"
    assert [line[:13] for line in told(tmp_path, capsys, few, "--target", "y")] == ["found 2 rows,", "1 cell is mis"]
    slip = table(a=["1", "2", "slip"], same=["7"], y=[str(i) for i in range(40)])
    assert [line[:10] for line in told(tmp_path, capsys, slip, "--target", "y")] == ["column 'a'"]


def test_many_faults_are_counted(tmp_path, capsys):
    text = table(**{f"c{i}": ["1", "2", "3", "slip\x1b"] for i in range(30)}, y=[str(i) for i in range(40)])
    lines = told(tmp_path, capsys, text, "--target", "y")
    assert len(lines) == 21 and lines[-1] == "10 more like these." and "found 'slip_'" in lines[0]


def test_several_rare_classes_are_one_fault(tmp_path, capsys):
    text = target(["u"] * 35 + ["p", "p", "q", "q", "r"])
    assert told(tmp_path, capsys, text, "--target", "y") == [
        "target 'y': classes 'p' (2), 'q' (2), 'r' (1) have few rows, allowed are at least 5: leave their rows out."
    ]
