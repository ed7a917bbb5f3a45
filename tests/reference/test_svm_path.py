"""The SVM path against a conic solver, where LIBSVM takes too long."""

import numpy as np
import pytest
from path_problems import dual
from reference.conic import solve_linear_svm
from sieveflow.learners.svm_path import svm_path


@pytest.mark.parametrize("seed", range(4))
def test_objectives_with_a_linear_kernel_are_those_of_the_conic_solver(seed):
    rng = np.random.RandomState(seed)
    X = rng.standard_normal((80, 4)) if seed % 2 else rng.randint(0, 3, size=(80, 4)).astype(float)
    y = np.where(X[:, 0] + rng.standard_normal(80) > 0.7, 1.0, -1.0)
    gram = X @ X.T
    path = svm_path(gram, y)
    for lam in 2.0 ** rng.uniform(-8, 9, size=10):
        optimum = solve_linear_svm(X, y, lam)
        assert dual(gram, y, lam, path.at(lam)[0] * y) == pytest.approx(optimum, rel=1e-8)
