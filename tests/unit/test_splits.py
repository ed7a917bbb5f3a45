import numpy as np
import pytest
from sieveflow.batches import batch_name, batch_range, batches_of
from sieveflow.errors import InputError
from sieveflow.seeding import seed_of, stream
from sieveflow.splits import COLUMNS, draw_splits, realizations, rows_of, standardiser
from sieveflow.tables import Table, write_csv


def rows(**changes):
    settings = {"dataset": "d", "n_train": 6, "n_test": 3, "seed": 1, "realizations": 4} | changes
    return draw_splits(10, **settings)


def test_training_and_test_rows_do_not_meet():
    for row in rows():
        train, test = set(row["train"].split()), set(row["test"].split())
        assert (len(train), len(test)) == (6, 3)
        assert not train & test


def test_fewer_realizations_are_a_prefix_of_more():
    assert rows(realizations=2) == rows(realizations=4)[:2]


def test_a_smaller_training_set_is_part_of_the_larger_and_shares_its_test_rows():
    for small, large in zip(rows(n_train=3), rows(n_train=6), strict=True):
        assert set(small["train"].split()) < set(large["train"].split())
        assert small["test"] == large["test"]


def test_other_seeds_and_data_sets_give_other_splits():
    assert len({str(rows()), str(rows(seed=2)), str(rows(dataset="e"))}) == 3


def test_fresh_samples_are_never_used_twice():
    seen = [
        set((row["train"] + " " + row["test"]).split())
        for row in draw_splits(40, dataset="d", n_train=6, n_test=3, seed=1, realizations=4, fresh=True)
    ]
    assert all(len(rows) == 9 for rows in seen)
    assert len(set.union(*seen)) == 36


def test_too_many_rows_asked_for():
    with pytest.raises(InputError, match=r"data set 'd': n_train 9 and n_test 3 need 12 rows, the table has 10\."):
        rows(n_train=9)


def test_inputs_are_standardised_by_the_training_part(tmp_path):
    rng = np.random.RandomState(0)
    table = Table(
        ["a", "b"], np.column_stack([rng.standard_normal(10) * 5 + 3, np.full(10, 0.1)]), rng.standard_normal(10)
    )
    write_csv(tmp_path / "s.csv", COLUMNS, rows())
    got = list(realizations(table, tmp_path / "s.csv", [1, 3]))
    assert [realization.number for realization in got] == [1, 3]
    np.testing.assert_allclose(got[0].X_train[:, 0].mean(), 0, atol=1e-12)
    np.testing.assert_allclose(got[0].X_train[:, 0].std(), 1)
    assert not got[0].X_train[:, 1].any()
    train = np.array(rows()[1]["train"].split(), dtype=int)
    test = np.array(rows()[1]["test"].split(), dtype=int)
    mean, std = table.X[train, 0].mean(), table.X[train, 0].std()
    np.testing.assert_allclose(got[0].X_test[:, 0], (table.X[test, 0] - mean) / std)
    assert np.array_equal(got[0].y_test, table.y[test])


def test_a_constant_column_becomes_zero_even_when_its_mean_is_not_exact():
    X = np.full((7, 1), 0.1)
    mean, scale = standardiser(X)
    assert not ((X - mean) / scale).any()


def test_streams_depend_on_names_alone():
    assert seed_of(1, "a", 2) == seed_of(1, "a", 2) != seed_of(1, "a", 3)
    assert seed_of("a", "bc") != seed_of("ab", "c")
    assert stream("x").random_sample() == stream("x").random_sample()


def test_streams_stay_what_they_were():
    # These numbers must never change: every result depends on them.
    assert seed_of(2010, "mpg", 0, "split") == 2903542802
    assert stream(2010, "mpg", 0, "split").permutation(5).tolist() == [2, 4, 1, 0, 3]


@pytest.mark.parametrize(
    ("count", "edges", "expected"),
    [
        (30, [10], ["0000-0009", "0010-0029"]),
        (10, [10], ["0000-0009"]),
        (2, [10], ["0000-0001"]),
        (4, [1, 2, 3], ["0000-0000", "0001-0001", "0002-0002", "0003-0003"]),
        (4, [], ["0000-0003"]),
    ],
)
def test_batches(count, edges, expected):
    names = [batch_name(*ends) for ends in batches_of(count, edges)]
    assert names == expected
    assert [number for name in names for number in batch_range(name)] == list(range(count))


def test_stratified_parts_have_every_class_in_its_share():
    labels = np.repeat([0.0, 1.0, 2.0], [20, 11, 9])
    for row in draw_splits(40, dataset="d", n_train=21, n_test=17, seed=1, realizations=5, labels=labels):
        train, test = rows_of(row)
        assert (train.size, test.size, np.intersect1d(train, test).size) == (21, 17, 0)
        # 21 x (20, 11, 9) / 40 = 10.5, 5.775, 4.725: the last two are rounded up.
        assert np.bincount(labels[train].astype(int)).tolist() == [10, 6, 5]
        assert np.abs(np.bincount(labels[test].astype(int)) / 17 - np.array([20, 11, 9]) / 40).max() < 1 / 17
