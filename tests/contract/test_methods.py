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
from sieveflow.contract import CHECKS, Broken, fitted, maker, the_ranking_follows_its_columns
from sieveflow.loading import load_method
from sieveflow.selector import FeatureRanker
from sklearn.base import clone
from sklearn.linear_model import Ridge
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
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_promises(method, check):
    check(maker(method))


@each_method
def test_documentation_names_every_parameter_and_the_source(method):
    text = inspect.getdoc(method)
    assert "References\n----------" in text and "Attributes\n----------" in text
    for name in inspect.signature(method).parameters:
        assert name in text.split("Parameters\n----------")[1].split("Attributes")[0]


@each_method
def test_works_where_scikit_learn_does(method):
    rng = np.random.RandomState(0)
    X = rng.standard_normal((60, 5))
    y = X[:, 1] + 0.1 * rng.standard_normal(60)
    chain = make_pipeline(clone(maker(method)()), Ridge())
    assert cross_val_score(chain, X, y, cv=3).min() > 0.9
    name = chain.steps[0][0]
    search = GridSearchCV(chain, {f"{name}__n_features_to_select": [1, 4]}, cv=3).fit(X, y)
    assert search.best_estimator_[0].get_support()[1]


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


@each_method
@settings(max_examples=25, deadline=None, derandomize=True)
@given(table=tables())
def test_any_table_is_ranked_and_the_ranking_follows_its_columns(method, table):
    X, y, order = table
    the_ranking_follows_its_columns(maker(method), X, y, order)


@each_method
@settings(max_examples=15, deadline=None, derandomize=True)
@given(table=tables())
def test_same_seed_same_bytes_on_any_table(method, table):
    X, y, _ = table
    first, second = (fitted(maker(method), X, y) for _ in range(2))
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
        CHECKS[0](maker(Upside))


@parametrize_with_checks([maker(method)() for method in METHODS.values()])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


def test_the_table_in_the_documents_is_what_this_run_finds():
    page = ROOT / "docs/contract.md"
    assert page.read_text() == render(METHODS), "run: make contract"
