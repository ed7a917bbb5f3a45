"""Write docs/reference.md from the schemas."""

from pathlib import Path

from sieveflow.reference import reference
from sieveflow.tables import write_text

ROOT = Path(__file__).resolve().parents[1]

if __name__ == "__main__":
    write_text(ROOT / "docs/reference.md", reference(ROOT))
