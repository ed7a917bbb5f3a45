"""The grid search against scikit-learn's SVR on the same folds."""

import numpy as np
from sieveflow.cross_validation import fold_numbers
from sieveflow.learners.svr_surface import cv_surface
from sieveflow.splits import COLUMNS, draw_splits
from sieveflow.tables import Table, write_csv
from sieveflow.tuning import tune
from sklearn.svm import SVR

GRID = {"C": [0.5, 4.0, 32.0], "kappa": [0.05, 0.5], "epsilon": [0.05, 0.5]}


def problem(n=60):
    rng = np.random.RandomState(0)
    X = rng.standard_normal((n, 3))
    return X, np.sin(X[:, 0]) + X[:, 1] + 0.2 * rng.standard_normal(n)


def test_surface_agrees_with_libsvm():
    X, y = problem()
    fold = np.arange(60) % 5
    ours = cv_surface(X, y, GRID, fold)
    for c, C in enumerate(GRID["C"]):
        for k, kappa in enumerate(GRID["kappa"]):
            for e, epsilon in enumerate(GRID["epsilon"]):
                errors = np.empty(60)
                for number in range(5):
                    inside, outside = fold != number, fold == number
                    peer = SVR(C=C, gamma=kappa, epsilon=epsilon, tol=1e-6).fit(X[inside], y[inside])
                    errors[outside] = (peer.predict(X[outside]) - y[outside]) ** 2
                np.testing.assert_allclose(ours[c, k, e], errors.mean(), rtol=2e-3)


def test_the_order_of_the_grid_does_not_matter():
    X, y = problem()
    fold = np.arange(60) % 5
    back = {"C": GRID["C"][::-1], "kappa": GRID["kappa"][::-1], "epsilon": GRID["epsilon"][::-1]}
    assert np.array_equal(cv_surface(X, y, GRID, fold), cv_surface(X, y, back, fold)[::-1, ::-1, ::-1])


def test_the_lowest_point_of_the_mean_surface_is_chosen(tmp_path):
    X, y = problem(80)
    write_csv(tmp_path / "s.csv", COLUMNS, draw_splits(80, dataset="d", n_train=40, n_test=20, seed=1, realizations=6))
    found = tune(
        Table(["a", "b", "c"], X, y),
        tmp_path / "s.csv",
        dataset="d",
        seed=1,
        learner="rbf-svr",
        grid=GRID,
        folds=5,
        n_realizations=2,
    )
    surface = np.array(found["surface"])
    assert found["cv_mse"] == surface.min()
    best = np.unravel_index(surface.argmin(), surface.shape)
    assert found["hyperparameters"] == {
        name: GRID[name][i] for name, i in zip(("C", "kappa", "epsilon"), best, strict=True)
    }


def test_folds_are_even():
    counts = np.bincount(fold_numbers(23, 5, np.random.RandomState(0)))
    assert sorted(counts) == [4, 4, 5, 5, 5]
