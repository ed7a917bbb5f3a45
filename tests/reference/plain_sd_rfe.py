"""SD-L-RFE and SD-G-RFE as the paper tells them: LIBSVM, copies with a permuted column, no shortcuts."""

import numpy as np
from sklearn.svm import SVR


def rank(X, y, *, C, kappa, epsilon, n_permutations, random_state, laplace=True):
    """Ranks of the features, 1 the best; the permutations are drawn as the library draws them."""
    rng = np.random.RandomState(random_state)
    left = list(range(X.shape[1]))
    ranking = np.empty(X.shape[1], dtype=int)
    while len(left) > 1:
        machine = SVR(C=C, gamma=kappa, epsilon=epsilon, tol=1e-6).fit(X[:, left], y)
        f = machine.predict(X[:, left])
        permutations = [rng.permutation(y.size) for _ in range(n_permutations)]
        scores = []
        for position in range(len(left)):
            total = 0.0
            for permutation in permutations:
                copy = X[:, left].copy()
                copy[:, position] = copy[permutation, position]
                total += divergence(y, f, machine.predict(copy), laplace)
            scores.append(total)
        worst = len(left) - 1 - int(np.argmin(scores[::-1]))
        ranking[left[worst]] = len(left)
        del left[worst]
    ranking[left[0]] = 1
    return ranking


def divergence(y, f, g, laplace):
    """(19) or (21), constants and all as printed."""
    if laplace:
        s, t = np.abs(y - f).mean(), np.abs(y - g).mean()
        return np.mean(s / t * np.exp(-np.abs(f - g) / s) + np.abs(f - g) / t + np.log(t / s))
    s, t = np.sqrt(np.mean((y - f) ** 2)), np.sqrt(np.mean((y - g) ** 2))
    return 0.5 * np.mean((f - g) ** 2 / t**2 + (s / t) ** 2 + 2 * np.log(t / s))
