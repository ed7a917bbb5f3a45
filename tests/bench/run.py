"""Print how our programs compare with the same work done otherwise, as ratios of times taken in turn in one process.

Writes results/bench/bench.csv: row, kind (peer: another program; floor: the part that cannot be saved), ours_s, other,
other_s, ratio = other_s / ours_s, goal, quality.
"""

from pathlib import Path

from bench import bounds, budget, mi, mlp, rvm, sd_rfe, tuning
from bench.clock import report

ROOT = Path(__file__).parents[2]

if __name__ == "__main__":
    parts = (sd_rfe, tuning, bounds, mi, budget, mlp, rvm)
    report((row for part in parts for row in part.rows()), ROOT / "results/bench/bench.csv")
