"""The SVM path as an estimator: fit once, predict at any lambda."""

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from sieveflow.errors import InputError
from sieveflow.learners.kernel_choice import KernelMixin
from sieveflow.learners.svm_path import LAMBDA_MAX, LAMBDA_MIN, svm_path


def two_classes(y, where):
    """The two labels in y, and y as -1 and 1."""
    check_classification_targets(y)
    classes, codes = np.unique(y, return_inverse=True)
    if classes.size != 2:
        # Two of these words are scikit-learn's, which looks for them.
        found = f"{classes.size} class{'es' * (classes.size != 1)}"
        raise InputError(f"{where}: found {found} in the target. Only binary classification is supported.")
    return classes, np.where(codes == 1, 1.0, -1.0)


class SVMPath(KernelMixin, BaseEstimator):
    """All support vector machines for C between 1 / lambda_max and 1 / lambda_min.

    Parameters
    ----------
    kernel : {'linear', 'rbf', 'poly', 'precomputed'} or callable
    gamma : {'scale', 'auto'} or float
    degree : int
    coef0 : float
        As in scikit-learn's SVC.
    lambda_max, lambda_min : float
        The range of lambda = 1/C.

    Attributes
    ----------
    classes_ : ndarray of shape (2,)
        Labels; the second one is where the decision function is positive.
    path_ : RegularisationPath
        Coefficients, gaps and residuals at all breakpoints.
    lambdas_ : ndarray
        The breakpoints.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sieveflow.learners.svm_path_estimator import SVMPath
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> path = SVMPath(kernel="rbf").fit(X[:100], y[:100])
    >>> bool(path.path_.worst < 1e-7)
    True
    """

    def __init__(
        self, *, kernel="linear", gamma="scale", degree=3, coef0=0.0, lambda_max=LAMBDA_MAX, lambda_min=LAMBDA_MIN
    ):
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.lambda_max = lambda_max
        self.lambda_min = lambda_min

    def fit(self, X, y):
        """Compute the path."""
        X, y = validate_data(self, X, y, dtype=float)
        self.classes_, signs = two_classes(y, type(self).__name__)
        # Gaussian kernel values of finite samples are finite, and symmetric but for rounding.
        ends = {"lambda_max": self.lambda_max, "lambda_min": self.lambda_min}
        self.path_ = svm_path(self._gram(X), signs, **ends, checked=self.kernel == "rbf")
        self.lambdas_ = self.path_.lambdas
        return self

    def decision_function_at(self, X, lam):
        """f(x) of the machine with C = 1 / lam."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        return self.path_.decision_at(lam, self._kernel(X))

    def predict_at(self, X, lam):
        """Labels given by the machine with C = 1 / lam."""
        positive = self.decision_function_at(X, lam) >= 0.0
        return self.classes_[positive.astype(int)]

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags
