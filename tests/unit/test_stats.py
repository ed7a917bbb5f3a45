import numpy as np
import pytest
from scipy import stats
from sieveflow.comparison import compare, outcome
from sieveflow.metrics import mean_squared_error, squared_correlation
from sieveflow.stats.cells import counts_against_printed, mean_against_printed
from sieveflow.stats.paired import corrected_t, paired_t, two_sample_t, wilcoxon

RNG = np.random.RandomState(0)
DIFFERENCES = RNG.standard_normal(12) + 0.4


def test_paired_t_is_that_of_scipy():
    assert paired_t(DIFFERENCES) == pytest.approx(stats.ttest_1samp(DIFFERENCES, 0).pvalue)


def test_corrected_t_by_hand():
    t = DIFFERENCES.mean() / np.sqrt((1 / 12 + 30 / 90) * DIFFERENCES.var(ddof=1))
    assert corrected_t(DIFFERENCES, n_train=90, n_test=30) == pytest.approx(2 * stats.t.sf(abs(t), 11))
    assert corrected_t(DIFFERENCES, n_train=90, n_test=30) > paired_t(DIFFERENCES)


def test_wilcoxon_among_ties_is_that_of_scipy():
    # By hand: of the eight sums of ranks 1.5, 1.5 and 3 three are at most 1.5, which is that of the positive one.
    assert wilcoxon(np.array([1.0, -1.0, -2.0])) == 2 * 3 / 8
    for size in (3, 5, 8, 9, 10, 10, 11, 12):
        values = RNG.randint(-3, 4, size=size) + np.where(np.arange(size) == 1, 0.5, 0.0)
        assert wilcoxon(values) == pytest.approx(stats.wilcoxon(values).pvalue, rel=1e-12)
    zero = np.array([0.0, 0.3, -1.2, 2.0, 0.7, 1.1])
    assert wilcoxon(zero) == pytest.approx(stats.wilcoxon(zero).pvalue, rel=1e-12)


def test_equal_methods_are_not_different():
    zeros = np.zeros(5)
    assert paired_t(zeros) == wilcoxon(zeros) == corrected_t(zeros, n_train=2, n_test=2) == 1.0


def test_one_realization_tests_nothing():
    assert np.isnan(paired_t(np.array([1.0])))
    assert np.isnan(two_sample_t(np.array([1.0]), np.array([2.0])))


def test_two_samples_that_do_not_vary():
    assert two_sample_t(np.ones(4), np.ones(4)) == 1.0
    assert two_sample_t(np.ones(4), np.zeros(4)) == 0.0


@pytest.mark.parametrize(
    ("p", "gain", "lower", "expected"),
    [
        (0.01, 1.0, True, "+"),
        (0.01, -1.0, True, "-"),
        (0.01, 1.0, False, "-"),
        (0.2, 1.0, True, ""),
        (np.nan, 1.0, True, ""),
    ],
)
def test_outcome_has_the_reference_on_its_left(p, gain, lower, expected):
    assert outcome(p, gain, lower_is_better=lower, alpha=0.05) == expected


def test_printed_mean_without_deviation_borrows_ours():
    values = RNG.standard_normal(30) + 5
    z, p = mean_against_printed(values.mean(), values.std(ddof=1), 30, 5.5, printed_count=30)
    expected = (values.mean() - 5.5) / np.sqrt(2 * values.var(ddof=1) / 30)
    assert (z, p) == (pytest.approx(expected), pytest.approx(2 * stats.t.sf(abs(expected), 29)))


def test_what_was_rounded_away_counts():
    # Printed 0.95, ours 0.9445 to within a thousandth: 0.9450 would print the same.
    plain, _ = mean_against_printed(0.9445, 0.001, 30, 0.95, printed_count=30)
    rounded, p = mean_against_printed(0.9445, 0.001, 30, 0.95, printed_count=30, unit=0.01)
    assert abs(plain) > 10 and abs(rounded) == pytest.approx(0.0055 / np.sqrt(0.01**2 / 12), rel=0.01) and p > 0.05


def test_printed_mean_with_deviation_is_a_two_sample_test():
    z, p = mean_against_printed(1.0, 0.5, 30, 1.2, printed_std=0.5, printed_count=30)
    peer = stats.ttest_ind_from_stats(1.0, 0.5, 30, 1.2, 0.5, 30)
    assert (z, p) == (pytest.approx(peer.statistic), pytest.approx(peer.pvalue))


def test_hits_are_compared_exactly():
    assert counts_against_printed(30, 30, 30, 30) == (0.0, 1.0)
    assert counts_against_printed(27, 30, 30, 30)[1] == pytest.approx(stats.fisher_exact([[27, 3], [30, 0]]).pvalue)
    assert counts_against_printed(10, 30, 30, 30)[1] < 1e-6


def test_metrics():
    y, p = RNG.standard_normal((2, 20))
    assert mean_squared_error(y, p) == pytest.approx(np.mean((y - p) ** 2))
    assert squared_correlation(y, p) == pytest.approx(np.corrcoef(y, p)[0, 1] ** 2)
    assert squared_correlation(y, np.ones(20)) == 0.0


def evaluation(values):
    return [
        {"realization": str(r), "n_features": "1", "metric": "mse", "value": repr(float(v)), "error": ""}
        for r, v in enumerate(values)
    ]


def ranking(firsts):
    return [
        {"realization": str(r), "feature": f, "rank": str(k), "score": "1", "error": ""}
        for r, order in enumerate(firsts)
        for k, f in enumerate(order, start=1)
    ]


def test_comparison_tests_hits_and_corrects_over_the_table():
    a, b = RNG.standard_normal(8) ** 2, RNG.standard_normal(8) ** 2 + 1
    rows = compare(
        {"ref": evaluation(a), "other": evaluation(b), "third": evaluation(a + RNG.standard_normal(8))},
        {"ref": ranking(["xyz"] * 8), "other": ranking(["yxz", "xzy"] * 4), "third": ranking(["zyx"] * 8)},
        reference="ref",
        metrics=["mse"],
        relevant=["x", "y"],
        n_train=10,
        n_test=5,
        alpha=0.05,
        t_test="paired",
    )
    found = {(row["method"], row["metric"]): row for row in rows}
    assert found["other", "mse"]["p_value"] == pytest.approx(stats.ttest_rel(b, a).pvalue)
    small, large = sorted([found["other", "mse"], found["third", "mse"]], key=lambda row: row["p_value"])
    assert small["p_holm"] == pytest.approx(min(1.0, 2 * small["p_value"]))
    assert large["p_holm"] == pytest.approx(max(large["p_value"], small["p_holm"]))
    assert "p_value" not in found["ref", "mse"]
    assert (found["ref", "hits"]["mean"], found["other", "hits"]["mean"]) == (1.0, 0.5)


def test_a_failed_realization_is_counted_and_leaves_the_test():
    a = [1.0, 2.0, 4.0]
    failed = [
        *evaluation([1.5, 2.7]),
        {"realization": "2", "n_features": "", "metric": "", "value": "", "error": "E: x"},
    ]
    rows = compare(
        {"ref": evaluation(a), "other": failed},
        {},
        reference="ref",
        metrics=["mse"],
        relevant=[],
        n_train=2,
        n_test=2,
        alpha=0.05,
        t_test="paired",
    )
    other = next(row for row in rows if row["method"] == "other")
    assert (other["n_realizations"], other["n_failed"]) == (2, 1)
    assert other["p_value"] == pytest.approx(stats.ttest_rel([1.5, 2.7], a[:2]).pvalue)
