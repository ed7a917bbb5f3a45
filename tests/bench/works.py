"""Works that ours and other programs are both given: samples, our program, and how what comes out is judged."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from bench.samples import standardised, table_of
from sieveflow.datasets.generators import additive
from sieveflow.seeding import stream
from sklearn.svm import SVC, SVR

N_TEST = 2000


@dataclass(frozen=True)
class Work:
    """A work.

    Attributes
    ----------
    name : str
    sample : callable
        Arrays: X and y for the programs, X_test and y_test for the judge.
    judge : callable
        Of a program's result and the arrays: a dict of `hits` and `error`, where there are such, and `text`.
    ours : dict
        Our programs by their names.
    n_relevant : int, optional
    """

    name: str
    sample: Callable
    judge: Callable
    ours: dict
    n_relevant: int | None = None


def five_of_sixty(task):
    """Sixty features of which five decide, two of them by their product only."""
    rng = stream("bench", "selectors", task)
    X = rng.standard_normal((1000 + N_TEST, 60))
    signal = np.sin(X[:, 0]) + X[:, 1] * X[:, 2] + X[:, 3] - X[:, 4]
    y = signal / signal.std() + 0.3 * rng.standard_normal(signal.size)
    return _parts(X, y if task == "regression" else (y > 0).astype(int))


def three_of_thousand():
    """Five hundred samples with a thousand features, of which three decide."""
    rng = stream("bench", "wide")
    X = rng.standard_normal((500 + N_TEST, 1000))
    y = X[:, 0] + X[:, 1] * X[:, 2] + 0.5 * rng.standard_normal(X.shape[0]) > 0
    return _parts(X, y.astype(int), 500)


def puma_sample(name="pumadyn-8nh"):
    """A thousand samples of a Pumadyn set, or where no source has it of the additive problem."""
    table = table_of(name)
    if table is None:
        X, y = additive.generate(stream("bench", "rvm"), n=1000 + N_TEST, noise_variance=0.1)
    else:
        order = stream("bench", name).permutation(table.y.size)[: 1000 + N_TEST]
        X, y = table.X[order], table.y[order]
    return _parts(standardised(X), y)


def two_classes(n):
    """Two classes that overlap, ten features."""
    rng = stream("bench", "classes")
    X = rng.standard_normal((n + N_TEST, 10))
    y = np.where(np.sin(2 * X[:, 0]) + X[:, 1] * X[:, 2] + 0.7 * rng.standard_normal(X.shape[0]) > 0, 1, -1)
    return _parts(X, y, n)


def linear_sample():
    """A hundred features of which five matter, a target of deviation 1."""
    rng = np.random.RandomState(0)
    X = rng.standard_normal((1000, 100))
    y = X[:, :4] @ [1.0, 2.0, 3.0, 4.0] + np.exp(X[:, 4])
    return {"X": X - X.mean(axis=0), "y": (y - y.mean()) / y.std()}


def _parts(X, y, n=1000):
    return {"X": X[:n], "y": y[:n], "X_test": X[n:], "y_test": y[n:]}


def judge_order(result, data, n_chosen, n_relevant):
    """Hits among the first features, and the held-out error of a Gaussian machine with these: 1 - R2, or of classes."""
    chosen = result["order"][:n_chosen]
    machine = SVC(C=10.0) if data["y"].dtype.kind == "i" else SVR(C=10.0)
    fitted = machine.fit(data["X"][:, chosen], data["y"])
    error = 1 - fitted.score(data["X_test"][:, chosen], data["y_test"])
    return {"hits": len(set(chosen) & set(range(n_relevant))), "error": error, "text": ""}


def judge_machines(result, data):
    """The mean of held-out root mean squared errors over widths, and how many vectors there are."""
    errors = [float(np.sqrt(np.square(np.array(found) - data["y_test"]).mean())) for found in result["predictions"]]
    return {"error": float(np.mean(errors)), "text": f"vectors {result['vectors']}"}


def judge_classes(result, data):
    """The held-out error, that of cross-validation, and the time without start-up."""
    error = float(np.mean(np.array(result["predictions"]) != data["y_test"]))
    return {"error": error, "text": f"cross-validated {result['cv']:.4f}, {result['seconds']:.2f} s without start-up"}


def judge_objective(result, data):
    """The objective, which is to be as small as it can."""
    return {"error": result["objective"], "text": ""}


_RANKER = """
ranker = Ranker({})
result = {{"order": [int(column) for column in np.argsort(ranker.fit(X, y).ranking_)]}}
"""
_MACHINE = "C=10.0, kappa=1 / 60, epsilon=0.1"
REGRESSION = Work(
    "5 of 60 features, 1,000 samples, regression",
    lambda: five_of_sixty("regression"),
    lambda result, data: judge_order(result, data, 5, 5),
    {
        "hsic-rfe": "from sieveflow.methods.hsic_rfe import DependenceRFE as Ranker" + _RANKER.format(""),
        "sd-l-rfe": "from sieveflow.methods.sd_l_rfe import SDLaplaceRFE as Ranker"
        + _RANKER.format(f"{_MACHINE}, n_permutations=5, random_state=0"),
    },
    5,
)
CLASSIFICATION = Work(
    "5 of 60 features, 1,000 samples, two classes",
    lambda: five_of_sixty("classification"),
    lambda result, data: judge_order(result, data, 5, 5),
    {
        "mrmr": "from sieveflow.methods.mrmr import RelevanceRedundancyRanker as Ranker"
        + _RANKER.format("task='classification'"),
        "hsic": "from sieveflow.methods.hsic import ClassDependenceRFE as Ranker" + _RANKER.format(""),
    },
    5,
)
WIDE = Work(
    "30 of 1,000 features, 500 samples, two classes",
    three_of_thousand,
    lambda result, data: judge_order(result, data, 30, 3),
    {
        "mrmr": "from sieveflow.methods.mrmr import RelevanceRedundancyRanker as Ranker"
        + _RANKER.format("task='classification', n_features_to_select=30"),
    },
    3,
)
WIDTHS = "[0.01, 0.03, 0.06, 0.12, 0.25]"
RVM = Work(
    "relevance vectors, 1,000 samples of puma8nh, five widths",
    puma_sample,
    judge_machines,
    {
        "rvm": f"""
