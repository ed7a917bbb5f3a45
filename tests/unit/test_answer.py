"""The answer of a study: numbers from curves that are known, and the words for them."""

import numpy as np
import pytest
from sieveflow.answer import find_answer
from sieveflow.answer_words import as_markdown, cost_sentence, headline
from sieveflow.stats.stability import stability

FEATURES = ["p", "q", "r", "s <b>"]
LABELS = {"one": "One", "two": "Two"}
SETTINGS = {
    "features": FEATURES,
    "metric": "rmse",
    "chance_metric": "q2",
    "n_classes": 0,
    "n_train": 80,
    "n_test": 20,
    "alpha": 0.05,
}


def rankings(*orders):
    return [
        {"realization": str(number), "feature": name, "rank": str(place), "error": ""}
        for number, order in enumerate(orders)
        for place, name in enumerate(order, start=1)
    ]


def evaluations(curve, n=5, q2=0.1, step=0.01):
    """Errors by number of features, which wave around the curve from split to split."""
    rows = []
    for number in range(n):
        wave = step * (number - (n - 1) / 2)
        for count, error in enumerate(curve, start=1):
            for metric, value in (("rmse", error + wave), ("q2", q2 + 0.01 * wave)):
                row = {"realization": str(number), "n_features": str(count), "metric": metric, "value": repr(value)}
                rows.append(row | {"error": ""})
    return rows


@pytest.fixture
def answer():
    same = rankings(*[FEATURES] * 5)
    other = rankings(*[["p", "r", "q", "s <b>"]] * 5)
    errors = {"one": evaluations([3.0, 1.001, 1.0, 2.0]), "two": evaluations([3.0, 2.5, 1.5, 2.0])}
    return find_answer(errors, {"one": same, "two": other}, **SETTINGS)


def test_best_and_smallest_number(answer):
    assert answer["best"]["n_features"] == 3 and answer["best"]["method"] == "one"
    # The deviation over splits is 0.0158, its standard error with overlapping training sets 0.0106.
    assert answer["best"]["error"] == pytest.approx(np.std([-2, -1, 0, 1, 2], ddof=1) * 0.01 * np.sqrt(1 / 5 + 1 / 4))
    assert answer["smallest"]["n_features"] == 2 and answer["smallest"]["mean"] == pytest.approx(1.001)
    assert [row["feature"] for row in answer["features"]] == ["p", "q"]
    assert all(row["times"] == 5 for row in answer["features"])


def test_stability_disagreement_and_tests(answer):
    assert answer["stability"]["value"] == 1.0
    assert answer["methods"]["two"]["shared"] == 1 and answer["methods"]["two"]["set"] == ["p", "r"]
    assert answer["all_features"]["difference"] == pytest.approx(-0.999) and answer["all_features"]["p"] < 1e-6
    assert answer["found"] and answer["chance"]["mean"] == pytest.approx(0.1)


def test_the_held_out_error_does_not_choose_for_itself():
    # Method one is best on average because of one split; without that split method two is, and the split counts whole.
    errors = {name: evaluations([value] * 4, step=0.0) for name, value in (("one", 1.0), ("two", 0.9))}
    for row in errors["one"]:
        if row["realization"] == "0" and row["metric"] == "rmse":
            row["value"] = "0.0"
    found = find_answer(errors, {name: rankings(*[FEATURES] * 5) for name in errors}, **SETTINGS)
    assert found["best"]["mean"] == pytest.approx(0.8)
    assert found["honest"]["mean"] == pytest.approx((0.9 + 4 * 1.0) / 5)


def test_words_say_it_and_are_safe_in_a_page(answer):
    words = as_markdown(answer, LABELS, "y <i>", ["A note."], "Cost.")
    assert words.startswith("# 2 of 4 features are enough to predict 'y <i>': p and q.\n")
    for part in ("Best number of features.** 3, ranked by One", "Two has r in the place of q", "significantly better"):
        assert part in words


def test_noise_is_called_noise():
    curve = {"one": evaluations([1.0, 1.0, 1.0, 1.0], q2=1.0)}
    found = find_answer(curve, {"one": rankings(*[FEATURES] * 5)}, **SETTINGS)
    assert not found["found"]
    assert headline(found, "y").startswith("These features do not predict 'y' better than a guess")


def test_two_splits_are_too_few_to_tell():
    curve = {"one": evaluations([1.0, 1.0, 1.0, 1.0], n=2, q2=0.8, step=100.0)}
    found = find_answer(curve, {"one": rankings(*[FEATURES] * 2)}, **SETTINGS)
    assert not found["found"]
    assert headline(found, "y").startswith("With 2 splits one cannot tell whether these features predict 'y'")


def test_a_method_that_was_stopped_is_named_and_takes_no_part():
    errors = {"one": evaluations([2.0, 1.0, 1.0, 1.0]), "two": evaluations([0.1] * 4)}
    text = "RuntimeError: no ranking: TimeLimit: not finished within 5 s, the limit for these realizations"
    errors["two"] = [row for row in errors["two"] if row["realization"] != "4"]
    errors["two"].append({"realization": "4", "error": text})
    found = find_answer(errors, {name: rankings(*[FEATURES] * 5) for name in errors}, **SETTINGS)
    assert found["best"]["method"] == "one"
    words = as_markdown(found, LABELS, "y")
    assert "Two failed in 1 of 5 splits: its time was over." in words
    nothing = find_answer({"two": errors["two"]}, {"two": []}, **SETTINGS)
    assert "there is no answer" in headline(nothing, "y") and as_markdown(nothing, LABELS, "y")


def test_costs_are_in_order():
    rows = [{"method": m, "seconds": s, "n_realizations": n} for m, s, n in (("one", "3.14", "2"), ("two", "0.1", "2"))]
    assert cost_sentence(rows, LABELS) == "Processor time for all rankings: Two 0.1 s, One 3.1 s."


def test_stability_by_its_definition():
    rng = np.random.RandomState(0)
    Z = rng.random_sample((12, 7)) < 0.4
    M, d = Z.shape
    p, k = Z.mean(axis=0), Z.sum(axis=1).mean()
    expected = 1 - np.mean(M / (M - 1) * p * (1 - p)) / (k / d * (1 - k / d))
    assert stability(Z).value == pytest.approx(expected, abs=1e-12)
    assert stability(np.array([[1, 1, 0, 0], [0, 0, 1, 1]])).value == pytest.approx(-1.0)
    assert stability(np.ones((3, 4))) is None and stability(np.ones((1, 4))) is None


def test_the_interval_of_stability_is_that_of_the_jackknife():
    # Of many sets, the variance by leaving out one at a time is that of the delta method that the interval rests on.
    rng = np.random.RandomState(1)
    Z = rng.random_sample((400, 9)) < np.linspace(0.1, 0.9, 9)
    found = stability(Z)
    without = np.array([stability(np.delete(Z, row, axis=0)).value for row in range(len(Z))])
    jackknife = np.sqrt((len(Z) - 1) * without.var())
    assert (found.upper - found.lower) / (2 * 1.959964) == pytest.approx(jackknife, rel=0.02)
