"""The decorator of compiled functions, from a Numba that loads without SciPy's linear algebra.

When Numba loads, it imports `scipy.linalg` to see whether it is there, which takes a sixth of what a job needs to
start. It is a requirement of this library, so nobody has to look; functions that use it in compiled code still do.
"""

from importlib import import_module


def _load_decorator():
    linalg = import_module("numba.np.linalg")
    look = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    import_module("numba.np.arraymath")  # looks while it loads
    linalg.ensure_blas = look
    return import_module("numba").njit


njit = _load_decorator()