from sieveflow.learners.rvm_estimator import RelevanceVectorRegressor
machines = [RelevanceVectorRegressor(kappa=kappa).fit(X, y) for kappa in {WIDTHS}]
found = [machine.predict(data["X_test"]).tolist() for machine in machines]
result = {{"predictions": found, "vectors": [int(machine.relevance_.size) for machine in machines]}}
"""
    },
)
BUDGET = Work(
    "a machine of 20 features, 1,000 samples, 100 features",
    linear_sample,
    judge_objective,
    {
        "nmmklr": """
from sieveflow.learners.support_norm_svr import fit_support_norm_svr
result = {"objective": float(fit_support_norm_svr(X, y, 10.0, 0.1, 20).primal)}
"""
    },
)
_GLOBAL = """
import time
from sieveflow.learners.svc_global_cv import SVCGlobalCV
started = time.process_time()
machine = SVCGlobalCV(kernel="rbf", gamma=0.1, C_min=2.0**-9, C_max=2.0**8, cv=5, random_state=0).fit(X, y)
result = {"predictions": machine.predict(data["X_test"]).tolist(), "cv": float(machine.cv_value_)}
result["seconds"] = time.process_time() - started
"""
CHOICE, LARGE_CHOICE = (
    Work(
        f"C by cross-validation, {n:,} samples, Gaussian kernel",
        lambda n=n: two_classes(n),
        judge_classes,
        {"svc-global-cv": _GLOBAL},
    )
    for n in (600, 1500)
)
