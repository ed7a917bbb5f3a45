"""Packages that do what a method of ours does: each with its program, in an environment of its own.

Which method of ours stands beside a package is decided by what the package does: permuted columns beside sensitivity to
permuted columns, dependence measured by kernels beside HSIC, elimination by the weights of a machine beside elimination
by dependence (both take one pass over the features per round), neighbours of samples (ReliefF) beside HSIC of classes.
"""

import sys
from dataclasses import dataclass

from bench import works
from bench.clock import with_judgement
from bench.processes import environment, run

# The quickest of so many runs counts; one that takes so many seconds is not repeated.
ROUNDS, LONG = 2, 20.0


@dataclass(frozen=True)
class Package:
    """A package with its pinned requirement, the work, our method for it, and the package's program."""

    requirement: str
    work: works.Work
    ours: str
    program: str


_MRMR = """
import pandas as pd
from mrmr import mrmr_classif
order = mrmr_classif(X=pd.DataFrame(X), y=pd.Series(y), K={}, n_jobs=1, show_progress=False)
result = {{"order": [int(column) for column in order]}}
"""
_FAST_SELECT = """
from fast_select import mRMR
bins = [np.searchsorted(np.linspace(c.min(), c.max(), 11)[1:-1], c) for c in X.T]
chosen = mRMR(n_features_to_select={}).fit(np.stack(bins, axis=1).astype(np.int32), y).top_features_
result = {{"order": [int(column) for column in chosen]}}
"""
# Its quickest setting: correlations in the place of mutual information.
_FEATURE_ENGINE = """
import pandas as pd
from feature_engine.selection import MRMR
frame = pd.DataFrame(X, columns=[str(i) for i in range(X.shape[1])])
chosen = MRMR(method="FCQ", max_features={}, regression=False, n_jobs=1).fit(frame, pd.Series(y))
result = {{"order": [int(name) for name in chosen.get_feature_names_out()]}}
"""
_RVM = """
machines = [{} for kappa in {}]
for machine in machines:
    machine.fit(X, y)
found = [np.asarray(machine.predict(data["X_test"])).tolist() for machine in machines]
result = {{"predictions": found, "vectors": [int({}) for machine in machines]}}
"""
_LIBSVM = """
import time
from libsvm.svmutil import svm_predict, svm_train
started = time.process_time()
rows, labels = X.tolist(), y.tolist()
errors = {k: 1 - svm_train(labels, rows, f"-t 2 -g 0.1 -c {2.0**k} -v 5 -q") / 100 for k in range(-9, 9)}
best = min(errors, key=errors.get)
machine = svm_train(labels, rows, f"-t 2 -g 0.1 -c {2.0**best} -q")
found = svm_predict([0] * len(data["X_test"]), data["X_test"].tolist(), machine, "-q")[0]
result = {"predictions": [int(label) for label in found], "cv": errors[best]}
result["seconds"] = time.process_time() - started
"""
PACKAGES = {
    "scikit-learn RFE of a linear SVR": Package(
        "scikit-learn==1.9.1",
        works.REGRESSION,
        "hsic-rfe",
        """
from sklearn.feature_selection import RFE
from sklearn.svm import SVR
ranking = RFE(SVR(kernel="linear"), n_features_to_select=1).fit(X, y).ranking_
result = {"order": [int(column) for column in np.argsort(ranking)]}
""",
    ),
    "scikit-learn permutation_importance of an SVR": Package(
        "scikit-learn==1.9.1",
        works.REGRESSION,
        "sd-l-rfe",
        """
from sklearn.inspection import permutation_importance
from sklearn.svm import SVR
machine = SVR(C=10.0, gamma=1 / 60, epsilon=0.1).fit(X, y)
found = permutation_importance(machine, X, y, n_repeats=5, random_state=0)
result = {"order": [int(column) for column in np.argsort(-found.importances_mean)]}
""",
    ),
    "pyHSICLasso": Package(
        "pyHSICLasso==1.4.2",
        works.REGRESSION,
        "hsic-rfe",
        """
from pyHSICLasso import HSICLasso
lasso = HSICLasso()
lasso.input(X, y)
lasso.regression(5, B=0, n_jobs=1)
result = {"order": [int(column) for column in lasso.get_index()]}
""",
    ),
    "Boruta": Package(
        "Boruta==0.4.3",
        works.REGRESSION,
        "hsic-rfe",
        """
from boruta import BorutaPy
from sklearn.ensemble import RandomForestRegressor
forest = RandomForestRegressor(n_jobs=1, max_depth=5, random_state=0)
ranking = BorutaPy(forest, n_estimators="auto", random_state=0).fit(X, y).ranking_
result = {"order": [int(column) for column in np.argsort(ranking, kind="stable")]}
""",
    ),
    "mrmr-selection": Package("mrmr-selection==0.2.8", works.CLASSIFICATION, "mrmr", _MRMR.format(60)),
    "fast-select mRMR": Package("fast-select==0.3.0", works.CLASSIFICATION, "mrmr", _FAST_SELECT.format(60)),
    "feature-engine MRMR": Package("feature-engine==1.9.4", works.CLASSIFICATION, "mrmr", _FEATURE_ENGINE.format(5)),
    "skrebate ReliefF": Package(
        "skrebate==0.8.4",
        works.CLASSIFICATION,
        "hsic",
        """
from skrebate import ReliefF
result = {"order": [int(column) for column in np.argsort(-ReliefF(n_jobs=1).fit(X, y).feature_importances_)]}
""",
    ),
    "mrmr-selection, wide": Package("mrmr-selection==0.2.8", works.WIDE, "mrmr", _MRMR.format(30)),
    "fast-select mRMR, wide": Package("fast-select==0.3.0", works.WIDE, "mrmr", _FAST_SELECT.format(30)),
    "feature-engine MRMR, wide": Package("feature-engine==1.9.4", works.WIDE, "mrmr", _FEATURE_ENGINE.format(30)),
    "fastrvm": Package(
        "fastrvm==0.1.5",
        works.RVM,
        "rvm",
        "from fastrvm import RVR"
        + _RVM.format('RVR(kernel="rbf", gamma=kappa, fit_intercept=True)', works.WIDTHS, "machine.n_relevance_"),
    ),
    "sklearn-rvm": Package(
        "sklearn-rvm==0.1.1",
        works.RVM,
        "rvm",
        "from sklearn_rvm import EMRVR"
        + _RVM.format('EMRVR(kernel="rbf", gamma=kappa)', works.WIDTHS, "len(machine.relevance_vectors_)"),
    ),
    "cvxpy with Clarabel": Package(
        "cvxpy==1.9.3",
        works.BUDGET,
        "nmmklr",
        """
import cvxpy as cp
(n, d), C, epsilon, m = X.shape, 10.0, 0.1, 20
a, star, lam, gamma = cp.Variable(n), cp.Variable(n), cp.Variable(), cp.Variable(d)
beta = a - star
limits = [cp.sum(beta) == 0, a >= 0, star >= 0, a <= C, star <= C, gamma >= 0]
limits.append(cp.square(X.T @ beta) <= lam + gamma)
goal = y @ beta - epsilon * cp.sum(a + star) - 0.5 * (m * lam + cp.sum(gamma))
result = {"objective": float(cp.Problem(cp.Maximize(goal), limits).solve(solver=cp.CLARABEL))}
""",
    ),
    "libsvm-official, grid of 18": Package("libsvm-official==3.37.0", works.CHOICE, "svc-global-cv", _LIBSVM),
    "libsvm-official, grid of 18, large": Package(
        "libsvm-official==3.37.0", works.LARGE_CHOICE, "svc-global-cv", _LIBSVM
    ),
}
# Said of a row only where it turns out that we are behind.
REASONS = {
    (works.CLASSIFICATION.name, "skrebate ReliefF"): (
        "it makes one pass over the pairs of samples, HSIC one in each of 59 rounds"
    ),
    (works.CHOICE.name, "libsvm-official, grid of 18"): (
        "with so few samples our time is start-up (scikit-learn, SciPy and Numba, which it does not need); the times "
        "without it are below"
    ),
    (works.LARGE_CHOICE.name, "libsvm-official, grid of 18, large"): (
        "it tries 18 values of C, ours is the best of all C, certified"
    ),
}


