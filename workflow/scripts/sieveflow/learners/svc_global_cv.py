"""A support vector classifier whose C is the certified global optimum of cross-validation."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.model_selection import StratifiedKFold, check_cv
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from sieveflow.errors import InputError
from sieveflow.learners.kernel_choice import KernelMixin
from sieveflow.learners.svm_path import svm_path
from sieveflow.learners.svm_path_estimator import two_classes
from sieveflow.path_tuning.fold_decisions import fold_decisions
from sieveflow.path_tuning.global_search import global_search
from sieveflow.path_tuning.step_function import cv_function


class SVCGlobalCV(KernelMixin, ClassifierMixin, BaseEstimator):
    """Two-class SVM with the C that is best of all in a range, by k-fold cross-validation.

    No grid: the machines of all C are computed, every C at which a held-out prediction changes is found, and the best
    interval is known exactly. Among equally good ones the smallest C is taken, which regularises most.

    Parameters
    ----------
    kernel : {'linear', 'rbf', 'poly', 'precomputed'} or callable
    gamma : {'scale', 'auto'} or float
    degree : int
    coef0 : float
        As in scikit-learn's SVC. A gamma of 'scale' is that of all samples given to `fit`, in all folds.
    C_min, C_max : float
        The range of C.
    criterion : {'error', 'balanced-error', 'precision', 'recall', 'f-measure', 'auc'} or ValidationFunction
        What is optimised, averaged over folds.
    cv : int or splitter
        Number of stratified folds, shuffled by `random_state`, or a splitter that holds every sample out once.
    random_state : int, RandomState instance or None

    Attributes
    ----------
    classes_ : ndarray of shape (2,)
    C_ : float
        The chosen C, the smallest of the best interval.
    interval_ : tuple of float
        The values of C around it with the same held-out predictions.
    cv_value_ : float
        The criterion there.
    cv_function_ : StepFunction
        The criterion for all lambda = 1/C.
    certificate_ : float
        Largest duality gap or violation of the optimality conditions at any breakpoint of any path used.
    dual_coef_ : ndarray of shape (n_samples,)
        y_i alpha_i / lambda, LIBSVM's scale; zero for samples that are not support vectors.
    intercept_ : float
    """

    def __init__(
        self,
        *,
        kernel="rbf",
        gamma="scale",
        degree=3,
        coef0=0.0,
        C_min=2.0**-9,
        C_max=2.0**8,
        criterion="error",
        cv=5,
        random_state=0,
    ):
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.C_min = C_min
        self.C_max = C_max
        self.criterion = criterion
        self.cv = cv
        self.random_state = random_state

    def fit(self, X, y):
        """Compute the paths of all folds, choose C, and take the machine of all samples at this C."""
        X, y = validate_data(self, X, y, dtype=float)
        self.classes_, signs = two_classes(y, type(self).__name__)
        gram = self._gram(X)
        if not 0.0 < self.C_min < self.C_max < np.inf:
            raise InputError(f"C: found a range from {self.C_min!r} to {self.C_max!r}, allowed is 0 < C_min < C_max.")
        limits = {"lambda_max": 1.0 / self.C_min, "lambda_min": 1.0 / self.C_max}
        folds = fold_decisions(gram, signs, self._folds(X, signs), **limits)
        self.cv_function_ = cv_function(folds, self.criterion)
        found = global_search(self.cv_function_)
        path = svm_path(gram, signs, **limits)
        alpha, theta = path.at(found.lam)
        self.C_, self.interval_ = 1.0 / found.lam, (1.0 / found.upper, 1.0 / found.lower)
        self.cv_value_ = found.value
        self.certificate_ = max(path.worst, *(fold.worst for fold in folds))
        self.dual_coef_ = alpha * signs / found.lam
        self.intercept_ = theta / found.lam
        return self

    def _folds(self, X, signs):
        """The fold that holds each sample out."""
        splitter = self.cv
        if isinstance(splitter, (int, np.integer)):
            smallest = int(min((signs > 0.0).sum(), (signs < 0.0).sum()))
            if smallest < 2:
                raise InputError("SVCGlobalCV: found a class with 1 sample, allowed are classes with at least 2.")
            splits = min(splitter, smallest)
            splitter = StratifiedKFold(splits, shuffle=True, random_state=check_random_state(self.random_state))
        fold = np.full(signs.size, -1)
        for number, (_, held_out) in enumerate(check_cv(splitter, signs, classifier=True).split(X, signs)):
            if (fold[held_out] >= 0).any():
                raise InputError("cv: found a sample that is held out twice, allowed are splitters that do so once.")
            fold[held_out] = number
        if (fold < 0).any():
            raise InputError("cv: found a sample that is never held out, allowed are splitters that do so once.")
        return fold

    def decision_function(self, X):
        """f(x), positive for the second class."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, reset=False)
        return self._kernel(X) @ self.dual_coef_ + self.intercept_

    def predict(self, X):
        """Class labels."""
        positive = self.decision_function(X) >= 0.0
        return self.classes_[positive.astype(int)]

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags
