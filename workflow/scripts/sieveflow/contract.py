"""What every method promises, as checks that say in words what fails.

A check takes a Maker, which makes fresh estimators and samples of their task, and raises a Broken with one sentence.
The first line of its docstring is the promise.
"""

import inspect
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from unittest import SkipTest

import numpy as np

from sieveflow.scaling import standardise
from sieveflow.targets import TARGETS


class Broken(AssertionError):
    """A promise that a method does not keep, in one sentence."""


def require(condition, sentence):
    """Raise a Broken unless the condition holds."""
    if not condition:
        raise Broken(sentence)


@dataclass(frozen=True)
class Kind:
    """How targets of a task are made: from numbers that inputs decide; and the targets that say the same as one."""

    target: Callable
    alike: Callable


def _thirds(numbers):
    return np.searchsorted(np.quantile(numbers, [1 / 3, 2 / 3]), numbers)


KINDS = {
    "regression": Kind(target=np.copy, alike=lambda y: [y * 1e-12, y, y * 1e12]),
    "classification": Kind(target=_thirds, alike=lambda y: [y, 7 - 3 * y, np.array(["some", "more", "all"])[y]]),
}


def tasks_of(method):
    """The tasks that an estimator class can do: all that its parameter `task` allows, or its own."""
    return list(TARGETS) if "task" in inspect.signature(method).parameters else [getattr(method, "task", "regression")]


class Maker:
    """Makes estimators of a class with their defaults and a fixed random_state, and samples of one of its tasks."""

    def __init__(self, method, task):
        parameters = inspect.signature(method).parameters
        fixed = {"random_state": 0, "task": task}
        self._method = method
        self._settings = {name: value for name, value in fixed.items() if name in parameters}
        self.task = task
        self.kind = KINDS[task]

    def __call__(self):
        """A fresh estimator."""
        return self._method(**self._settings)

    def sample(self, n=80, d=6, seed=0):
        """Standard normal inputs of which the third decides the target."""
        rng = np.random.RandomState(seed)
        X = rng.standard_normal((n, d))
        signal = 3 * X[:, 2] if d > 2 else X[:, 0]
        return X, self.kind.target(signal + 0.1 * rng.standard_normal(n))


def makers(method):
    """A maker for every task that an estimator class can do."""
    return [Maker(method, task) for task in tasks_of(method)]


def fitted(make, X, y):
    """A fitted estimator whose ranking and scores are of the right form."""
    estimator = make().fit(X, y)
    d = np.shape(X)[1]
    for name in ("ranking_", "scores_"):
        require(hasattr(estimator, name), f"after fit there is no attribute {name}.")
    ranking, scores = np.asarray(estimator.ranking_), np.asarray(estimator.scores_)
    require(
        ranking.shape == (d,) and sorted(ranking.tolist()) == list(range(1, d + 1)),
        f"ranking_ must hold 1 to {d} once each; found {ranking.tolist()}.",
    )
    require(scores.shape == (d,) and np.all(np.isfinite(scores)), "scores_ must hold a finite number per feature.")
    falling = scores[np.argsort(ranking)]
    require(np.all(np.diff(falling) <= 0), "scores_ must not rise from rank 1 to the last; larger is better.")
    return estimator


def refused(make, X, y, what):
    """Raise a Broken unless fit raises a ValueError with a text."""
    try:
        make().fit(X, y)
    except ValueError as error:
        require(str(error), f"{what}: the ValueError has no text.")
    except Exception as error:
        raise Broken(f"{what}: found {type(error).__name__}: {error}; allowed is a ValueError.") from error
    else:
        raise Broken(f"{what}: fit accepted it; allowed is a ValueError.")


def require_first(estimator, columns, sentence):
    """Raise a Broken unless one of the columns comes first; nothing is asked of a method that disclaims it."""
    best = min(estimator.ranking_[columns])
    require(best == 1 or not estimator.finds_planted, f"{sentence} got rank {best}.")


def a_planted_feature_comes_first(make):
    """A feature that alone decides the target comes first, unless the method says that it may not."""
    require_first(fitted(make, *make.sample()), [2], "the planted feature")


def the_same_seed_gives_the_same_bytes(make):
    """Fitting twice with the same random_state gives the same bytes."""
    first, second = (fitted(make, *make.sample()) for _ in range(2))
    same = np.asarray(first.scores_).tobytes() == np.asarray(second.scores_).tobytes()
    require(same and np.array_equal(first.ranking_, second.ranking_), "two fits on the same data differ.")


def the_ranking_follows_its_columns(make, X=None, y=None, order=None):
    """Putting the columns in another order puts the ranking in that order, up to columns equal but for their unit."""
    if X is None:
        X, y = make.sample()
        order = np.array([3, 0, 5, 2, 4, 1])
    straight, shuffled = fitted(make, X, y), fitted(make, X[:, order], y)
    # Rounded: a change of unit changes the last digits.
    _, twins = np.unique(np.round(standardise(X)[0], 9), axis=1, return_inverse=True)
    for kind in np.unique(twins):
        there = sorted(straight.ranking_[order][twins[order] == kind].tolist())
        here = sorted(shuffled.ranking_[twins[order] == kind].tolist())
        require(there == here, f"a column got rank {there} in one order and {here} in another.")


