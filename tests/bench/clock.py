"""Times taken in turn, and what a row of the benchmark has."""

import time

import numpy as np
from sieveflow.tables import write_csv

# kind: `peer`, another program that does the same work, or `floor`, the part of ours that cannot be saved. ratio:
# other_s / ours_s. Memory, hits and errors stand where each side ran in a process of its own; what else there is to say
# about quality is in words.
COLUMNS = ["row", "kind", "ours", "other", "ours_s", "other_s", "ratio", "goal", "ours_mb", "other_mb"]
COLUMNS += ["n_relevant", "ours_hits", "other_hits", "ours_error", "other_error", "quality", "ahead"]


def best_of(times, *functions):
    """The shortest processor time of each function, called in turn so that a noisy moment hits them all."""
    found = [np.inf] * len(functions)
    for _ in range(times):
        for i, function in enumerate(functions):
            started = time.process_time()
            function()
            found[i] = min(found[i], time.process_time() - started)
    return found


def line(row):
    """A row as it is printed while the benchmark runs."""
    text = f"{row['row']:<44} {row['kind']:<6} ours {row['ours_s']:.3f} s, {row['other']} {row['other_s']:.3f} s: "
    return f"{text}ratio {row['ratio']:.2f}, {row['quality']}; {row['ahead']}"


def with_judgement(row, reasons=None):
    """A row with the word whether we are ahead: at least as quick, and no worse where quality was measured.

    Parameters
    ----------
    reasons : dict, optional
        Why we are behind, by row and peer; shown only where we are.
    """
    faults = ["slower"] if row["ratio"] < row.get("goal", 1) and row["kind"] == "floor" else []
    if row["kind"] == "peer" and row["ratio"] < 1:
        faults.append("slower")
    if row.get("ours_hits") is not None and row["ours_hits"] < row["other_hits"]:
        faults.append("fewer hits")
    # A hundredth: what two thousand test samples leave to chance.
    if row.get("ours_error") is not None and row["ours_error"] > row["other_error"] + 0.01:
        faults.append("larger error")
    if not faults:
        return row | {"ahead": "yes"}
    why = (reasons or {}).get((row["row"], row["other"]), "why is not known")
    return row | {"ahead": f"no, {', '.join(faults)}: {why}"}


def report(rows, path):
    """Judge the rows, print them as they come and write them; returns them."""
    done = []
    for row in rows:
        row = {"ours": row["row"].split()[0]} | row
        done.append(row if "ahead" in row else with_judgement(row))
        print(line(done[-1]), flush=True)
    write_csv(path, COLUMNS, done)
    return done
