"""GRAD: L-BFGS on a smooth stand-in for the cross-validated error, appendix C of the thesis."""

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from sieveflow.path_tuning.searches import Found
from sieveflow.path_tuning.step_function import cv_function

# The five starts of section 6.3.
STARTS = (100.0, 10.0, 1.0, 0.1, 0.01)
_STEEPNESS = 10.0


def smooth_error(fold, lam):
    """The smooth error of one fold at lambda, and its derivative.

    1 - mean of s_j with s_j = 1 / (1 + exp(-rho y_j h_j)) and rho = 10 / deviation of h. As printed, the derivative of
    rho has rho^3 where the cube of the deviation belongs; with that put right, d rho / d h_i is
    -rho^3 (h_i - mean h) / (100 |V|), which agrees with difference quotients.
    """
    h, slope = fold.at(lam)
    centred = h - h.mean()
    deviation = np.sqrt(np.square(centred).mean())
    if deviation == 0.0:
        # All decisions are equal: the limit is the error itself, which does not move.
        return float(np.mean(fold.y * h < 0.0) + 0.5 * np.mean(h == 0.0)), 0.0
    rho = _STEEPNESS / deviation
    s = expit(rho * fold.y * h)
    d_rho = -(rho**3) / (_STEEPNESS**2 * h.size) * (centred @ slope)
    d_s = s * (1.0 - s) * fold.y * (h * d_rho + rho * slope)
    return float(1.0 - s.mean()), float(-d_s.mean())


def smooth_cv_error(folds, lam):
    """Mean over folds of the smooth error at lambda, and its derivative."""
    values, slopes = zip(*(smooth_error(fold, lam) for fold in folds), strict=True)
    return float(np.mean(values)), float(np.mean(slopes))


def gradient_search(folds, start, choice="error", exact=None):
    """Where L-BFGS ends from a start, within the range of the path.

    Parameters
    ----------
    folds : list of FoldDecisions
    start : float
        First value of lambda, one of STARTS in the thesis.
    choice : str or ValidationFunction
        What `value` is of; the search itself always goes by the smooth error.
    exact : StepFunction, optional
        The exact function, where it is there already.

    Returns
    -------
    Found
        Its value is that of the exact function at the end.

    References
    ----------
    Thesis, appendix C; Keerthi, Sindhwani and Chapelle (2007), NIPS 19: 673-680.
    """
    exact = cv_function(folds, choice) if exact is None else exact
    bounds = [(exact.lower[-1], exact.upper[0])]
    found = minimize(
        lambda x: smooth_cv_error(folds, float(np.clip(x[0], *bounds[0]))),
        [start],
        jac=True,
        method="L-BFGS-B",
        bounds=bounds,
    )
    lam = float(np.clip(found.x[0], *bounds[0]))
    return Found(lam, float(exact.at([lam])[0]), lam, lam, int(found.nfev))
