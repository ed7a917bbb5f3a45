"""What every method promises, as checks that say in words what fails.

A check takes a function that makes a fresh estimator and raises a Broken with one sentence. The first line of its
docstring is the promise.
"""

import inspect
import warnings

import numpy as np

from sieveflow.scaling import standardise


class Broken(AssertionError):
    """A promise that a method does not keep, in one sentence."""


def require(condition, sentence):
    """Raise a Broken unless the condition holds."""
    if not condition:
        raise Broken(sentence)


def sample(n=80, d=6, seed=0):
    """Standard normal inputs of which the third decides the target."""
    rng = np.random.RandomState(seed)
    X = rng.standard_normal((n, d))
    return X, 3 * X[:, 2] + 0.1 * rng.standard_normal(n) if d > 2 else X[:, 0] + 0.1 * rng.standard_normal(n)


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
    require_first(fitted(make, *sample()), [2], "the planted feature")


def the_same_seed_gives_the_same_bytes(make):
    """Fitting twice with the same random_state gives the same bytes."""
    first, second = (fitted(make, *sample()) for _ in range(2))
    same = np.asarray(first.scores_).tobytes() == np.asarray(second.scores_).tobytes()
    require(same and np.array_equal(first.ranking_, second.ranking_), "two fits on the same data differ.")


def the_ranking_follows_its_columns(make, X=None, y=None, order=None):
    """Putting the columns in another order puts the ranking in that order, up to columns equal but for their unit."""
    if X is None:
        X, y = sample()
        order = np.array([3, 0, 5, 2, 4, 1])
    straight, shuffled = fitted(make, X, y), fitted(make, X[:, order], y)
    _, twins = np.unique(standardise(X)[0], axis=1, return_inverse=True)
    for kind in np.unique(twins):
        there = sorted(straight.ranking_[order][twins[order] == kind].tolist())
        here = sorted(shuffled.ranking_[twins[order] == kind].tolist())
        require(there == here, f"a column got rank {there} in one order and {here} in another.")


def the_unit_of_a_feature_does_not_matter(make):
    """Multiplying columns and target by anything from 1e-12 to 1e12 leaves the first places as they are."""
    X, y = sample()
    units = np.array([1e-12, 1e12, 1e-6, 1e9, 1.0, 1e-3])
    for unit in (1e-12, 1.0, 1e12):
        require_first(fitted(make, X * units, y * unit), [2], "with units from 1e-12 to 1e12 the best feature")


def constant_columns_come_last_of_the_useful(make):
    """A column that does not vary never comes before one that decides the target."""
    X, y = sample()
    X[:, 0] = 7.0
    X[:, 4] = 0.0
    require_first(fitted(make, X, y), [2], "beside constant columns the best feature")


def duplicates_are_ranked(make):
    """A copied column is ranked like any other; one of the two copies of the best comes first."""
    X, y = sample()
    X[:, 5] = X[:, 2]
    require_first(fitted(make, X, y), [2, 5], "the better copy of the best feature")


def more_features_than_samples(make):
    """More features than samples are ranked."""
    fitted(make, *sample(n=12, d=30))


def one_feature(make):
    """A single feature gets rank 1."""
    X, y = sample()
    fitted(make, X[:, 2:3], y)


def few_samples(make):
    """Two, three or four samples are ranked, or refused with a ValueError."""
    for n in (2, 3, 4):
        X, y = sample(n=n, d=3)
        try:
            fitted(make, X, y)
        except ValueError as error:
            require(str(error), f"with {n} samples the ValueError has no text.")


def numbers_that_are_not_finite(make):
    """NaN and infinity are refused with a ValueError."""
    for bad in (np.nan, np.inf, -np.inf):
        X, y = sample()
        X[3, 1] = bad
        refused(make, X, y, f"{bad} in X")
        X, y = sample()
        y[3] = bad
        refused(make, X, y, f"{bad} in y")


def a_constant_target(make):
    """A target that does not vary is refused with a ValueError."""
    X, y = sample()
    refused(make, X, np.full_like(y, 2.0), "a constant target")


def tiny_numbers(make):
    """Subnormal numbers neither crash nor hide the best feature."""
    X, y = sample()
    X[:, 2] *= 1e-310
    require_first(fitted(make, X, y), [2], "a subnormal best feature")


def truth_values_and_integers(make):
    """Truth values and integers are taken as numbers."""
    X, y = sample()
    whole = np.round(10 * X).astype(int)
    require_first(fitted(make, whole, y), [2], "with integer inputs the best feature")
    fitted(make, X > 0, y)
    fitted(make, X, np.round(10 * y).astype(int))


def the_input_is_left_alone(make):
    """fit changes neither X nor y."""
    X, y = sample()
    before = X.copy(), y.copy()
    make().fit(X, y)
    require(np.array_equal(X, before[0]) and np.array_equal(y, before[1]), "fit changed its input.")


def names_are_kept(make):
    """A DataFrame goes in, get_support and get_feature_names_out speak of its columns."""
    import pandas as pd

    X, y = sample()
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


def maker(method):
    """A function that makes an estimator with its defaults and a fixed random_state."""
    takes_seed = "random_state" in inspect.signature(method).parameters
    return lambda: method(random_state=0) if takes_seed else method()


def run_contract(method):
    """Run every check on an estimator class; a list of (promise, what is broken or nothing)."""
    results = []
    for check in CHECKS:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                check(maker(method))
            results.append((promise(check), ""))
        except Broken as broken:
            results.append((promise(check), str(broken)))
        except Exception as error:
            results.append((promise(check), f"stopped with {type(error).__name__}: {error}"))
    return results


def run_sklearn_checks(method):
    """Run scikit-learn's own checks; a list of (name, status, text), status one of passed, skipped, failed."""
    from sklearn.utils.estimator_checks import check_estimator

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = check_estimator(maker(method)(), on_skip=None, on_fail=None)
    return [(entry["check_name"], entry["status"], str(entry["exception"] or "")) for entry in found]
