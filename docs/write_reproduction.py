"""Write docs/reproduction and the result in README.md from a full run of all studies."""

import argparse
import sys
from pathlib import Path

from sieveflow.config import load_settings
from sieveflow.errors import InputError
from sieveflow.plan import Plan
from sieveflow.reproduction.gathering import gather
from sieveflow.reproduction.words import put_result
from sieveflow.reproduction.writing import write
from sieveflow.tables import write_text

ROOT = Path(__file__).resolve().parents[1]


def plan_of_all():
    """The plan of all studies at full scale."""
    names = sorted(path.stem for path in (ROOT / "config/studies").glob("*.yaml"))
    return Plan(load_settings(ROOT, {"studies": names, "scale": "full", "internet": False}))


def main(results, out, *, partial=False):
    """Write the snapshot; a partial one leaves the README alone."""
    snapshot = gather(plan_of_all(), results, partial=partial)
    write(snapshot, out, results)
    if not partial:
        write_text(ROOT / "README.md", put_result((ROOT / "README.md").read_text("utf-8"), snapshot))
    print(f"{out}: {len(snapshot.ledger):,} cells, {len(snapshot.claims)} claims, {len(snapshot.findings)} audits")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", type=Path, default=ROOT, help="the folder that has results/; the checkout")
    parser.add_argument("--out", type=Path, default=ROOT / "docs/reproduction", help="docs/reproduction")
    parser.add_argument("--partial", action="store_true", help="take the studies that are there: a trial")
    arguments = parser.parse_args()
    try:
        main(arguments.results, arguments.out, partial=arguments.partial)
    except InputError as error:
        sys.exit(f"docs/write_reproduction.py: {error}")
