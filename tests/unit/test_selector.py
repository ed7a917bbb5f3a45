"""The order in which methods see columns."""

import numpy as np
import pytest
from sieveflow.selector import ROWS_AT_ONCE, order_of_columns


@pytest.mark.parametrize("n_samples", [1, 3, ROWS_AT_ONCE, ROWS_AT_ONCE + 1, 4 * ROWS_AT_ONCE])
@pytest.mark.parametrize("n_features", [1, 2, 40])
@pytest.mark.parametrize("n_values", [1, 2, 1000])
def test_columns_stand_in_lexicographic_order(n_samples, n_features, n_values):
    rng = np.random.default_rng([n_samples, n_features, n_values])
    X = rng.integers(0, n_values, (n_samples, n_features)).astype(float)
    X[:, n_features // 2] = X[:, 0]  # one column is another's equal
    assert order_of_columns(X).tolist() == np.lexsort(X[::-1]).tolist()


def test_columns_that_differ_in_the_last_sample_alone_are_told_apart():
    X = np.zeros((3 * ROWS_AT_ONCE + 1, 4))
    X[-1] = [3, 1, 2, 1]
    assert order_of_columns(X).tolist() == [1, 3, 2, 0]
