"""The data sets of chapter 6 of the thesis, split as Table 6.2 says, and made-up ones of the same shape."""

import tempfile
from pathlib import Path

import numpy as np
import yaml
from sieveflow.datasets.fetching import fetch
from sieveflow.errors import InputError
from sieveflow.seeding import seed_of, stream
from sieveflow.splits import standardiser
from sieveflow.tables import read_table
from sklearn.model_selection import StratifiedKFold, StratifiedShuffleSplit

ROOT = Path(__file__).parents[1]
# Rows for training and features, Table 6.2.
SHAPES = {
    "colon": (47, 2000),
    "leukemia": (54, 7129),
    "sonar": (138, 60),
    "heart": (180, 13),
    "ionosphere": (234, 33),
    "wbcd": (455, 9),
    "monk1": (370, 6),
    "monk2": (400, 6),
    "monk3": (369, 6),
    "diabetes": (512, 8),
    "hillvalley": (808, 100),
    "german": (667, 24),
    "svmguide3": (856, 22),
    "splice": (2382, 60),
}
REALIZATIONS, FOLDS = 10, 5


def table_of(name):
    """A data set with labels 1 and -1; None where no source has it."""
    entry = yaml.safe_load((ROOT / "config/datasets.yaml").read_text())[name]
    path = ROOT / f"resources/data/{name}.csv"
    try:
        if path.exists():
            table = read_table(path)
        else:
            with tempfile.NamedTemporaryFile() as copy:
                copy.write(fetch(name, entry))
                copy.flush()
                table = read_table(copy.name)
    except InputError:
        return None
    return table.X, np.where(table.y == table.y.max(), 1.0, -1.0)


def training_part(name, X, y, realization):
    """The training samples of a realization, standardised, and the fold of each."""
    split = StratifiedShuffleSplit(1, train_size=SHAPES[name][0], random_state=seed_of("path", name, realization))
    train = np.sort(next(split.split(X, y))[0])
    mean, scale = standardiser(X[train])
    inputs, labels = (X[train] - mean) / scale, y[train]
    fold = np.empty(train.size, dtype=int)
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=seed_of("path", name, realization, "folds"))
    for number, (_, held_out) in enumerate(folds.split(inputs, labels)):
        fold[held_out] = number
    return inputs, labels, fold


def made_up(name):
    """Samples of the shape of a data set, with a few features that matter, labels in part by chance."""
    n, d = SHAPES[name]
    rng = stream("path", name, "made up")
    X = rng.standard_normal((n, d))
    score = X[:, : min(d, 5)].sum(axis=1) + 2.0 * rng.standard_normal(n)
    return X, np.where(score > np.quantile(score, 0.45), 1.0, -1.0)