def package_rows():
    """A row for every package that can be had; the names of the others go to `missing`."""
    missing = []

    def rows():
        for name, package in PACKAGES.items():
            python = environment(package.requirement)
            if python is None:
                missing.append(f"{name} ({package.requirement}): cannot be installed here")
                continue
            try:
                yield measured(name, package, python)
            except RuntimeError as error:
                missing.append(f"{name} ({package.requirement}): fails, {str(error).strip().splitlines()[-1]}")

    return rows(), missing


def measured(name, package, python):
    """One row: both programs in turn, the quickest run of each."""
    data = package.work.sample()
    own = package.work.ours[package.ours]
    # Native code is compiled before, and kept from then on.
    run(sys.executable, own, data)
    ours, theirs = [], []
    while len(theirs) < ROUNDS and sum(one.seconds for one in theirs) < LONG:
        ours.append(run(sys.executable, own, data))
        theirs.append(run(python, package.program, data))
    ours, theirs = (min(runs, key=lambda one: one.seconds) for runs in (ours, theirs))
    own_quality, other_quality = (package.work.judge(one.result, data) for one in (ours, theirs))
    texts = [found["text"] for found in (own_quality, other_quality)]
    row = {
        "row": package.work.name,
        "kind": "peer",
        "ours": package.ours,
        "other": name,
        "ours_s": ours.seconds,
        "other_s": theirs.seconds,
        "ratio": theirs.seconds / ours.seconds,
        "goal": 1,
        "ours_mb": ours.megabytes,
        "other_mb": theirs.megabytes,
        "n_relevant": package.work.n_relevant,
        "ours_hits": own_quality.get("hits"),
        "other_hits": other_quality.get("hits"),
        "ours_error": own_quality["error"],
        "other_error": other_quality["error"],
        "quality": f"{texts[0]} / {texts[1]}" if any(texts) else "",
    }
    return with_judgement(row, REASONS)
