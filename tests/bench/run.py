"""Print how our programs compare with the same work done otherwise, as ratios of times taken in turn in one process.

Writes results/bench/bench.csv: row, kind (peer: another program; floor: the part that cannot be saved), ours_s, other,
other_s, ratio = other_s / ours_s, goal, quality.
"""

from pathlib import Path

from bench import bounds, sd_rfe, tuning
from sieveflow.tables import write_csv

ROOT = Path(__file__).parents[2]
COLUMNS = ["row", "kind", "ours_s", "other", "other_s", "ratio", "goal", "quality"]


def main():
    """Measure, print and write."""
    rows = []
    for part in (sd_rfe, tuning, bounds):
        for row in part.rows():
            rows.append(row)
            print(
                f"{row['row']:<42} {row['kind']:<6} ours {row['ours_s']:.3f} s, {row['other']} {row['other_s']:.3f} s: "
                f"ratio {row['ratio']:.2f} (goal {row['goal']:g}), {row['quality']}",
                flush=True,
            )
    write_csv(ROOT / "results/bench/bench.csv", COLUMNS, rows)


if __name__ == "__main__":
    main()
