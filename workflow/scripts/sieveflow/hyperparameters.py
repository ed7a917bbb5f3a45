"""Hyper-parameters as the tuning stage writes them: one set for a problem, or one for each of its realizations."""

# A switch with this value leaves its hyper-parameter to the grid.
TUNED = "tuned"


def hyperparameters_of(model, realization):
    """The values for one realization.

    Parameters
    ----------
    model : dict
        What the tuning stage wrote: `hyperparameters`, or where tuning stays inside realizations `by_realization`.
    realization : int
    """
    return model["by_realization"][realization] if "by_realization" in model else model["hyperparameters"]


def given_hyperparameters(problem, switches, names):
    """Values that are not searched for: those that a switch of the same name sets, over those that are printed.

    Parameters
    ----------
    problem, switches : dict
        As the study's file has them.
    names : sequence of str
        The hyper-parameters of the learner.
    """
    chosen = {name: switches[name] for name in names if switches.get(name, TUNED) != TUNED}
    return problem.get("hyperparameters", {}) | chosen
