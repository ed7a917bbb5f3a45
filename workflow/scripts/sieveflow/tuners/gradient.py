"""GRAD: L-BFGS on a smooth stand-in for the cross-validated error."""

from sieveflow.path_tuning.gradient_search import gradient_search


class Gradient:
    """Where L-BFGS ends from a start, appendix C of the thesis.

    Parameters
    ----------
    start : float
        First value of lambda.

    References
    ----------
    Keerthi, Sindhwani and Chapelle (2007), NIPS 19: 673-680.
    """

    def __init__(self, start=1.0):
        self.start = start

    def choose(self, folds):
        """The choice, from what the machines of all lambda say about held-out samples.

        Parameters
        ----------
        folds : list of FoldDecisions

        Returns
        -------
        Found
        """
        return gradient_search(folds, self.start)
