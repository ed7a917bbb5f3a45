"""Times taken in turn, and how rows of the benchmark are shown and written."""

import time

import numpy as np
from sieveflow.tables import write_csv

COLUMNS = ["row", "kind", "ours_s", "other", "other_s", "ratio", "goal", "quality"]


def best_of(times, *functions):
    """The shortest time of each function, called in turn so that a noisy moment hits them all."""
    found = [np.inf] * len(functions)
    for _ in range(times):
        for i, function in enumerate(functions):
            started = time.perf_counter()
            function()
            found[i] = min(found[i], time.perf_counter() - started)
    return found


def report(rows, path):
    """Print the rows as they come and write them."""
    done = []
    for row in rows:
        print(
            f"{row['row']:<42} {row['kind']:<6} ours {row['ours_s']:.3f} s, {row['other']} {row['other_s']:.3f} s: "
            f"ratio {row['ratio']:.2f} (goal {row['goal']:g}), {row['quality']}",
            flush=True,
        )
        done.append(row)
    write_csv(path, COLUMNS, done)
