"""The page about the SVM path does what it says."""

import contextlib
import io
import re
import runpy
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs/svm-path.md"


def test_the_code_of_the_page_prints_what_the_page_shows():
    names = {}
    blocks = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE.read_text(), flags=re.DOTALL)
    assert len(blocks) == 3
    for code, shown in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, str(PAGE), "exec"), names)
        assert printed.getvalue() == shown


def test_the_picture_can_be_drawn(tmp_path):
    runpy.run_path(str(PAGE.with_name("draw_svm_path.py")))["main"](tmp_path / "picture.png")
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")
