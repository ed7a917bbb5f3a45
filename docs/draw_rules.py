"""Draw the rules of the workflow and what follows from what into docs/architecture.md, as Snakemake itself has them.

Run from the checkout: `make architecture`.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/architecture.md"
DRAWING = re.compile(r"```mermaid\n.*?```\n", re.DOTALL)
# Targets that only gather what others make would hide the flow.
LEFT_OUT = {"all"}


def rule_graph():
    """The edges (from, to) between rules of all studies."""
    studies = ",".join(sorted(path.stem for path in (ROOT / "config/studies").glob("*.yaml")))
    command = [sys.executable, "-m", "snakemake", "--rulegraph", "mermaid-js", "--config", "scale=smoke"]
    run = subprocess.run([*command, f"studies={studies}"], cwd=ROOT, capture_output=True, text=True, check=True)
    names = dict(re.findall(r"^\s*(id\d+)\[(\w+)", run.stdout, re.MULTILINE))
    edges = {(names[a], names[b]) for a, b in re.findall(r"^\s*(id\d+) --> (id\d+)", run.stdout, re.MULTILINE)}
    return {(a, b) for a, b in edges if not {a, b} & LEFT_OUT}


def reduced(edges):
    """The edges that no longer way replaces."""
    after = {}
    for a, b in edges:
        after.setdefault(a, set()).add(b)

    def reaches(start, end):
        todo, seen = list(after.get(start, ())), set()
        while todo:
            node = todo.pop()
            if node == end:
                return True
            if node not in seen:
                seen.add(node)
                todo += after.get(node, ())
        return False

    return {(a, b) for a, b in edges if not any(c != b and reaches(c, b) for c in after[a])}


def drawing(edges):
    """The edges as a Mermaid flow chart."""
    return "```mermaid\nflowchart LR\n" + "".join(f"    {a} --> {b}\n" for a, b in sorted(edges)) + "```\n"


def main():
    """Put the drawing in the place of the one in the page."""
    PAGE.write_text(DRAWING.sub(lambda _: drawing(reduced(rule_graph())), PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
