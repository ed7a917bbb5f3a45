"""Everything that a snapshot tells, read from the results of a full run."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

from sieveflow.errors import InputError
from sieveflow.provenance import file_hash, spec_hash, unproven
from sieveflow.published import COLUMNS, known_reason
from sieveflow.reproduction.readings import cell_of, record_of, shown_on, tried_readings
from sieveflow.reproduction.rejudging import AGREEING, disagreements
from sieveflow.reproduction.settings import settings_of
from sieveflow.tables import read_csv, read_json

SCALE = "full"
LEDGER = [*(column for column in COLUMNS if column != "scale"), "data", "shown_by", "shown_on", "agrees_with"]
CLAIMS = ["study", "claim", "text", "verdict", "detail"]
FINDINGS = ["study", "audit", "title", "hypothesis", "outcome", "finding"]
# What a cell's data are: those that the paper names, or an artificial problem drawn by its recipe; or others.
AS_PRINTED, ANOTHER = "as printed", "another version"


@dataclass(frozen=True)
class Snapshot:
    """The tables of a snapshot as rows of text, and its manifest."""

    ledger: list
    claims: list
    findings: list
    manifest: dict


def gather(plan, folder, *, partial=False):
    """Read the results below a folder; those of a study without printed cells of its own may be missing.

    Parameters
    ----------
    plan : Plan
        Of all studies, at full scale.
    folder : Path
        Where `results` is.
    partial : bool
        Take the studies that are there, and results of older code and settings too: to try the program.
    """
    ledger, claims, findings, studies, left_out = [], [], [], {}, []
    for name in plan.settings.studies:
        home = folder / "results" / name / SCALE
        if not (home / "manifest.json").exists():
            if partial or is_twin(plan, name):
                left_out.append(name)
                continue
            raise InputError(f"{home}: there is no manifest.json; `make reproduce` runs all studies at full scale.")
        record = read_json(home / "manifest.json")
        if not partial:
            _check_current(plan, name, record, folder)
        if plan.study(name)["published"] == name:
            cells = _cells(plan, name, read_csv(home / "ledger.csv"), folder)
            if not partial:
                _check_verdicts(plan, name, cells)
            ledger += cells
        claims += read_csv(home / "claims.csv")
        if (home / "timing_claims.csv").exists():
            claims += read_csv(home / "timing_claims.csv")
        for audit in plan.study(name).get("audits", {}):
            if (home / f"audits/{audit}.json").exists():
                findings.append({"study": name, "audit": audit} | read_json(home / f"audits/{audit}.json"))
        studies[name] = _study(plan, name, record, home)
    if not studies:
        raise InputError(f"{folder}: found no study with a manifest at full scale below results.")
    first = read_json(folder / "results" / next(iter(studies)) / SCALE / "manifest.json")
    manifest = {
        "commit": _commit(plan.settings.root),
        "left_out": left_out,
        "packages": first["packages"],
        "partial": partial,
        "python": first["python"],
        "studies": studies,
    }
    return Snapshot(*(_texts(rows) for rows in (ledger, claims, findings)), manifest)


def is_twin(plan, study):
    """Whether a study is another protocol for the printed cells of some other study, and has none of its own."""
    return plan.study(study)["published"] not in (study, None)


def _texts(rows):
    """Rows as a CSV file gives them back."""
    return [{key: "" if value is None else str(value) for key, value in row.items()} for row in rows]


def _check_current(plan, study, record, folder):
    """Refuse results that are not those of the code and the settings at hand, or whose bytes were changed."""
    specs = plan.made_from(study, SCALE)
    missing = [path for path in specs if not (folder / path).exists()]
    found = missing or unproven(list(specs), specs, [folder / f"results/{study}/{SCALE}/manifest.json"], folder)
    if found:
        raise InputError(
            f"{study}: {len(found)} of {len(specs)} files are missing or of other code or settings, the first is "
            f"{found[0]}; `make reproduce` makes them, `sieveflow why` says what differs."
        )


def _cells(plan, study, rows, folder):
    """The ledger of a study with what is known about the data and the reasons of its cells."""
    entry = plan.study(study)
    others, root = other_data(plan, study, folder), plan.settings.root
    tried = tried_readings(root, study)
    for row in rows:
        row.pop("scale")
        row["data"] = ANOTHER if row["dataset"] in others else AS_PRINTED
        own = tried.get(cell_of(row), []) if row["verdict"] == "differs" else []
        shown = shown_by(row, entry["reasons"], study)
        row["shown_by"] = "; ".join(filter(None, [shown, record_of(study) if own else ""]))
        row["shown_on"] = shown_on(row, root)
        row["agrees_with"] = "; ".join(reading for reading, verdict in own if verdict in AGREEING)
    return rows


def _check_verdicts(plan, study, rows):
    """Refuse verdicts and reasons that the code at hand does not give."""
    if wrong := disagreements(plan, study, rows):
        row, verdict, reason = wrong[0]
        raise InputError(
            f"{study}: {len(wrong)} cells have another verdict or reason by the code at hand, the first is "
            f"{row['table']} {row['dataset']} {row['method']}: {row['verdict']} ({row['reason']}), "
            f"now {verdict} ({reason})."
        )


def other_data(plan, study, folder=None):
    """Data sets, by their printed names, whose tables are not what the paper worked with.

    Those are drawn here in the place of rows that could not be had, or a reason of the study says that the paper's were
    another version: then all cells of the data set count, those that agree too.
    """
    entry = plan.study(study)
    found = {
        reason["cells"]["dataset"]
        for reason in entry["reasons"]
        if reason["code"] == "data version" and "dataset" in reason["cells"]
    }
    for name, problem in entry["problems"].items():
        table = plan.table(study, name)
        expected = plan.settings.datasets[Path(table).stem].get("sha256")
        replaced = folder is not None and (folder / table).exists() and file_hash(folder / table) != expected
        if Path(table).stem.endswith("-regenerated") or replaced:
            found.add(problem.get("printed_as", problem["dataset"]))
    return found


def shown_by(row, reasons, study):
    """Where the reason of a cell that differs can be seen; nothing where none is known."""
    if row["verdict"] != "differs":
        return ""
    if entry := known_reason(row, reasons):
        return "; ".join(entry["shown_by"])
    return f"resources/seed_sensitivity/{study}.csv" if row["reason"] == "seed-sensitive" else ""


def _study(plan, name, record, home):
    """The record of one study: what decided its numbers, and hashes of what it was given and gave."""
    failed = [row for path in sorted((home / "failures").glob("*.csv")) for row in read_csv(path)]
    return {
        "claims_sha256": file_hash(home / "claims.csv"),
        "data": {Path(path).stem: own["sha256"] for path, own in record["files"].items() if "/data/" in path},
        "failed_realizations": sum(int(row["n_failed"]) for row in failed),
        "ledger_sha256": file_hash(home / "ledger.csv"),
        "made_from": spec_hash({path: own["made_from"] for path, own in record["files"].items()}),
        "realizations": plan.study(name)["scales"][SCALE],
        "seed": record["seed"],
        "settings": settings_of(plan, name),
    }


def _commit(root):
    """The commit of the checkout, nothing where it is none."""
    found = subprocess.run(["git", "rev-parse", "HEAD"], cwd=root, capture_output=True, text=True)
    return found.stdout.strip() or None
