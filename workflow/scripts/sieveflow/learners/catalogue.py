"""What a study can name as its learner: the task, the hyper-parameters and the measures of each.

Without numerical packages: every start of the workflow loads it. A learner `rbf-svr` is the module
sieveflow/learners/rbf_svr.py, which has two functions: `surface`, the error of held-out samples over a grid by the
first measure, which tunes it, and `predict`, which returns predictions or, where the learner has measures of its own,
a pair of predictions and a dict of these. One without hyper-parameters tunes itself and has `predict` alone.
"""

from dataclasses import dataclass
from importlib import import_module


@dataclass(frozen=True)
class Learner:
    """A task, the names of the hyper-parameters in the order of a grid's axes, and the measures that are taken."""

    task: str
    parameters: tuple
    metrics: tuple


LEARNERS = {
    "rbf-svr": Learner("regression", ("C", "kappa", "epsilon"), ("mse", "scc")),
    "linear-svr": Learner("regression", ("C", "epsilon"), ("mse", "q2", "scc")),
    "rbf-lp-svr": Learner("regression", (), ("q2", "mse", "scc")),
    "rbf-svc": Learner("classification", ("C", "kappa"), ("balanced_error_percent", "error_percent")),
    "tanh-mlp": Learner("classification", ("hidden", "weight_decay"), ("balanced_error_percent", "error_percent")),
    # These two tune themselves and take large tables; what studies of a user's own data are judged with.
    "gaussian-ridge": Learner("regression", (), ("rmse", "q2", "mse", "scc")),
    "gaussian-ridge-classes": Learner("classification", (), ("balanced_error_percent", "error_percent")),
    "rvm": Learner("regression", ("kappa",), ("rmse", "relevance_vectors")),
    # Of studies of tuners; trained by sieveflow.choice_evaluation, on the path that the tuners search.
    "linear-svm": Learner(
        "classification", ("lambda",), ("test_error", "cv_error", "is_global", "log2_lambda", "events")
    ),
}


def module_of(learner):
    """The module of a learner below the library, for instance learners.rbf_svr."""
    return f"learners.{learner.replace('-', '_')}"


def load_learner(learner):
    """The module behind the id of a learner."""
    return import_module(f"sieveflow.{module_of(learner)}")
