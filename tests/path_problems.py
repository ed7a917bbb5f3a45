"""Problems that SVM path algorithms stumble over, drawn from a seed that reproduces them, and what to hold paths against."""

import numpy as np
from sieveflow.learners.kernels import gaussian_kernel
from sieveflow.seeding import stream

LIMIT = 1e-7


def degenerate_problem(seed):
    """A Gram matrix, labels and a description that names the seed.

    Integer grids, duplicated rows with equal and with opposite labels, constant columns, rare classes, separable ones.
    """
    rng = stream("degenerate", seed)
    n, d = int(np.exp(rng.uniform(np.log(2), np.log(201)))), int(rng.randint(1, 9))
    X = rng.randint(0, rng.choice([2, 3, 5, 10]), size=(n, d)).astype(float)
    y = np.where(rng.uniform(size=n) < rng.choice([0.5, 0.5, 0.1, 0.03]), 1.0, -1.0)
    notes = [str(rng.choice(["random labels", "separable", "labels by a rule"]))]
    if notes == ["separable"]:
        score = X[:, 0] + X.sum(axis=1)
        y = np.where(score > np.median(score), 1.0, -1.0)
    elif notes == ["labels by a rule"]:
        y = np.where(X[:, 0] == X[:, -1], 1.0, -1.0)
    if rng.uniform() < 0.4 and n > 3:
        copies = rng.randint(0, n, size=n // 2)
        X[rng.permutation(n)[: copies.size]] = X[copies]
        notes.append("duplicated rows")
    if rng.uniform() < 0.3 and n > 3:
        pairs = rng.permutation(n)[: 2 * (n // 4)].reshape(2, -1)
        X[pairs[0]], y[pairs[0]] = X[pairs[1]], -y[pairs[1]]
        notes.append("duplicates with opposite labels")
    if rng.uniform() < 0.3:
        X[:, rng.randint(d)] = rng.randint(0, 3)
        notes.append("constant column")
    if rng.uniform() < 0.3:
        X = (X - X.mean(axis=0)) / np.where(X.std(axis=0) > 0, X.std(axis=0), 1.0)
        notes.append("standardised")
    y[0], y[-1] = 1.0, -1.0
    if rng.uniform() < 0.5:
        gram = X @ X.T
        notes.append("linear")
    else:
        gamma = 2.0 ** rng.randint(-6, 3)
        gram = gaussian_kernel(X, X, gamma)
        notes.append(f"rbf, gamma {gamma:g}")
    return gram, y, f"degenerate problem, seed {seed}: n={n}, d={d}, {', '.join(notes)}"


def certificate(gram, y, lam, alpha, theta):
    """Relative duality gap and violation of the optimality conditions, from nothing but the solution."""
    f = (gram @ (alpha * y) + theta) / lam
    slack = np.maximum(1.0 - y * f, 0.0)
    norm = (alpha * y) @ gram @ (alpha * y) / lam**2
    primal = slack.sum() + 0.5 * lam * norm
    dual = alpha.sum() - 0.5 * lam * norm
    off = np.abs(alpha - np.clip(alpha + 1.0 - y * f, 0.0, 1.0)).max()
    assert alpha.min() >= 0.0 and alpha.max() <= 1.0
    return (primal - dual) / primal, max(off, abs(alpha @ y))


def worst_certificate(gram, y, path, middles=True):
    """The worst certificate at all breakpoints, computed afresh, and halfway between them."""
    lambdas, alphas, thetas = path.lambdas, path.alphas, path.thetas
    worst = 0.0
    for k in range(lambdas.size):
        worst = max(worst, *map(abs, certificate(gram, y, lambdas[k], alphas[k], thetas[k])))
        if middles and k:
            middle = 0.5 * (lambdas[k] + lambdas[k - 1])
            worst = max(worst, *map(abs, certificate(gram, y, middle, *path.at(middle))))
    return worst


def objective(gram, y, lam, beta, offset):
    """lambda / 2 |w|^2 + sum of slacks, for coefficients in LIBSVM's scale."""
    f = gram @ beta + offset
    return 0.5 * lam * (beta @ gram @ beta) + np.maximum(1.0 - y * f, 0.0).sum()
