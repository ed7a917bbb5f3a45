"""What the benchmark says of its rows, and how exponents of growth are found."""

import numpy as np
import pytest
from bench import grow, growth, page, run, svm_path
from bench.clock import with_judgement
from bench.packages import PACKAGES, REASONS
from bench.works import judge_order

ROW = {"row": "work", "kind": "peer", "other": "package", "ratio": 2.0, "ours_hits": 5, "other_hits": 5}
ROW |= {"ours_error": 0.1, "other_error": 0.1, "goal": 1}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "yes"),
        ({"ours_error": 0.109}, "yes"),
        ({"ratio": 0.9}, "no, slower: since"),
        ({"ours_hits": 4, "ours_error": 0.2}, "no, fewer hits, larger error: since"),
        ({"other": "stranger", "ratio": 0.5}, "no, slower: why is not known"),
        ({"kind": "floor", "goal": 0.3, "ratio": 0.4}, "yes"),
        ({"kind": "floor", "goal": 0.3, "ratio": 0.2, "other": "stranger"}, "no, slower: why is not known"),
    ],
)
def test_we_are_ahead_where_we_are_no_slower_and_no_worse(change, said):
    assert with_judgement(ROW | change, {("work", "package"): "since"})["ahead"] == said


def test_every_package_has_a_work_and_a_method_of_ours():
    assert all(package.ours in package.work.ours for package in PACKAGES.values())
    rows = {(package.work.name, name) for name, package in PACKAGES.items()}
    assert set(REASONS) <= rows


def test_an_order_is_judged_by_hits_and_by_the_error_with_its_first_features():
    rng = np.random.RandomState(0)
    X = rng.standard_normal((300, 6))
    data = {"X": X[:150], "X_test": X[150:], "y": X[:150, 0], "y_test": X[150:, 0]}
    right, wrong = (judge_order({"order": order}, data, 2, 1) for order in ([0, 1, 2], [3, 4, 0]))
    assert (right["hits"], wrong["hits"]) == (1, 0)
    assert right["error"] < 0.1 < 0.9 < wrong["error"]


def test_exponents_are_slopes_over_the_last_sizes():
    sizes = [1, 10, 100, 1000]
    assert growth.exponent(sizes, [7.0, 3.0, 300.0, 30000.0], 0.005) == pytest.approx(2.0)
    assert growth.exponent(sizes, [0.0, 0.0, 0.001, 0.002], 0.005) is None


def test_growth_is_measured_in_processes_of_their_own():
    class Ranker:
        def fit(self, X, y):
            self.copies = np.ones((2, *X.shape))

    points = grow.grow(lambda n, d: (Ranker(), np.ones((n, d)), np.ones(n)), 50_000, 20, "n")
    assert points[0][0] == 50_000 and len(points) >= 2
    # Two copies of numbers of eight bytes.
    for size, _, megabytes in points:
        assert megabytes == pytest.approx(2 * 8 * size * 20 / 2**20, rel=0.05)


def test_a_size_that_fails_ends_the_sweep():
    def prepared(n, d):
        raise MemoryError

    assert grow.grow(prepared, 100, 20, "n") == []


def test_the_page_has_every_row_what_was_left_out_and_how_often_we_are_ahead(tmp_path):
    row = ROW | {"ours": "mrmr", "ours_s": 1.0, "other_s": 2.0, "ours_mb": 100.4, "other_mb": 50.0, "n_relevant": 5}
    row |= {"quality": "", "ahead": "yes"}
    packages = [row, row | {"other": "stranger", "ratio": 0.5, "ahead": "no, slower: since"}]
    texts = [{key: str(value) for key, value in own.items()} for own in packages]
    page.write(tmp_path, texts, [texts[0]], [], missing=["elsewhere: cannot be installed here"])
    told = (tmp_path / "bench.md").read_text()
    assert "| work | mrmr | package | 1 / 2 | 2.00 | 100 / 50 | 5 / 5 of 5 | 0.100 / 0.100 | yes |" in told
    assert "Left out: elsewhere: cannot be installed here." in told
    assert "Of 2 packages' rows we are ahead in 1." in told
    assert (tmp_path / "images/bench.svg").exists()


def made_sample(_):
    X = np.random.RandomState(0).standard_normal((30, 3))
    return X, np.where(X[:, 0] > 0.3 * X[:, 1] ** 2, 1.0, -1.0), "made up"


def test_a_path_is_held_against_solves_at_equal_and_at_default_tolerance(monkeypatch):
    monkeypatch.setattr(svm_path, "sample", made_sample)
    row = svm_path.bench_row("small", "rbf", times=1)
    assert set(row) == set(svm_path.COLUMNS)
    assert row["ratio"] * row["path_s"] == pytest.approx(svm_path.SOLVES * row["solve_s"])
    assert row["default_ratio"] * row["path_s"] == pytest.approx(svm_path.SOLVES * row["default_solve_s"])
    assert row["unfinished"] == row["default_unfinished"] == 0
    rows = list(run.path_rows())
    assert all("tolerance 1e-06" in row["other"] and "default of 0.001" in row["quality"] for row in rows)


def test_solves_that_do_not_finish_are_counted(monkeypatch):
    monkeypatch.setattr(svm_path, "WORK", 60.0)
    X, y, _ = made_sample(None)
    times, unfinished = svm_path.solves(X, y, tol=svm_path.EQUAL, kernel="rbf", gamma=1.0)
    assert len(times) == 18
    assert unfinished == 18


def test_the_page_of_the_path_has_every_gaussian_row_and_says_who_is_short(tmp_path, monkeypatch):
    row = {"data set": "a", "kernel": "rbf", "n": 1200, "breakpoints": 30, "path_s": 0.02, "solve_s": 0.01}
    row |= {"ratio": 1.5, "default_solve_s": 0.005, "default_ratio": 0.75}
    short = row | {"data set": "b", "ratio": 0.9, "default_ratio": 0.8}
    rows = [row, short, row | {"kernel": "linear", "ratio": 40.0, "default_ratio": 30.0}]
    monkeypatch.setattr(svm_path, "PAGE", tmp_path / "page.md")
    svm_path.PAGE.write_text(f"before\n{svm_path.BEGIN}\nold\n{svm_path.END}\nafter\n")
    for _ in range(2):
        svm_path.write_page(rows)
        text = svm_path.PAGE.read_text()
        assert text.startswith("before\n") and text.endswith("after\n") and "old" not in text
        assert text.count("| a | 1,200 | 30 | 20 | 10 | 1.50 | 5 | 0.75 |") == 1
        assert "on 1 of 2 data sets at 1e-06 and on 0 at 0.001" in text and "short of 1 are b 0.90." in text
        assert "With a linear kernel the path costs no more than 3 solves on 1 of 1 data sets" in text
