"""How many events a path has is no property of the problem where samples tie; its solutions are."""

import numpy as np
from sieveflow.learners.svm_path import svm_path

N, D = 80, 8


def sample(tied):
    """Features of four values, as those of splice, and labels by a rule; or the same features with noise."""
    rng = np.random.RandomState(0)
    X = rng.randint(0, 4, size=(N, D)).astype(float)
    y = np.where(X[:, 0] == X[:, 1], 1.0, -1.0)
    return (X if tied else X + rng.standard_normal(X.shape)), y


def paths(tied):
    """The same problem with its samples in six orders."""
    X, y = sample(tied)
    orders = [np.random.RandomState(seed).permutation(N) for seed in range(6)]
    return [svm_path(X[order] @ X[order].T, y[order]) for order in orders]


def test_without_ties_the_order_of_samples_changes_nothing():
    assert len({path.lambdas.size for path in paths(tied=False)}) == 1


def test_with_ties_the_order_of_samples_changes_the_number_of_events():
    counts = [path.lambdas.size for path in paths(tied=True)]
    assert max(counts) > 2 * min(counts)


def test_with_ties_every_order_is_certified_all_the_same():
    assert max(path.worst for path in paths(tied=True)) < 1e-7
