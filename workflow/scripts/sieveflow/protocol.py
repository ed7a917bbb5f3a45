"""The study of a table of a user's own: methods, splits, numbers of features."""

from sieveflow.errors import InputError
from sieveflow.ids import require_known

# Cheap and costly ones of different kinds: where they agree, it is not for being alike.
DEFAULT_METHODS = {
    "regression": ["corr", "mrmr", "hsic-rfe", "sd-l-rfe"],
    "classification": ["fisher", "mrmr", "hsic", "mi-pw"],
}
LEARNERS = {"regression": "gaussian-ridge", "classification": "gaussian-ridge-classes"}
METRICS = {"regression": ["rmse", "q2"], "classification": ["balanced_error_percent", "error_percent"]}
TEST_SHARE = 0.2
SPLITS = 10
# Larger tables vary less from split to split, and cost more.
SPLITS_OF_LARGE, LARGE = 5, 1_000_000
# Beyond so many features a forward selection is ranked to its end by what it has found so far.
WIDE, FORWARD = 500, 100
_COUNTS = [*range(1, 11), 12, 15, 20, 30, 50, 75, 100, 200, 500]


def counts_to_try(n_features):
    """Numbers of features whose error is measured: every one of a few, some of many, always all."""
    if n_features <= 15:
        return list(range(1, n_features + 1))
    return [count for count in _COUNTS if count < n_features] + [n_features]


def sizes_of(n_rows):
    """Rows that train and rows that test."""
    n_test = max(4, round(TEST_SHARE * n_rows))
    return n_rows - n_test, n_test


def splits_of(n_rows, n_features):
    """How many splits are drawn where it is not said."""
    return SPLITS_OF_LARGE if n_rows * n_features > LARGE else SPLITS


def choose_methods(wanted, task, known):
    """Ids of the methods that were asked for, checked; None for those of the task."""
    if not wanted:
        return list(DEFAULT_METHODS[task])
    for method in wanted:
        require_known(method, known, "--methods", "method")
        if task not in known[method]["tasks"]:
            raise InputError(
                f"--methods: the task is {task}, method '{method}' does {', '.join(known[method]['tasks'])}."
            )
    if len(set(wanted)) < len(wanted):
        raise InputError(f"--methods: found {', '.join(wanted)}, allowed is a list without repeats.")
    return list(wanted)


def own_study(name, own, methods, *, target, splits, seed, time_limit):
    """The file of a study, as a dict.

    Parameters
    ----------
    name : str
        Id of the study and of its one problem and data set.
    own : OwnTable
    methods : list of str
    target : str
        Name of the target.
    splits : int
    seed : int
    time_limit : float or None
        Seconds for each method.
    """
    n_rows, n_features = own.table.X.shape
    n_train, n_test = sizes_of(n_rows)
    study = {
        "title": f"Features of {name} for {target}",
        "citation": "data of your own",
        "published": None,
        "seed": seed,
        "scales": {"smoke": min(2, splits), "quick": min(5, splits), "full": splits},
        "batch_edges": [-(-splits // 2)],
        "methods": methods,
        "reference": methods[0],
        "alpha": 0.05,
        "learner": LEARNERS[own.task],
        "metrics": METRICS[own.task],
        "switches": {"t_test": "paired"} | ({"sampling": "stratified"} if own.task == "classification" else {}),
        "problems": {
            name: {
                "label": name,
                "dataset": name,
                "n_train": n_train,
                "n_test": n_test,
                "n_features": counts_to_try(n_features),
            }
        },
        "claims": [],
        "reasons": [],
        "answer": {"target": target, "notes": own.notes, "classes": own.classes},
    }
    return study | ({"time_limit": time_limit} if time_limit else {})


def wide_methods(methods, known, n_features):
    """Entries of methods that a workspace changes: forward selections of very many features end early."""
    if n_features <= WIDE:
        return {}
    forward = [method for method in methods if known[method]["implementation"].startswith("mrmr:")]
    return {
        method: known[method] | {"parameters": known[method]["parameters"] | {"n_features_to_select": FORWARD}}
        for method in forward
    }
