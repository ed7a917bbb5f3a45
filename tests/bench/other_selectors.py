"""Our selectors against packages of the same kind: time, memory, hits and held-out error.

Run by itself it prints these rows alone. Every program runs in a process of its own, ours as well, on the same samples,
start-up included; native code is compiled before. Environments are made under .venv-peers; a package that cannot be
installed is named and left out.
"""

import json
import os
import subprocess
import sys
import tempfile
import venv
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from bench.clock import report
from sieveflow.seeding import stream
from sklearn.svm import SVC, SVR

ROOT = Path(__file__).parents[2]
N, N_TEST, D, RELEVANT = 1000, 2000, 60, 5
ROUNDS = 2
READ = """
import json, sys
import numpy as np
with np.load(sys.argv[1]) as data:
    X, y = data["X"], data["y"]
"""
WRITE = """
print(json.dumps([int(column) for column in order]))
"""
OURS = {
    "mrmr": "from sieveflow.methods.mrmr import RelevanceRedundancyRanker as Ranker; ranker = Ranker(task=task)",
    "hsic-rfe": "from sieveflow.methods.hsic_rfe import DependenceRFE as Ranker; ranker = Ranker()",
    "mi-pw": "from sieveflow.methods.mi_pw import ParzenInformationRFE as Ranker; ranker = Ranker()",
}
OURS_RUN = """
order = np.argsort(ranker.fit(X, y).ranking_)
"""


@dataclass(frozen=True)
class Peer:
    """A package, the method of ours that does the same kind of work, and its program, which leaves the best `order`."""

    ours: str
    task: str
    requirements: tuple
    program: str


PEERS = {
    "scikit-learn RFE, linear SVR": Peer(
        "hsic-rfe",
        "regression",
        ("scikit-learn==1.9.1",),
        """
from sklearn.feature_selection import RFE
from sklearn.svm import SVR
order = np.argsort(RFE(SVR(kernel="linear"), n_features_to_select=1).fit(X, y).ranking_)
""",
    ),
    "mrmr-selection": Peer(
        "mrmr",
        "classification",
        ("mrmr-selection==0.2.8",),
        """
import pandas as pd
from mrmr import mrmr_classif
order = mrmr_classif(X=pd.DataFrame(X), y=pd.Series(y), K=X.shape[1], n_jobs=1, show_progress=False)
""",
    ),
    "fast-select mRMR": Peer(
        "mrmr",
        "classification",
        ("fast-select==0.3.0",),
        """
from fast_select import mRMR
bins = [np.searchsorted(np.linspace(c.min(), c.max(), 11)[1:-1], c) for c in X.T]
order = mRMR(n_features_to_select=X.shape[1]).fit(np.stack(bins, axis=1).astype(np.int32), y).top_features_
""",
    ),
    "feature-engine MRMR": Peer(
        "mrmr",
        "classification",
        ("feature-engine==1.9.4",),
        """
import pandas as pd
from feature_engine.selection import MRMR
frame = pd.DataFrame(X, columns=[str(i) for i in range(X.shape[1])])
chosen = MRMR(method="FCQ", max_features=5, regression=False, n_jobs=1).fit(frame, pd.Series(y))
order = [int(name) for name in chosen.get_feature_names_out()]
""",
    ),
    "pyHSICLasso": Peer(
        "hsic-rfe",
        "regression",
        ("pyHSICLasso==1.4.2",),
        """
from pyHSICLasso import HSICLasso
lasso = HSICLasso()
lasso.input(X, y)
lasso.regression(5, B=0, n_jobs=1)
order = lasso.get_index()
""",
    ),
    "skrebate ReliefF": Peer(
        "mi-pw",
        "classification",
        ("skrebate==0.8.4",),
        """
from skrebate import ReliefF
order = np.argsort(-ReliefF(n_jobs=1).fit(X, y).feature_importances_)
""",
    ),
    "Boruta": Peer(
        "hsic-rfe",
        "regression",
        ("Boruta==0.4.3",),
        """
from boruta import BorutaPy
from sklearn.ensemble import RandomForestRegressor
forest = RandomForestRegressor(n_jobs=1, max_depth=5, random_state=0)
order = np.argsort(BorutaPy(forest, n_estimators="auto", random_state=0).fit(X, y).ranking_, kind="stable")
""",
    ),
}


