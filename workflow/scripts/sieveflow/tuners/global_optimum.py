"""GO: the global minimum of the cross-validated error over lambda."""

from sieveflow.path_tuning.global_search import global_search


class GlobalOptimum:
    """The largest lambda of the best interval, section 6.2 of the thesis.

    Parameters
    ----------
    function : str
        The validation function, a key of `path_tuning.validation.FUNCTIONS`.

    References
    ----------
    Yang and Ong (2011), IEEE Transactions on Neural Networks 22: 654-659.
    """

    def __init__(self, function="error"):
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
        return global_search(folds, self.function)
