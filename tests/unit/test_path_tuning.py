"""Searches over lambda: the exact function against direct evaluation, brute force, scikit-learn's measures, LIBSVM."""

from itertools import pairwise

import numpy as np
import pytest
from path_problems import degenerate_problem
from scipy.optimize import brentq
from scipy.special import expit
from sieveflow.errors import InputError
from sieveflow.learners.kernels import gaussian_kernel
from sieveflow.learners.svc_global_cv import SVCGlobalCV
from sieveflow.learners.svm_path import svm_path
from sieveflow.path_tuning.fold_decisions import FoldDecisions, fold_decisions
from sieveflow.path_tuning.global_search import global_search
from sieveflow.path_tuning.gradient_search import STARTS, gradient_search, smooth_cv_error, smooth_error
from sieveflow.path_tuning.grid_search import grid, grid_search
from sieveflow.path_tuning.step_function import cv_function
from sieveflow.path_tuning.validation import FUNCTIONS, validation_function, weighted_error
from sklearn import metrics
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import parametrize_with_checks

CHOICES = [*FUNCTIONS.values(), weighted_error(3.0)]
each_function = pytest.mark.parametrize("function", CHOICES, ids=lambda f: f.name)


def problem(seed=0, n=100, d=4):
    rng = np.random.RandomState(seed)
    y = np.where(rng.uniform(size=n) < 0.4, 1.0, -1.0)
    X = rng.standard_normal((n, d))
    X[:, 0] += 0.6 * y
    return X, y


def folds_of(y, k=5):
    fold = np.empty(y.size, dtype=int)
    for number, (_, held_out) in enumerate(StratifiedKFold(k, shuffle=True, random_state=0).split(y, y)):
        fold[held_out] = number
    return fold


@pytest.fixture(scope="module")
def decisions():
    X, y = problem()
    return fold_decisions(gaussian_kernel(X, X, 0.2), y, folds_of(y))


def value_of(function, y, h):
    """The function from decisions; those that hang on the perturbation of the path are zero, or equal."""
    noise = 1e-8 * np.abs(h).max()
    if function.ranks:
        gaps = h[y > 0][:, None] - h[y < 0][None, :]
        return float(np.mean((gaps > noise) + 0.5 * (np.abs(gaps) <= noise)))
    positive = h >= -noise
    counts = int((positive & (y > 0)).sum()), int((positive & (y < 0)).sum()), int((y > 0).sum()), int((y < 0).sum())
    return float(function.of_counts(*counts))


def direct(function, folds, lam):
    return float(np.mean([value_of(function, fold.y, fold.at(lam)[0]) for fold in folds]))


def sign_of(function):
    return 1.0 if function.lower_is_better else -1.0


@each_function
def test_functions_are_those_of_scikit_learn(function):
    rng = np.random.RandomState(0)
    y, h = np.where(rng.uniform(size=200) < 0.3, 1.0, -1.0), np.round(rng.standard_normal(200), 1)
    predicted = np.where(h >= 0.0, 1.0, -1.0)
    weights = np.where(y > 0.0, 1.0, 3.0)
    theirs = {
        "error": lambda: 1.0 - metrics.accuracy_score(y, predicted),
        "weighted-error": lambda: 1.0 - metrics.accuracy_score(y, predicted, sample_weight=weights),
        "balanced-error": lambda: 1.0 - metrics.balanced_accuracy_score(y, predicted),
        "precision": lambda: metrics.precision_score(y, predicted),
        "recall": lambda: metrics.recall_score(y, predicted),
        "f-measure": lambda: metrics.f1_score(y, predicted),
        "auc": lambda: metrics.roc_auc_score(y, h),
    }
    assert value_of(function, y, h) == pytest.approx(theirs[function.name](), abs=1e-12)


