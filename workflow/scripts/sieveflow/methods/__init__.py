"""Feature selection methods, one scikit-learn estimator per file."""
