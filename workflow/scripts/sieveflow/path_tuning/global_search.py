"""GO: the global optimum of a cross-validated function over lambda, section 6.2 of the thesis."""

import numpy as np

from sieveflow.path_tuning.searches import Found
from sieveflow.path_tuning.step_function import cv_function


def global_search(folds, choice="error"):
    """The best interval of lambda; among equal ones that with the largest lambda.

    At the upper end of the interval a held-out sample has decision zero, unless it is the end of the range: the value
    holds inside. Of the two readings of "the largest optimal lambda" the supremum is returned.

    Parameters
    ----------
    folds : list of FoldDecisions, or a StepFunction made of them
    choice : str or ValidationFunction

    Returns
    -------
    Found

    References
    ----------
    Yang and Ong (2011), IEEE Transactions on Neural Networks 22: 654-659; thesis, Table 6.1 and Remark 6.2.2.
    """
    exact = cv_function(folds, choice) if isinstance(folds, list) else folds
    k = int(np.argmax(exact.is_best(exact.values)))
    return Found(
        float(exact.upper[k]), float(exact.values[k]), float(exact.lower[k]), float(exact.upper[k]), exact.values.size
    )
