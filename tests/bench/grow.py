"""Measure one method at growing sizes: a program that `growth.py` starts once per method.

Every size is measured in a forked process of its own, which has the imports and the compiled code of this one: the
processor time of `fit` alone, and the peak of resident memory above what the process had before.
"""

import inspect
import json
import os
import sys
import time

import numpy as np
from sieveflow.loading import load_method

# A next point is measured while it is expected to take no longer (seconds), and its table is no larger (numbers).
LONGEST, LARGEST = 10.0, 8_000_000
# Below this a step multiplies a size by four, above by two: quick methods need large sizes to show how they grow.
QUICK = 0.05
BASE_N, BASE_D = 400, 20
FIRST_N, FIRST_D = 100, 10


def given(signature, d, classes):
    """Hyper-parameters for d features, since to tune is a stage of its own; kernels keep their spread as d grows."""
    known = {"C": 8.0, "epsilon": 0.25, "kappa": 1.0 / d, "sigma": 0.5 * np.sqrt(d), "hidden": 4, "weight_decay": 0.1}
    known |= {"random_state": 0, "task": "classification" if classes else "regression"}
    return {name: value for name, value in known.items() if name in signature}


def sample(n, d, classes):
    """Inputs of which five matter, and a target or two classes."""
    rng = np.random.RandomState(0)
    X = rng.standard_normal((n, d))
    signal = np.sin(X[:, 0]) + X[:, 1] * X[:, 2] + X[:, 3] - X[:, 4]
    return X, (signal > 0).astype(int) if classes else signal + 0.3 * rng.standard_normal(n)


def peak():
    """Resident memory of this process at its peak, in megabytes."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024


def measured(prepared, n, d):
    """Seconds and megabytes of one fit beside its samples, in a process of its own; None if it fails."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            ranker, X, y = prepared(n, d)
            before, started = peak(), time.process_time()
            ranker.fit(X, y)
            found = [time.process_time() - started, peak() - before]
            os.write(write, json.dumps(found).encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else None


def grow(prepared, size, other, along):
    """Points of one sweep: the size, seconds and megabytes."""
    points = []
    while size * other <= LARGEST:
        found = measured(prepared, *((size, other) if along == "n" else (other, size)))
        if found is None:
            break
        points.append([size, *found])
        step = 4 if found[0] < QUICK else 2
        # By the growth of the last step, and at least by the square.
        earlier = points[-2] if len(points) > 1 else None
        power = max(2.0, np.log(found[0] / earlier[1]) / np.log(size / earlier[0])) if earlier else 2.0
        if found[0] * step**power > LONGEST:
            break
        size *= step
    return points


def main(implementation, parameters, classes):
    """Print the points of both sweeps as JSON."""
    method = load_method(implementation)
    signature = inspect.signature(method).parameters

    def prepared(n, d):
        return method(**parameters | given(signature, d, classes)), *sample(n, d, classes)

    # Compiled before the forks, which then have the code.
    ranker, X, y = prepared(60, 6)
    ranker.fit(X, y)
    found = {"n": grow(prepared, FIRST_N, BASE_D, "n"), "d": grow(prepared, FIRST_D, BASE_N, "d")}
    print(json.dumps(found))


if __name__ == "__main__":
    main(*json.loads(sys.argv[1]))
