"""Data for the comparisons: of a given shape, or of the catalogue where a source has them."""

import tempfile
from pathlib import Path

import numpy as np
import yaml
from sieveflow.datasets.fetching import fetch
from sieveflow.datasets.generators import additive
from sieveflow.errors import InputError
from sieveflow.seeding import stream
from sieveflow.splits import standardiser
from sieveflow.tables import read_table

ROOT = Path(__file__).parents[2]


def table_of(name):
    """A table of the catalogue; None where no source has it."""
    path = ROOT / f"resources/data/{name}.csv"
    if path.exists():
        return read_table(path)
    try:
        with tempfile.NamedTemporaryFile() as copy:
            copy.write(fetch(name, yaml.safe_load((ROOT / "config/datasets.yaml").read_text())[name]))
            copy.flush()
            return read_table(copy.name)
    except InputError:
        return None


def standardised(X):
    """Inputs with mean 0 and deviation 1."""
    mean, scale = standardiser(X)
    return (X - mean) / scale


def additive_sample(n, draw=0):
    """A sample of the additive problem."""
    X, y = additive.generate(stream("bench", n, draw), n=n, noise_variance=0.1)
    return standardised(X), y


def wide_sample(n, d):
    """Inputs of a given shape of which five matter, with the spread of the target of triazines (0.16)."""
    rng = stream("bench", n, d)
    X = rng.standard_normal((n, d))
    signal = np.sin(X[:, 0]) + X[:, 1] * X[:, 2] + X[:, 3] - X[:, 4]
    return X, 0.1 * (signal / signal.std() + 0.3 * rng.standard_normal(n))


def cpu_like_sample(n, d):
    """Inputs of a given shape with the spread of the target of cpusmall (18)."""
    X, y = wide_sample(n, d)
    return X, 18 * (y - y.mean()) / y.std()
