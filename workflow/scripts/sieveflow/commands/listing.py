"""sieveflow list: what there is to name on the command line and in studies."""

from sieveflow.config import read_yaml
from sieveflow.datasets.catalogue import feature_names
from sieveflow.learners.catalogue import LEARNERS
from sieveflow.registry import ROOT


def add_parser(commands):
    """Describe the command."""
    parser = commands.add_parser(
        "list", help="list methods, data sets, studies, learners or tuners", description=__doc__
    )
    parser.add_argument("kind", nargs="?", choices=list(KINDS), help="what to list (default: all kinds)")
    parser.set_defaults(run=run)


def run(arguments, root=ROOT):
    """Print a line per entry: its id, and what it is."""
    for kind in [arguments.kind] if arguments.kind else KINDS:
        if not arguments.kind:
            print(kind)
        rows = KINDS[kind](root)
        width = max(len(name) for name, _ in rows)
        for name, text in rows:
            print(f"  {name:<{width}}  {text}")
    return 0


def _methods(root):
    entries = read_yaml(root / "config/methods.yaml", root)
    return [
        (name, f"{entry['label']}; {' and '.join(entry['tasks'])}; {entry['citation']}")
        for name, entry in entries.items()
    ]


def _tuners(root):
    entries = read_yaml(root / "config/tuners.yaml", root)
    return [(name, f"{entry['label']}; {entry['citation']}") for name, entry in entries.items()]


def _datasets(root):
    entries = read_yaml(root / "config/datasets.yaml", root)
    return [
        (name, f"{entry['label']}; {entry['task']}, {entry['n']} rows, {len(feature_names(entry))} features")
        for name, entry in entries.items()
    ]


def _studies(root):
    paths = sorted((root / "config/studies").glob("*.yaml"))
    return [(path.stem, read_yaml(path, root)["title"]) for path in paths]


def _learners(root):
    return [
        (name, f"{own.task}; {', '.join(own.parameters) or 'tunes itself'}; measures {', '.join(own.metrics)}")
        for name, own in LEARNERS.items()
    ]


KINDS = {"methods": _methods, "datasets": _datasets, "studies": _studies, "learners": _learners, "tuners": _tuners}