def sample(task):
    """Samples to select and to test with; the first five features decide, two of them by their product only."""
    rng = stream("bench", "selectors", task)
    X = rng.standard_normal((N + N_TEST, D))
    signal = np.sin(X[:, 0]) + X[:, 1] * X[:, 2] + X[:, 3] - X[:, 4]
    y = signal / signal.std() + 0.3 * rng.standard_normal(signal.size)
    return X, (y if task == "regression" else (y > 0).astype(int))


def environment(name, requirements):
    """The interpreter of an environment that has a package, made where it is missing; None if that cannot be done."""
    folder = ROOT / ".venv-peers" / requirements[0].replace("==", "-")
    python = folder / "bin/python"
    if not (folder / "ready").exists():
        venv.create(folder, clear=True, with_pip=True)
        command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *requirements]
        if subprocess.run(command, capture_output=True).returncode:
            print(f"selectors: {name} cannot be installed and is left out")
            return None
        (folder / "ready").touch()
    return python


def run(python, program, path):
    """Best features, CPU seconds and peak megabytes of a program in a process of its own."""
    settings = os.environ | {"PYTHONPATH": str(ROOT / "workflow/scripts"), "OMP_NUM_THREADS": "1"}
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as log:
        process = subprocess.Popen([python, "-W", "ignore", "-c", program, path], stdout=out, stderr=log, env=settings)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        log.seek(0)
        if process.returncode:
            raise RuntimeError(log.read().decode()[-300:])
        order = json.loads(out.read().splitlines()[-1])
    return order, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def quality(order, X, y, task):
    """Hits among the first five, and the held-out score of an RBF machine with them: R2, or accuracy."""
    chosen = order[:RELEVANT]
    machine = SVR(C=10.0) if task == "regression" else SVC(C=10.0)
    score = machine.fit(X[:N][:, chosen], y[:N]).score(X[N:][:, chosen], y[N:])
    return len(set(chosen) & set(range(RELEVANT))), score


def rows():
    """All comparisons of selectors."""
    for name, peer in PEERS.items():
        python = environment(name, peer.requirements)
        if python is None:
            continue
        X, y = sample(peer.task)
        with tempfile.NamedTemporaryFile(suffix=".npz") as file:
            np.savez(file, X=X[:N], y=y[:N])
            file.flush()
            own = f"{READ}task = {peer.task!r}\n{OURS[peer.ours]}\n{OURS_RUN}{WRITE}"
            run(sys.executable, own, file.name)
            found = {"ours": [], "theirs": []}
            try:
                for _ in range(ROUNDS):
                    found["ours"].append(run(sys.executable, own, file.name))
                    found["theirs"].append(run(python, READ + peer.program + WRITE, file.name))
            except RuntimeError as error:
                print(f"selectors: {name} fails and is left out: {error}")
                continue
        best = {side: min(runs, key=lambda result: result[1]) for side, runs in found.items()}
        (hits, score), (their_hits, their_score) = (quality(best[side][0], X, y, peer.task) for side in best)
        row = {
            "row": f"{peer.ours}, n={N:,} d={D}, with start-up",
            "kind": "peer",
            "ours_s": best["ours"][1],
            "other": name,
        }
        row |= {"other_s": best["theirs"][1], "ratio": best["theirs"][1] / best["ours"][1], "goal": 1}
        told = f"hits of {RELEVANT} {hits} / {their_hits}, held out {score:.3f} / {their_score:.3f}, "
        yield row | {"quality": f"{told}MB {best['ours'][2]:.0f} / {best['theirs'][2]:.0f} (ours / theirs)"}


if __name__ == "__main__":
    report(rows(), ROOT / "results/bench/other_selectors.csv")
