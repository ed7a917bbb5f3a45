"""Problems that SVM path algorithms stumble over, drawn from a seed that reproduces them, and certificates."""

import numpy as np
from sieveflow.learners.kernels import gaussian_kernel
from sieveflow.learners.svm_path import RegularisationPath
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


def certificates(gram, y, lambdas, alphas, thetas):
    """Relative duality gap and violation of the optimality conditions, from nothing but solutions (rows)."""
    assert alphas.min() >= 0.0 and alphas.max() <= 1.0
    beta = alphas * y
    raw = beta @ gram
    margins = y * (raw + thetas[:, None]) / lambdas[:, None]
    norm = np.einsum("ri,ri->r", beta, raw) / lambdas**2
    primal = np.maximum(1.0 - margins, 0.0).sum(axis=1) + 0.5 * lambdas * norm
    dual = alphas.sum(axis=1) - 0.5 * lambdas * norm
    off = np.abs(alphas - np.clip(alphas + 1.0 - margins, 0.0, 1.0)).max(axis=1)
    return (primal - dual) / primal, np.maximum(off, np.abs(beta.sum(axis=1)))


def worst_certificate(gram, y, path):
    """The worst certificate at all breakpoints and halfway between them, computed afresh."""
    worst = 0.0
    for k, piece in enumerate(path.pieces):
        part = RegularisationPath(y, [piece], 0)
        lambdas, alphas, thetas = part.lambdas, part.alphas, part.thetas
        for rows in (
            (lambdas, alphas, thetas),
            ((lambdas[1:] + lambdas[:-1]) / 2, (alphas[1:] + alphas[:-1]) / 2, (thetas[1:] + thetas[:-1]) / 2),
        ):
            worst = max(worst, *(float(np.abs(found).max()) for found in certificates(gram, y, *rows)))
        assert k == 0 or lambdas[0] == path.pieces[k - 1].lambdas[-1]
    return worst


def objective(gram, y, lam, beta, offset):
    """lambda / 2 |w|^2 + sum of slacks, for coefficients in LIBSVM's scale."""
    f = gram @ beta + offset
    return 0.5 * lam * (beta @ gram @ beta) + np.maximum(1.0 - y * f, 0.0).sum()


def dual(gram, y, lam, beta):
    """sum of alpha - lambda / 2 |w|^2, the dual objective, for y_i alpha_i with alpha in [0, 1]."""
    return float(beta @ y - 0.5 * (beta @ gram @ beta) / lam)
