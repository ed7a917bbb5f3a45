"""The protocol of scikit-learn's selectors, without loading scikit-learn before it is needed.

Loading it takes about a second of processor time, most batches of rankings take less. So a method is no subclass of
its classes: what a job needs stands here, and the rest is borrowed from them when it is called.
"""

import inspect

import numpy as np


def _borrowed(name):
    """The method of this name of scikit-learn's selectors, looked up when it is called."""

    def method(self, *args, **kwargs):
        from sklearn.base import BaseEstimator
        from sklearn.feature_selection import SelectorMixin

        owner = SelectorMixin if hasattr(SelectorMixin, name) else BaseEstimator
        return getattr(owner, name)(self, *args, **kwargs)

    method.__name__ = name
    method.__doc__ = f"As `{name}` of scikit-learn's selectors."
    return method


class Selector:
    """What scikit-learn asks of an estimator that selects features; a class adds `fit` and `_get_support_mask`."""

    # By this set scikit-learn knows that `set_output` is heeded.
    _sklearn_auto_wrap_output_keys = frozenset({"transform"})

    transform = _borrowed("transform")
    _transform = _borrowed("_transform")
    inverse_transform = _borrowed("inverse_transform")
    get_feature_names_out = _borrowed("get_feature_names_out")
    get_support = _borrowed("get_support")
    set_output = _borrowed("set_output")
    get_params = _borrowed("get_params")
    set_params = _borrowed("set_params")

    def fit_transform(self, X, y=None):
        """Fit, and keep the columns that were selected."""
        return self.fit(X, y).transform(X)

    @classmethod
    def _get_param_names(cls):
        return sorted(inspect.signature(cls).parameters)

    def __repr__(self):
        defaults = {name: entry.default for name, entry in inspect.signature(type(self)).parameters.items()}
        values = {name: getattr(self, name) for name in defaults}
        told = [f"{name}={value!r}" for name, value in values.items() if value is not defaults[name]]
        return f"{type(self).__name__}({', '.join(told)})"

    def __sklearn_tags__(self):
        from sklearn.utils import InputTags, Tags, TargetTags, TransformerTags

        return Tags(
            estimator_type=None,
            target_tags=TargetTags(required=True),
            transformer_tags=TransformerTags(),
            input_tags=InputTags(),
        )


def read_samples(estimator, X, y, numeric):
    """Samples as floats, row by row in memory, and their target; the estimator learns the number and names of features.

    Finite arrays of the right shape, which is what jobs have, are taken as they are; scikit-learn reads all else, and
    says what is wrong with it.
    """
    if not _plain(X, y, numeric):
        from sklearn.utils.validation import validate_data

        return validate_data(estimator, X, y, dtype=float, order="C", y_numeric=numeric, ensure_min_samples=2)
    estimator.n_features_in_ = X.shape[1]
    vars(estimator).pop("feature_names_in_", None)
    return np.ascontiguousarray(X), np.ascontiguousarray(y)


def _plain(X, y, numeric):
    arrays = type(X) is np.ndarray and type(y) is np.ndarray
    if not arrays or X.dtype != np.float64 or X.ndim != 2 or y.shape != X.shape[:1] or min(X.shape) < 1 or y.size < 2:
        return False
    known = "fiu" if numeric else "fiubU"
    return y.dtype.kind in known and np.isfinite(X).all() and (y.dtype.kind != "f" or np.isfinite(y).all())


def require_fitted(estimator, attribute):
    """Raise scikit-learn's error for an estimator that has not been fitted."""
    if not hasattr(estimator, attribute):
        from sklearn.exceptions import NotFittedError

        raise NotFittedError(f"This {type(estimator).__name__} instance is not fitted yet; call 'fit' first.")


def require_classes(y):
    """Raise scikit-learn's error for a target of fractions; whole numbers and names are classes."""
    if y.dtype.kind not in "iubU" and not (y.dtype.kind == "f" and (y == np.rint(y)).all()):
        from sklearn.utils.multiclass import check_classification_targets

        check_classification_targets(y)


def random_state_of(seed):
    """NumPy's generator of a seed, or what scikit-learn makes of anything that is no seed."""
    if type(seed) is int:
        return np.random.RandomState(seed)
    from sklearn.utils import check_random_state

    return check_random_state(seed)
