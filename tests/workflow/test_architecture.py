"""The drawing of the rules is that of the rules."""

import importlib.util

import pytest
from support import ROOT


@pytest.fixture
def draw_rules():
    spec = importlib.util.spec_from_file_location("draw_rules", ROOT / "docs/draw_rules.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_drawing_is_current(draw_rules):
    shown = draw_rules.DRAWING.search(draw_rules.PAGE.read_text("utf-8")).group()
    assert shown == draw_rules.drawing(draw_rules.reduced(draw_rules.rule_graph())), "make architecture"


def test_longer_ways_replace_edges(draw_rules):
    assert draw_rules.reduced({("a", "b"), ("b", "c"), ("a", "c")}) == {("a", "b"), ("b", "c")}