def the_unit_of_a_feature_does_not_matter(make):
    """Columns in units from 1e-12 to 1e12 and targets in other units or words leave the first place as it is."""
    X, y = make.sample()
    units = np.array([1e-12, 1e12, 1e-6, 1e9, 1.0, 1e-3])
    for target in make.kind.alike(y):
        require_first(fitted(make, X * units, target), [2], "with units from 1e-12 to 1e12 the best feature")


def constant_columns_come_last_of_the_useful(make):
    """A column that does not vary never comes before one that decides the target."""
    X, y = make.sample()
    X[:, 0] = 7.0
    X[:, 4] = 0.0
    require_first(fitted(make, X, y), [2], "beside constant columns the best feature")


def duplicates_are_ranked(make):
    """A copied column is ranked like any other; one of the two copies of the best comes first."""
    X, y = make.sample()
    X[:, 5] = X[:, 2]
    require_first(fitted(make, X, y), [2, 5], "the better copy of the best feature")


def more_features_than_samples(make):
    """More features than samples are ranked."""
    fitted(make, *make.sample(n=12, d=30))


def one_feature(make):
    """A single feature gets rank 1."""
    X, y = make.sample()
    fitted(make, X[:, 2:3], y)


def few_samples(make):
    """Two, three or four samples are ranked, or refused with a ValueError."""
    for n in (2, 3, 4):
        X, y = make.sample(n=n, d=3)
        try:
            fitted(make, X, y)
        except ValueError as error:
            require(str(error), f"with {n} samples the ValueError has no text.")


def numbers_that_are_not_finite(make):
    """NaN and infinity are refused with a ValueError."""
    for bad in (np.nan, np.inf, -np.inf):
        X, y = make.sample()
        X[3, 1] = bad
        refused(make, X, y, f"{bad} in X")
        X, y = make.sample()
        y = y.astype(float)
        y[3] = bad
        refused(make, X, y, f"{bad} in y")


def a_constant_target(make):
    """A target that does not vary is refused with a ValueError."""
    X, y = make.sample()
    refused(make, X, np.full_like(y, 2.0), "a constant target")


def tiny_numbers(make):
    """Subnormal numbers neither crash nor hide the best feature."""
    X, y = make.sample()
    X[:, 2] *= 1e-310
    require_first(fitted(make, X, y), [2], "a subnormal best feature")


def truth_values_and_integers(make):
    """Truth values and integers are taken as numbers."""
    X, y = make.sample()
    whole = np.round(10 * X).astype(int)
    require_first(fitted(make, whole, y), [2], "with integer inputs the best feature")
    fitted(make, X > 0, y)
    fitted(make, X, np.round(10 * y).astype(int))


def the_input_is_left_alone(make):
    """fit changes neither X nor y."""
    X, y = make.sample()
    before = X.copy(), y.copy()
    make().fit(X, y)
    require(np.array_equal(X, before[0]) and np.array_equal(y, before[1]), "fit changed its input.")


def names_are_kept(make):
    """A DataFrame goes in, get_support and get_feature_names_out speak of its columns."""
    import pandas as pd

    X, y = make.sample()
    frame = pd.DataFrame(X, columns=list("abcdef"))
    estimator = make().set_output(transform="pandas").fit(frame, y)
    names = list(estimator.get_feature_names_out())
    require("c" in names or not estimator.finds_planted, f"the best column is not among the selected {names}.")
    require(list(estimator.transform(frame).columns) == names, "transform gives other columns than it says.")
    require(estimator.get_support().sum() == len(names), "get_support counts other features than are named.")


CHECKS = [
    a_planted_feature_comes_first,
    the_same_seed_gives_the_same_bytes,
    the_ranking_follows_its_columns,
    the_unit_of_a_feature_does_not_matter,
    constant_columns_come_last_of_the_useful,
    duplicates_are_ranked,
    more_features_than_samples,
    one_feature,
    few_samples,
    numbers_that_are_not_finite,
    a_constant_target,
    tiny_numbers,
    truth_values_and_integers,
    the_input_is_left_alone,
    names_are_kept,
]


def promise(check):
    """The promise behind a check: the first line of its docstring."""
    return inspect.getdoc(check).splitlines()[0]


def run_contract(method):
    """Run every check on an estimator class and each of its tasks; a list of (promise, what is broken by task)."""
    results = []
    for check in CHECKS:
        broken = {make.task: _broken(check, make) for make in makers(method)}
        results.append((promise(check), {task: sentence for task, sentence in broken.items() if sentence}))
    return results


def _broken(check, make):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            check(make)
        return ""
    except Broken as broken:
        return str(broken)
    except Exception as error:
        return _stopped(error)


def _stopped(error):
    return f"stopped with {type(error).__name__}: {error}"


def run_sklearn_checks(method):
    """Run scikit-learn's own checks; a list of (name, status, text), status one of passed, skipped, failed."""
    from sklearn.utils.estimator_checks import check_estimator

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = [entry for make in makers(method) for entry in check_estimator(make(), on_skip=None, on_fail=None)]
    return [(entry["check_name"], entry["status"], _text(entry["exception"])) for entry in found]


def _text(error):
    """What an exception says; that of an assertion or of a check that was skipped is a sentence by itself."""
    return "" if error is None else str(error) if isinstance(error, (AssertionError, SkipTest)) else _stopped(error)
