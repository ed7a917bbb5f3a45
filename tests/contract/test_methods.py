"""What every method promises, for every file in the folder."""

import inspect
from importlib import import_module
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import sieveflow.methods
import yaml
from sieveflow.ranking import load_method
from sieveflow.selector import FeatureRanker
from sklearn.utils.estimator_checks import parametrize_with_checks

ROOT = Path(__file__).parents[2]
ENTRIES = yaml.safe_load((ROOT / "config/methods.yaml").read_text())
FILES = sorted(path.stem for path in Path(sieveflow.methods.__file__).parent.glob("*.py") if path.stem != "__init__")


def classes_of(module):
    found = inspect.getmembers(import_module(f"sieveflow.methods.{module}"), inspect.isclass)
    return [entry for _, entry in found if entry.__module__ == f"sieveflow.methods.{module}"]


METHODS = {module: classes_of(module)[0] for module in FILES}
each_method = pytest.mark.parametrize("method", METHODS.values(), ids=METHODS.keys())


def make(method, **parameters):
    known = inspect.signature(method).parameters
    return method(**parameters, **({"random_state": 0} if "random_state" in known else {}))


def data(n=80, d=6, seed=0):
    rng = np.random.RandomState(seed)
    X = rng.standard_normal((n, d))
    return X, 3 * X[:, 2] + 0.1 * rng.standard_normal(n)


@pytest.mark.parametrize("module", FILES)
def test_one_file_one_estimator_one_entry(module):
    (method,) = classes_of(module)
    assert issubclass(method, FeatureRanker)
    entries = [entry for entry in ENTRIES.values() if entry["implementation"] == f"{module}:{method.__name__}"]
    assert entries
    for entry in entries:
        parameters = inspect.signature(method).parameters
        assert {*entry["tuned"], *entry["switches"], *entry["parameters"]} <= parameters.keys()
        assert entry["random"] == ("random_state" in parameters)


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES.keys())
def test_entries_name_a_class(entry):
    assert issubclass(load_method(entry["implementation"]), FeatureRanker)


@each_method
def test_a_planted_feature_comes_first(method):
    fitted = make(method).fit(*data())
    assert fitted.ranking_[2] == 1
    assert sorted(fitted.ranking_) == list(range(1, 7))
    assert np.all(np.diff(fitted.scores_[np.argsort(fitted.ranking_)]) <= 0)


@each_method
def test_same_seed_same_bytes(method):
    a, b = (make(method).fit(*data()) for _ in range(2))
    assert a.scores_.tobytes() == b.scores_.tobytes()
    assert a.ranking_.tobytes() == b.ranking_.tobytes()


@each_method
def test_the_ranking_follows_its_columns(method):
    X, y = data()
    order = np.array([3, 0, 5, 2, 4, 1])
    straight, shuffled = make(method).fit(X, y), make(method).fit(X[:, order], y)
    assert straight.ranking_[order].tolist() == shuffled.ranking_.tolist()


@each_method
def test_constant_and_duplicate_columns(method):
    X, y = data()
    X[:, 0] = 7.0
    X[:, 5] = X[:, 2]
    fitted = make(method).fit(X, y)
    assert fitted.ranking_[0] > 2
    assert 1 in (fitted.ranking_[2], fitted.ranking_[5])


@each_method
def test_more_features_than_samples_and_one_feature(method):
    X, y = data(n=12, d=30)
    assert sorted(make(method).fit(X, y).ranking_) == list(range(1, 31))
    assert make(method).fit(X[:, :1], y).ranking_.tolist() == [1]


@each_method
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_numbers_that_are_not_finite_are_refused(method, bad):
    X, y = data()
    X[3, 1] = bad
    with pytest.raises(ValueError, match=r"NaN|infinity"):
        make(method).fit(X, y)


@each_method
def test_names_are_kept(method):
    X, y = data()
    frame = pd.DataFrame(X, columns=list("abcdef"))
    chosen = make(method, n_features_to_select=2).set_output(transform="pandas").fit(frame, y)
    assert "c" in chosen.transform(frame).columns
    assert chosen.get_support().sum() == 2


@each_method
def test_too_many_features_asked_for(method):
    chosen = make(method, n_features_to_select=9).fit(*data())
    with pytest.raises(ValueError, match="n_features_to_select: found 9, allowed are None and 1 to 6"):
        chosen.get_support()


@parametrize_with_checks([make(method) for method in METHODS.values()])
def test_scikit_learn_checks(estimator, check):
    check(estimator)
