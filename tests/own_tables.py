"""Tables of a user's own as text: a good one, and the same with something changed."""

ROWS = [f"{i % 7},{(i * i) % 11},{(3 * i) % 13 + 0.5}" for i in range(40)]
GOOD = "\n".join(["a,b,y", *ROWS]) + "\n"


def changed(row, text):
    """The good table with another text in one row; the header is row 0."""
    lines = GOOD.splitlines()
    lines[row] = text
    return "\n".join(lines) + "\n"


def column(name, cells):
    """The good table with one more column, which the cells fill again and again."""
    first, *rest = GOOD.splitlines()
    return "\n".join([f"{name},{first}", *(f"{cells[i % len(cells)]},{row}" for i, row in enumerate(rest))]) + "\n"


def target(cells):
    """A table whose target has these cells again and again."""
    rows = [row.rsplit(",", 1)[0] for row in ROWS]
    return "\n".join(["a,b,y", *(f"{row},{cells[i % len(cells)]}" for i, row in enumerate(rows))]) + "\n"


def write(tmp_path, text, name="t.csv"):
    """Write a table; returns its path."""
    (tmp_path / name).write_bytes(text.encode() if isinstance(text, str) else text)
    return tmp_path / name
