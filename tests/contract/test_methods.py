"""What every method promises, for every file in the folder."""

import inspect
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
import sieveflow.methods
import yaml
from contract.table import render
from hypothesis import given, settings
from hypothesis import strategies as st
from sieveflow.contract import CHECKS, Broken, fitted, makers, tasks_of, the_ranking_follows_its_columns
from sieveflow.loading import load_method
from sieveflow.selector import FeatureRanker
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

ROOT = Path(__file__).parents[2]
ENTRIES = yaml.safe_load((ROOT / "config/methods.yaml").read_text())
FILES = sorted(path.stem for path in Path(sieveflow.methods.__file__).parent.glob("*.py") if path.stem != "__init__")


def classes_of(module):
    found = inspect.getmembers(import_module(f"sieveflow.methods.{module}"), inspect.isclass)
    return [entry for _, entry in found if entry.__module__ == f"sieveflow.methods.{module}"]


METHODS = {module: classes_of(module)[0] for module in FILES}
each_method = pytest.mark.parametrize("method", METHODS.values(), ids=METHODS.keys())
MAKERS = {f"{module}-{make.task}": make for module, method in METHODS.items() for make in makers(method)}
each_task = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS.keys())
# What predicts from the best features of sixty samples, and how well it must do so (by chance: 0 and 1/3).
LEARNERS = {"regression": (Ridge(), 0.9), "classification": (LogisticRegression(), 0.7)}


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
        assert set(entry["tasks"]) <= set(tasks_of(method))


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES.keys())
def test_entries_name_a_class(entry):
    assert issubclass(load_method(entry["implementation"]), FeatureRanker)


@each_task
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_promises(make, check):
    check(make)


@each_method
def test_documentation_names_every_parameter_and_the_source(method):
    text = inspect.getdoc(method)
    assert "References\n----------" in text and "Attributes\n----------" in text
    for name in inspect.signature(method).parameters:
        assert name in text.split("Parameters\n----------")[1].split("Attributes")[0]


@each_task
def test_works_where_scikit_learn_does(make):
    rng = np.random.RandomState(0)
    X = rng.standard_normal((60, 5))
    y = make.kind.target(X[:, 1] + 0.1 * rng.standard_normal(60))
    learner, least = LEARNERS[make.task]
    chain = make_pipeline(clone(make()), learner)
    scores = cross_val_score(chain, X, y, cv=3)
    assert np.all(np.isfinite(scores))
    assert scores.min() > least or not make().finds_planted
    name = chain.steps[0][0]
    search = GridSearchCV(chain, {f"{name}__n_features_to_select": [1, 4]}, cv=3).fit(X, y)
    assert search.best_estimator_[0].get_support()[1] or not make().finds_planted


@st.composite
def tables(draw):
    """Inputs of any shape and unit, with ties, copies and constants, and a target that varies."""
    n, d = draw(st.integers(5, 25)), draw(st.integers(1, 8))
    rng = np.random.RandomState(draw(st.integers(0, 10**6)))
    X = rng.standard_normal((n, d))
    if draw(st.booleans()):
        X = np.round(X)  # ties
    X = X * 10.0 ** rng.uniform(-12, 12, size=d)
    for column in range(d):
        kind = draw(st.sampled_from(["own", "own", "own", "constant", "copy"]))
        if kind == "constant":
            X[:, column] = draw(st.sampled_from([0.0, 7.0, -1e-9, 1e12]))
        elif kind == "copy":
            X[:, column] = X[:, 0]
    y = rng.standard_normal(n) * 10.0 ** draw(st.integers(-12, 12))
    return X, y, rng.permutation(d)


@each_task
@settings(max_examples=25, deadline=None, derandomize=True)
@given(table=tables())
def test_any_table_is_ranked_and_the_ranking_follows_its_columns(make, table):
    X, y, order = table
    the_ranking_follows_its_columns(make, X, make.kind.target(y), order)


@each_task
@settings(max_examples=15, deadline=None, derandomize=True)
@given(table=tables())
def test_same_seed_same_bytes_on_any_table(make, table):
    X, y, _ = table
    first, second = (fitted(make, X, make.kind.target(y)) for _ in range(2))
    assert first.scores_.tobytes() == second.scores_.tobytes()


@each_method
def test_too_many_features_asked_for(method):
    X, y = np.random.RandomState(0).standard_normal((20, 6)), np.arange(20.0)
    chosen = method(n_features_to_select=9).fit(X, y)
    with pytest.raises(ValueError, match="n_features_to_select: found 9, allowed are None and 1 to 6"):
        chosen.get_support()


def test_a_check_can_fail():
    class Upside(METHODS["corr"]):
        def _rank(self, X, y):
            ranking, scores = super()._rank(X, y)
            return ranking.size + 1 - ranking, -scores

    with pytest.raises(Broken, match="the planted feature got rank 6"):
        CHECKS[0](makers(Upside)[0])


@parametrize_with_checks([make() for make in MAKERS.values()])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


def test_the_table_in_the_documents_is_what_this_run_finds():
    page = ROOT / "docs/contract.md"
    assert page.read_text() == render(METHODS), "run: make contract"
