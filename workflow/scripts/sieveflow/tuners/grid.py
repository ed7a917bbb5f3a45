"""GRID: the best of equally spaced values of log2 lambda."""

from sieveflow.path_tuning.grid_search import grid_search


class Grid:
    """The largest of the best values of a grid, section 6.3 of the thesis.

    Parameters
    ----------
    step : float
        Distance in log2 lambda.
    function : str
        The validation function, a key of `path_tuning.validation.FUNCTIONS`.
    """

    def __init__(self, step=1.0, function="error"):
        self.step = step
        self.function = function

    def choose(self, folds):
        """The choice, from what the machines of all lambda say about held-out samples.

        Parameters
        ----------
        folds : list of FoldDecisions

        Returns
        -------
        Found
        """
        return grid_search(folds, self.step, self.function)
