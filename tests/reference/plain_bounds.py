"""RMB-RFE and SpanB-RFE, kept or retrained, as (2.39) and (2.40) tell them: LIBSVM and a general QP solver."""

import numpy as np
from reference.conic import solve_qp
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import SVR


def multipliers(gram, y, C, epsilon, tol):
    """alpha - alpha* of LIBSVM."""
    machine = SVR(kernel="precomputed", C=C, epsilon=epsilon, tol=tol).fit(gram, y)
    beta = np.zeros(len(y))
    beta[machine.support_] = machine.dual_coef_[0]
    return beta


def squared_radius(gram):
    """(2.24) by the conic solver."""
    gamma = solve_qp(2 * gram, -np.diag(gram), equal=(np.ones(len(gram)), 1.0), lower=0.0)
    return gamma @ np.diag(gram) - gamma @ gram @ gamma


def squared_span(gram, i, others):
    """Squared distance of one sample to the affine hull of others, by least squares for the hull's directions."""
    if len(others) == 0:
        return gram[i, i]
    first, rest = others[0], others[1:]
    # phi(x_first) + sum_t c_t (phi(x_t) - phi(x_first)) is any point of the hull.
    cross = gram[np.ix_(rest, rest)] - gram[np.ix_(rest, [first])] - gram[[first]][:, rest] + gram[first, first]
    toward = gram[rest, i] - gram[rest, first] - gram[first, i] + gram[first, first]
    c = np.linalg.lstsq(cross, toward, rcond=1e-14)[0]
    combination = np.zeros(len(gram))
    combination[i], combination[first] = 1.0, -(1.0 - c.sum())
    combination[rest] -= c
    return combination @ gram @ combination


def bound(gram, beta, C, *, span):
    """(2.39) or (2.40)."""
    if not span:
        return squared_radius(gram) * np.abs(beta).sum()
    support = np.flatnonzero(np.abs(beta) > 1e-9 * C)
    free = [t for t in support if abs(beta[t]) < C * (1 - 1e-9)]
    return sum(abs(beta[i]) * squared_span(gram, i, [t for t in free if t != i]) for i in support)


def rank(X, y, *, C, kappa, epsilon, span, retrain, tol=1e-7):
    """Ranks of the features, 1 the best."""
    left = list(range(X.shape[1]))
    ranking = np.empty(X.shape[1], dtype=int)
    while len(left) > 1:
        beta = multipliers(rbf_kernel(X[:, left], gamma=kappa), y, C, epsilon, tol)
        scores = []
        for j in left:
            gram = rbf_kernel(X[:, [k for k in left if k != j]], gamma=kappa)
            if retrain:
                beta = multipliers(gram, y, C, epsilon, tol)
            scores.append(bound(gram, beta, C, span=span))
        worst = len(left) - 1 - int(np.argmin(scores[::-1]))
        ranking[left[worst]] = len(left)
        del left[worst]
    ranking[left[0]] = 1
    return ranking
