"""How probable it is that one method is better than another by more than what matters."""

import numpy as np
from scipy.special import stdtr


def equivalence(gains, *, n_train, n_test, margin):
    """Probabilities that the mean gain lies above, within and below a region of practical equivalence.

    The Bayesian correlated t-test: the posterior of the mean is a Student distribution with the variance that is
    corrected for overlapping training sets.

    Parameters
    ----------
    gains : array
        Difference of two methods in every realization.
    n_train, n_test : int
        Sizes of the parts of a realization.
    margin : float
        Means from -margin to margin count as practically equal.

    References
    ----------
    Corani and Benavoli (2015), A Bayesian approach for comparing cross-validated algorithms on multiple data sets,
    Machine Learning 100; the region: Benavoli, Corani, Demsar and Zaffalon (2017), JMLR 18.
    """
    if gains.size < 2:
        return (float("nan"),) * 3
    mean, spread = gains.mean(), gains.std(ddof=1)
    if spread == 0.0:
        return float(mean > margin), float(abs(mean) <= margin), float(mean < -margin)
    freedom, scale = gains.size - 1, spread * np.sqrt(1.0 / gains.size + n_test / n_train)
    above, below = float(stdtr(freedom, (mean - margin) / scale)), float(stdtr(freedom, (-margin - mean) / scale))
    return above, max(0.0, 1.0 - above - below), below
