import numpy as np
from sieveflow.plots.predictions import plot_predictions
from sieveflow.plots.weights import (
    FLIPS,
    NEGATIVE,
    POSITIVE,
    UNUSED,
    colour_of,
    plot_parallel,
    plot_stars,
    shown_variables,
)

WEIGHTS = {"up": np.array([0.5, 0.0]), "down": np.array([-0.2, -0.3]), "both": np.array([-0.1, 0.4]), "no": np.zeros(2)}


def test_colours_tell_the_signs():
    assert [colour_of(weights) for weights in WEIGHTS.values()] == [POSITIVE, NEGATIVE, FLIPS, UNUSED]


def test_variables_are_ordered_by_their_mean_weight_and_of_many_the_largest_are_shown():
    assert shown_variables(WEIGHTS) == ["down", "no", "both", "up"]
    many = {f"v{k}": np.array([k - 20.0]) for k in range(40)}
    shown = shown_variables(many)
    assert len(shown) == 30 and shown[0] == "v0" and shown[-1] == "v39" and "v20" not in shown


def test_figures_have_every_name_and_the_same_bytes_twice(tmp_path):
    for draw in (plot_stars, plot_parallel):
        made = []
        for name in ("a", "b"):
            draw(tmp_path / f"{name}.svg", tmp_path / f"{name}.png", WEIGHTS, title="t", kept={"up"})
            made.append((tmp_path / f"{name}.svg").read_bytes() + (tmp_path / f"{name}.png").read_bytes())
        assert made[0] == made[1]
        text = (tmp_path / "a.svg").read_text()
        assert all(name in text for name in ("up", "(down)", "(both)", "(no)", "changes its sign"))


def test_predictions_have_a_panel_per_method_and_count(tmp_path):
    y = np.arange(5.0)
    points = {("A", 2): (y, y), ("B", 0): (y, y[::-1])}
    colours = {"A": "#111111", "B": "#222222"}
    plot_predictions(tmp_path / "p.svg", tmp_path / "p.png", points, title="t", colours=colours)
    text = (tmp_path / "p.svg").read_text()
    assert "A, 2 features" in text and "B, its own features" in text and "Q² = 0" in text and "Q² = 4" in text
