"""sieveflow why: what would run again, and which key, module or file differs."""

from collections import Counter

from sieveflow.commands.planning import add_options, plan_of
from sieveflow.logs import written_by
from sieveflow.provenance import damaged, unproven
from sieveflow.records import record, recorded_spec
from sieveflow.registry import ROOT
from sieveflow.resume import has_failures, is_batch


def add_parser(commands):
    """Describe the command."""
    parser = commands.add_parser("why", help="say what would run again and what differs", description=__doc__)
    add_options(parser)
    parser.set_defaults(run=run)


def run(arguments, root=ROOT):
    """Print, study by study, what is the reason for how many files."""
    plan = plan_of(arguments, root)
    root = plan.settings.workspace
    for study in plan.settings.studies:
        reasons = reasons_of(
            plan.specs(study, plan.scale), plan.made_from(study, plan.scale), root, written_by([study], root)
        )
        print(f"{study} ({plan.scale}): " + ("everything is current" if not reasons else ""))
        for (stage, reason), count in sorted(reasons.items(), key=lambda item: (-item[1], item[0])):
            print(f"  {stage}: {reason} ({count} {'file' if count == 1 else 'files'})")
        if reasons:
            print("  and what follows from these; snakemake --dry-run lists the jobs")
    return 0


def reasons_of(specs, made_from, root, logged):
    """How many files of each stage have each reason to be made again.

    Parameters
    ----------
    specs, made_from : dict
        Path of every result file, what its job would be told now, and the hash of that.
    logged : dict
        Path and sha256 of what jobs wrote, by their logs.
    """
    reasons = Counter()
    there = [path for path in specs if (root / path).exists()]
    manifests = sorted((root / "results").glob("*/*/manifest.json"))
    unrecorded = {path for path in there if not record("metadata", path, root).exists()}
    foreign = set(unproven(sorted(unrecorded), made_from, manifests, root))
    changed = set(damaged(there, made_from, manifests, root, logged))
    for path, spec in specs.items():
        stage = _stage(path)
        if path not in there:
            reasons[stage, "not there yet"] += 1
        elif path in foreign:
            reasons[stage, "no record says that it belongs to this code and these settings"] += 1
        elif path in changed:
            reasons[stage, "its bytes are not those that were written"] += 1
        elif record("incomplete", path, root).exists():
            reasons[stage, "its job was interrupted, or is running"] += 1
        elif is_batch(path) and has_failures(root / path):
            reasons[stage, "a realization failed"] += 1
        elif path not in unrecorded:
            for difference in differences(recorded_spec(path, root), spec):
                reasons[stage, difference] += 1
    return reasons


def differences(before, now, where=""):
    """What differs between two dicts of a job, key by key; code by the name of its file."""
    if before is None:
        return ["its record cannot be read"]
    found = []
    for key in sorted(before.keys() | now.keys()):
        old, new = before.get(key), now.get(key)
        name = f"{where}{key}"
        if old == new:
            continue
        if key == "code" and isinstance(old, dict) and isinstance(new, dict):
            changed = [module for module in sorted(old.keys() | new.keys()) if old.get(module) != new.get(module)]
            found += [f"the code of {module} differs" for module in changed]
        elif isinstance(old, dict) and isinstance(new, dict):
            found += differences(old, new, f"{name}.")
        else:
            found.append(f"{name} was {_short(old)} and is {_short(new)}")
    return found


def _short(value):
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _stage(path):
    """The stage that a file belongs to: the folder of its kind, or its name."""
    parts = path.split("/")
    if parts[0] == "resources":
        return "data"
    stages = ("splits", "tuning", "ranking", "evaluation", "comparison", "failures", "figures", "audits")
    return next((part for part in parts if part in stages), parts[-1])
