"""Realizations of a table as the study of the SVM path draws them, for audits."""

from sieveflow.choices import held_out_decisions
from sieveflow.splits import draw_splits, rows_of, scaled_split


def audited_realizations(table, *, dataset, seed, realizations, n_train):
    """The first realizations of a table: some training samples, all others for the test."""
    rows = draw_splits(
        table.y.size,
        dataset=dataset,
        n_train=n_train,
        n_test=table.y.size - n_train,
        seed=seed,
        realizations=realizations,
    )
    for row in rows:
        train, test = rows_of(row)
        yield scaled_split(row["realization"], table.X[train], table.y[train], table.X[test], table.y[test])


def audited_folds(table, *, dataset, seed, realizations, n_train, folds):
    """Decisions of held-out samples for the first realizations of a table."""
    for realization in audited_realizations(
        table, dataset=dataset, seed=seed, realizations=realizations, n_train=n_train
    ):
        yield held_out_decisions(realization, seed=seed, dataset=dataset, folds=folds)