def test_a_balanced_error_is_a_weighted_one():
    y, h = np.array([1, 1, 1, -1, -1, -1, -1]), np.array([1, -1, 1, 1, -1, -1, -1])
    assert value_of(weighted_error(3 / 4), y, h) == pytest.approx(value_of(FUNCTIONS["balanced-error"], y, h))


@each_function
def test_the_exact_function_is_right_at_random_lambdas(function, decisions):
    exact = cv_function(decisions, function)
    lambdas = 2.0 ** np.random.RandomState(1).uniform(-8, 9, size=400)
    found = [direct(function, decisions, lam) for lam in lambdas]
    np.testing.assert_allclose(exact.at(lambdas), found, atol=1e-12)


@each_function
def test_nothing_is_better_than_the_global_optimum(function, decisions):
    exact = cv_function(decisions, function)
    go = global_search(exact)
    sign = sign_of(function)
    for step in (1.0, 0.1, 0.01):
        found = grid_search(exact, step)
        assert sign * go.value <= sign * found.value + 1e-12
        if abs(found.value - go.value) <= 1e-12:
            assert found.lam <= go.lam
    for lam in 2.0 ** np.random.RandomState(2).uniform(-8, 9, size=500):
        assert sign * go.value <= sign * direct(function, decisions, lam) + 1e-12
    assert direct(function, decisions, np.sqrt(go.lower * go.upper)) == pytest.approx(go.value, abs=1e-12)


def brute_force(function, folds, paths, kernels):
    """The best interval by bisection of what every path says about every sample, or pair, between breakpoints."""
    changes = {512.0, 2.0**-8}
    for fold, path, kernel in zip(folds, paths, kernels, strict=True):
        rows = kernel
        if function.ranks:
            rows = [p - q for p in kernel[fold.y > 0] for q in kernel[fold.y < 0]]
        for row in rows:
            part = -1.0 if function.ranks else 0.0

            def h(lam, row=row, path=path, part=part):
                alpha, theta = path.at(lam)
                return row @ (alpha * path.y) + (theta if part == 0.0 else 0.0)

            ends = np.unique(path.lambdas)
            values = [h(lam) for lam in ends]
            for k in range(ends.size - 1):
                if values[k] * values[k + 1] < 0.0:
                    changes.add(brentq(h, ends[k], ends[k + 1], xtol=1e-300, rtol=1e-15))
    edges = np.sort(list(changes))[::-1]
    best = None
    for upper, lower in pairwise(edges):
        if upper - lower > 1e-8 * upper:
            value = direct(function, folds, 0.5 * (upper + lower))
            if best is None or sign_of(function) * (value - best[0]) < -1e-12:
                best = value, lower, upper
    return best


@each_function
@pytest.mark.parametrize("seed", range(3))
def test_brute_force_finds_the_same_interval(function, seed):
    X, y = problem(seed, n=24, d=2)
    gram = gaussian_kernel(X, X, 0.5) if seed % 2 else X @ X.T
    fold = folds_of(y, 3)
    decisions = fold_decisions(gram, y, fold)
    parts = [(np.flatnonzero(fold != k), np.flatnonzero(fold == k)) for k in range(3)]
    paths = [svm_path(gram[np.ix_(train, train)], y[train]) for train, _ in parts]
    kernels = [gram[np.ix_(held_out, train)] for train, held_out in parts]
    value, lower, upper = brute_force(function, decisions, paths, kernels)
    go = global_search(decisions, function)
    assert go.value == pytest.approx(value, abs=1e-12)
    np.testing.assert_allclose([go.lower, go.upper], [lower, upper], rtol=1e-9)


@pytest.mark.parametrize("seed", range(40))
def test_the_exact_function_is_right_on_degenerate_problems(seed):
    gram, y, about = degenerate_problem(1000 + seed)
    if min((y > 0).sum(), (y < 0).sum()) < 4:
        return
    decisions = fold_decisions(gram, y, folds_of(y, 2))
    function = CHOICES[seed % len(CHOICES)]
    go = global_search(decisions, function)
    inside = direct(function, decisions, 0.5 * (go.lower + go.upper))
    assert inside == pytest.approx(go.value, abs=1e-12), about
    for lam in 2.0 ** np.random.RandomState(seed).uniform(-8, 9, size=40):
        assert sign_of(function) * (go.value - direct(function, decisions, lam)) <= 1e-12, about


