"""Problems that SVM path algorithms stumble over, drawn from a seed that reproduces them."""

import numpy as np
from sieveflow.learners.kernels import gaussian_kernel
from sieveflow.seeding import stream

LAMBDA_MAX, LAMBDA_MIN = 2.0**9, 2.0**-8


def degenerate_problem(seed):
    """A Gram matrix, labels and a description: integer grids, duplicates, constant columns, few samples, one-sided classes."""
    rng = stream("degenerate", seed)
    n, d = int(np.exp(rng.uniform(np.log(2), np.log(201)))), int(rng.randint(1, 9))
    X = rng.randint(0, rng.choice([2, 3, 5, 10]), size=(n, d)).astype(float)
    y = np.where(rng.uniform(size=n) < rng.choice([0.5, 0.5, 0.1, 0.03]), 1.0, -1.0)
    notes = []
    kind = rng.choice(["random", "separable", "rule"])
    if kind == "separable":
        y = np.where(X[:, 0] + X.sum(axis=1) > np.median(X[:, 0] + X.sum(axis=1)), 1.0, -1.0)
    elif kind == "rule":
        y = np.where(X[:, 0] == X[:, -1], 1.0, -1.0)
    if rng.uniform() < 0.4 and n > 3:
        copies = rng.randint(0, n, size=n // 2)
        X[rng.permutation(n)[: copies.size]] = X[copies]
        notes.append("duplicated rows")
    if rng.uniform() < 0.3 and n > 3:
        pairs = rng.permutation(n)[: 2 * (n // 4)].reshape(2, -1)
        X[pairs[0]], y[pairs[0]] = X[pairs[1]], -y[pairs[1]]
        notes.append("opposite labels")
    if rng.uniform() < 0.3:
        X[:, rng.randint(d)] = rng.randint(0, 3)
        notes.append("constant column")
    if rng.uniform() < 0.3:
        X = (X - X.mean(axis=0)) / np.where(X.std(axis=0) > 0, X.std(axis=0), 1.0)
        notes.append("standardised")
    y[0], y[-1] = 1.0, -1.0
    kernel = rng.choice(["linear", "rbf"])
    gamma = 2.0 ** rng.randint(-6, 3)
    gram = X @ X.T if kernel == "linear" else gaussian_kernel(X, X, gamma)
    about = f"seed {seed}: {kernel}{f' gamma {gamma:g}' if kernel == 'rbf' else ''}, n={n}, d={d}, {kind} labels, {', '.join(notes)}"
    return gram, y, about
