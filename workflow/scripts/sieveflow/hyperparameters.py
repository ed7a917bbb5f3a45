"""Hyper-parameters as the tuning stage writes them: one set for a problem, or one for each of its realizations."""


def hyperparameters_of(model, realization):
    """The values for one realization.

    Parameters
    ----------
    model : dict
        What the tuning stage wrote: `hyperparameters`, or where tuning stays inside realizations `by_realization`.
    realization : int
    """
    return model["by_realization"][realization] if "by_realization" in model else model["hyperparameters"]