def test_machines_without_slope_rank_nothing():
    # Equal inputs in both classes: w = 0, and what order the perturbation makes is no order.
    X = np.repeat(np.arange(12.0)[:, None], 4, axis=0)
    y = np.tile([1.0, -1.0, -1.0, -1.0], 12)
    folds = fold_decisions(X @ X.T, y, np.arange(y.size) // 4 % 2)
    exact = cv_function(folds, "auc")
    assert exact.values.tolist() == [0.5]


def fold_of(lambdas, h, y=(1.0, -1.0)):
    return FoldDecisions(np.array(lambdas), np.array(h).T, np.array(y), 0.0)


def test_changes_are_found_at_exact_zeros_too():
    # The positive sample is right above lambda = 4, where a breakpoint has h = 0; the negative one below lambda = 2.
    fold = fold_of([8.0, 4.0, 2.0, 1.0], [[1.0, 0.0, -1.0, -2.0], [2.0, 1.0, 0.0, -1.0]])
    exact = cv_function([fold])
    np.testing.assert_allclose(exact.upper, [8.0, 4.0, 2.0])
    np.testing.assert_allclose(exact.values, [0.5, 1.0, 0.5])
    found = global_search(exact)
    assert (found.lower, found.upper, found.lam, found.value) == (4.0, 8.0, 8.0, 0.5)


def test_a_touched_zero_changes_nothing():
    fold = fold_of([8.0, 4.0, 2.0], [[1.0, 0.0, 1.0], [-1.0, -1.0, -1.0]])
    exact = cv_function([fold])
    assert exact.values.tolist() == [0.0]


def test_zero_all_along_is_predicted_positive():
    fold = fold_of([8.0, 4.0, 2.0], [[0.0, 0.0, 1.0], [-1.0, -1.0, -1.0]])
    assert cv_function([fold]).values.tolist() == [0.0]
    assert cv_function([fold], "auc").values.tolist() == [1.0]


def test_equal_decisions_count_half_for_the_area():
    fold = fold_of([8.0, 4.0, 2.0], [[1.0, 1.0, 2.0], [1.0, 1.0, 1.0]])
    exact = cv_function([fold], "auc")
    assert exact.values.tolist() == [0.5, 1.0]
    assert global_search(exact).upper == 4.0


def test_the_largest_lambda_wins_among_ties():
    fold = fold_of([8.0, 4.0, 2.0, 1.0], [[1.0, -1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0]])
    found = global_search([fold])
    assert (found.value, found.upper, found.lower) == (0.0, 8.0, 6.0)


def test_grids_have_the_sizes_of_the_thesis():
    assert [grid(2.0**9, 2.0**-8, step).size for step in (1.0, 0.1, 0.01)] == [18, 171, 1701]
    assert grid(2.0**9, 2.0**-8, 0.1)[-1] == 2.0**-8


def away_from_breakpoints(folds, lambdas):
    for lam in lambdas:
        if min(np.abs(fold.lambdas / lam - 1.0).min() for fold in folds) > 1e-4:
            yield lam


def test_the_gradient_agrees_with_difference_quotients(decisions):
    checked = 0
    for lam in away_from_breakpoints(decisions, 2.0 ** np.random.RandomState(3).uniform(-2, 8, size=100)):
        step = 1e-6 * lam
        quotient = (smooth_cv_error(decisions, lam + step)[0] - smooth_cv_error(decisions, lam - step)[0]) / (2 * step)
        assert smooth_cv_error(decisions, lam)[1] == pytest.approx(quotient, rel=1e-5, abs=1e-9 / lam)
        checked += 1
    assert checked > 50


def printed_gradient(fold, lam):
    """Appendix C as printed: rho^3 stands where the cube of the deviation belongs."""
    h, slope = fold.at(lam)
    rho = 10.0 / h.std()
    s = expit(rho * fold.y * h)
    d_rho = -10.0 / (h.size * rho**3) * ((h - h.mean()) @ slope)
    return -np.mean(s * (1.0 - s) * fold.y * (h * d_rho + rho * slope))


def test_the_gradient_as_printed_does_not(decisions):
    fold = decisions[0]
    wrong = []
    for lam in away_from_breakpoints([fold], 2.0 ** np.random.RandomState(4).uniform(-3, 1, size=60)):
        step = 1e-6 * lam
        quotient = (smooth_error(fold, lam + step)[0] - smooth_error(fold, lam - step)[0]) / (2 * step)
        wrong.append(abs(printed_gradient(fold, lam) - quotient) > 0.1 * abs(quotient))
        assert abs(smooth_error(fold, lam)[1] - quotient) < 1e-4 * abs(quotient)
    assert np.mean(wrong) > 0.5


@pytest.mark.parametrize("start", STARTS)
def test_gradient_search_goes_down_and_stays_inside(start, decisions):
    found = gradient_search(decisions, start)
    assert 2.0**-8 <= found.lam <= 2.0**9
    assert smooth_cv_error(decisions, found.lam)[0] <= smooth_cv_error(decisions, start)[0] + 1e-12
    assert found.value == pytest.approx(direct(FUNCTIONS["error"], decisions, found.lam), abs=1e-12)
    assert found.value >= global_search(decisions).value


def test_unknown_functions_are_refused():
    with pytest.raises(InputError, match="allowed are error"):
        validation_function("loss")
    with pytest.raises(InputError, match="both classes"):
        cv_function([fold_of([2.0, 1.0], [[1.0, 1.0], [1.0, 1.0]], y=(1.0, 1.0))])
    with pytest.raises(InputError, match="positive numbers"):
        weighted_error(-1.0)


@parametrize_with_checks([SVCGlobalCV(kernel="linear"), SVCGlobalCV(kernel="rbf", cv=2)])
def test_scikit_learn_accepts_the_classifier(estimator, check):
    check(estimator)


def test_the_chosen_machine_is_the_one_of_libsvm():
    X, y = problem(5)
    tuned = SVCGlobalCV(kernel="rbf", gamma=0.2).fit(X, y)
    machine = SVC(C=tuned.C_, gamma=0.2, tol=1e-8).fit(X, y)
    np.testing.assert_allclose(tuned.decision_function(X), machine.decision_function(X), atol=1e-4)
    assert tuned.certificate_ < 1e-7
    assert tuned.interval_[0] == tuned.C_


def test_the_value_is_that_of_cross_validation_with_libsvm():
    X, y = problem(6)
    tuned = SVCGlobalCV(kernel="rbf", gamma=0.2).fit(X, y)
    splits = StratifiedKFold(5, shuffle=True, random_state=np.random.RandomState(0))
    inside = np.sqrt(tuned.interval_[0] * tuned.interval_[1])
    scores = cross_val_score(SVC(C=inside, gamma=0.2, tol=1e-8), X, y, cv=splits)
    assert tuned.cv_value_ == pytest.approx(1.0 - scores.mean(), abs=1e-12)


def test_the_classifier_works_in_a_pipeline_and_with_folds_of_its_own():
    X, y = problem(7)
    model = make_pipeline(StandardScaler(), SVCGlobalCV(criterion="auc", cv=StratifiedKFold(3)))
    assert model.fit(X, y).score(X, y) > 0.6
    with pytest.raises(InputError, match="held out"):
        SVCGlobalCV(cv=[(np.arange(50), np.arange(50, 90))]).fit(X, y)
    with pytest.raises(InputError, match="C_min"):
        SVCGlobalCV(C_min=2.0, C_max=1.0).fit(X, y)
