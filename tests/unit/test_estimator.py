"""Methods are estimators of scikit-learn, though they do without it in jobs."""

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from sieveflow.estimator import Selector, random_state_of, read_samples, require_classes
from sieveflow.methods.sd_l_rfe import SDLaplaceRFE
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_selection import SelectorMixin
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data
from support import ROOT, environment

RNG = np.random.default_rng(3)
X = RNG.normal(size=(30, 4))
Y = X[:, 2] - 2 * X[:, 0] + 0.1 * RNG.normal(size=30)
VALUES = {"C": 1.0, "kappa": 0.25, "epsilon": 0.1, "random_state": 0}


class LastColumns(Selector):
    """Keeps the last columns."""

    def __init__(self, n_features=1):
        self.n_features = n_features

    def fit(self, X, y):
        """Learn how many columns there are."""
        read_samples(self, X, y, numeric=True)
        return self

    def _get_support_mask(self):
        return np.arange(self.n_features_in_) >= self.n_features_in_ - self.n_features


class TheirColumns(LastColumns, SelectorMixin):
    """The same with all of scikit-learn's own methods."""

    for _name in ("transform", "_transform", "inverse_transform", "get_feature_names_out", "get_support"):
        locals()[_name] = getattr(SelectorMixin, _name)


def test_a_job_ranks_without_loading_scikit_learn():
    code = (
        "import sys, numpy as np, rank_features, evaluate_ranking\n"
        "from sieveflow.methods.sd_l_rfe import SDLaplaceRFE\n"
        "rng = np.random.default_rng(3)\n"
        "X = rng.normal(size=(30, 4))\n"
        f"SDLaplaceRFE(**{VALUES}).fit(X, X[:, 2] + 0.1 * rng.normal(size=30)).select(2)\n"
        "print([name for name in ('sklearn', 'pandas', 'scipy.stats', 'scipy.linalg') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment({"PYTHONPATH": str(ROOT / "workflow/scripts")}),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("output", ["default", "pandas"])
def test_borrowed_methods_do_what_those_of_scikit_learn_do(output):
    table = pd.DataFrame(X, columns=list("abcd"))
    ours, theirs = (
        kind(n_features=3).set_output(transform=output).fit(table, Y) for kind in (LastColumns, TheirColumns)
    )
    kept = ours.transform(table)
    assert isinstance(kept, pd.DataFrame) == (output == "pandas")
    np.testing.assert_array_equal(kept, theirs.transform(table))
    np.testing.assert_array_equal(kept, ours.fit_transform(table, Y))
    np.testing.assert_array_equal(ours.get_feature_names_out(), theirs.get_feature_names_out())
    np.testing.assert_array_equal(ours.get_support(indices=True), theirs.get_support(indices=True))
    np.testing.assert_array_equal(ours.inverse_transform(X[:, 1:]), theirs.inverse_transform(X[:, 1:]))


def test_parameters_are_read_set_copied_and_searched():
    method = SDLaplaceRFE(**VALUES)
    assert clone(method).get_params() == method.get_params()
    assert method.set_params(C=4.0).get_params()["C"] == 4.0
    with pytest.raises(ValueError, match="Invalid parameter 'D'"):
        method.set_params(D=1)
    assert "C=4.0" in repr(method) and "n_features_to_select" not in repr(method)
    pipeline = make_pipeline(LastColumns(), LinearRegression())
    search = GridSearchCV(pipeline, {"lastcolumns__n_features": [1, 4]}, cv=3).fit(X, Y)
    assert search.best_params_ == {"lastcolumns__n_features": 4}
    assert "LastColumns" in pipeline._repr_html_()


def test_unfitted_methods_say_so_as_scikit_learn_does():
    with pytest.raises(NotFittedError, match="not fitted"):
        SDLaplaceRFE(**VALUES).select(1)
    with pytest.raises(NotFittedError, match="not fitted"):
        SDLaplaceRFE(**VALUES).transform(X)


@pytest.mark.parametrize(
    ("samples", "target"),
    [
        (X, Y),
        (np.asfortranarray(X), Y),
        (X[::2], Y[::2]),
        (X.astype(int), Y),
        (X.tolist(), Y.tolist()),
        (pd.DataFrame(X, columns=list("abcd")), Y),
        (X, Y[:, None]),
        (X[:1], Y[:1]),
        (X[:, :0], Y),
        (X[0], Y),
        (X, Y[:-1]),
        (np.where(X > 2, np.nan, X), np.where(Y > 0, np.inf, Y)),
        (X, np.where(Y > 0, np.nan, Y)),
        (X, Y.astype(str)),
        (X, Y.astype(complex)),
        (X, Y > 0),
    ],
)
@pytest.mark.parametrize("numeric", [True, False])
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.DataConversionWarning")
def test_samples_are_read_as_scikit_learn_reads_them(samples, target, numeric):
    ours, theirs = LastColumns(), LastColumns()
    options = {"dtype": float, "order": "C", "y_numeric": numeric, "ensure_min_samples": 2}
    try:
        expected = validate_data(theirs, samples, target, **options)
    except ValueError as error:
        with pytest.raises(type(error)) as found:
            read_samples(ours, samples, target, numeric)
        assert str(found.value) == str(error)
        return
    found = read_samples(ours, samples, target, numeric)
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, other)
        assert one.dtype == other.dtype and one.flags.c_contiguous and other.flags.c_contiguous
    assert vars(ours).keys() == vars(theirs).keys()


def test_names_of_an_earlier_table_are_forgotten():
    method = LastColumns().fit(pd.DataFrame(X, columns=list("abcd")), Y)
    assert not hasattr(method.fit(X, Y), "feature_names_in_")


@pytest.mark.parametrize(
    "target", [[0, 1, 1], [0.0, 2.0], [0.5, 1.0], ["a", "b"], [True, False], [0.5, np.nan], [1 + 1j, 0j]]
)
def test_classes_are_what_scikit_learn_takes_for_classes(target):
    target = np.array(target)
    try:
        check_classification_targets(target)
    except ValueError as error:
        with pytest.raises(type(error)):
            require_classes(target)
    else:
        require_classes(target)


def test_a_seed_gives_the_same_numbers_as_scikit_learns():
    from sklearn.utils import check_random_state

    assert random_state_of(5).randint(1000, size=9).tolist() == check_random_state(5).randint(1000, size=9).tolist()
    state = np.random.RandomState(1)
    assert random_state_of(state) is state
    with pytest.raises(ValueError, match="cannot be used to seed"):
        random_state_of("x")
