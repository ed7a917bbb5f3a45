"""sieveflow new: write the beginnings of a method of one's own, or take a table into the catalogue."""

import re

import yaml

from sieveflow.commands.reading_options import add_reading_options, reading_of
from sieveflow.config import read_yaml
from sieveflow.errors import InputError
from sieveflow.owndata.reading import read_own_table
from sieveflow.registry import ROOT, known_methods
from sieveflow.tables import canonical_bytes, write_bytes, write_text
from sieveflow.workspace import dataset_entry

_METHOD = '''"""{label}: say here in one line what it ranks by."""

import numpy as np

from sieveflow.selector import FeatureRanker, ranking_from_scores


class {name}(FeatureRanker):
    """Rank features by their absolute correlation with the target; put your own criterion here.

    Parameters
    ----------
    n_features_to_select : int, optional
        How many features `transform` keeps; None keeps half of them.
    """

    def __init__(self, *, n_features_to_select=None):
        self.n_features_to_select = n_features_to_select

    def _rank(self, X, y):
        # X and y are standardised (for a class with task = "classification", y holds classes 0, 1, ...); one score
        # per column, larger is better.
        scores = np.abs(X.T @ y) / y.size
        return ranking_from_scores(scores), scores
'''
_ENTRY = """
"{method}":
  label: "{label}"
  colour: "#17becf"
  citation: unpublished
  implementation: {module}:{name}
  tasks: [regression]
  tuned: []
  switches: []
  random: false
  parameters: {{}}
  studies: [] # for instance [kdd10]
"""


def add_parser(commands):
    """Describe the command."""
    parser = commands.add_parser("new", help="write a method to start from, or add a data set", description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="KIND")
    method = kinds.add_parser("method", help="write a method to start from", description=new_method.__doc__)
    dataset = kinds.add_parser("dataset", help="add a table to the catalogue", description=new_dataset.__doc__)
    for kind, run in ((method, new_method), (dataset, new_dataset)):
        kind.add_argument("name", metavar="NAME", help="its id: small letters, digits and '-'")
        kind.set_defaults(run=run)
    add_reading_options(dataset)


def _require_id(name):
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise InputError(f"NAME: found '{name}', allowed are small letters, digits and '-', a letter first.")


def new_method(arguments, root=ROOT):
    """Write a method's file and its entry in config/methods.yaml, and say what comes next."""
    method = arguments.name
    _require_id(method)
    module = method.replace("-", "_")
    path = root / "workflow/scripts/sieveflow/methods" / f"{module}.py"
    catalogue = root / "config/methods.yaml"
    if path.exists() or method in known_methods(root):
        raise InputError(f"NAME: there is a method '{method}' already.")
    words = {
        "method": method,
        "module": module,
        "label": method,
        "name": "".join(part.capitalize() for part in method.split("-")) + "Ranker",
    }
    write_text(path, _METHOD.format(**words))
    write_text(catalogue, catalogue.read_text(encoding="utf-8") + _ENTRY.format(**words))
    print(f"wrote {path.relative_to(root)}")
    print(f"added '{method}' to config/methods.yaml")
    print(f"next: put your criterion in, run 'sieveflow check {path.relative_to(root)}', and name the studies that it")
    print("shall join in its entry")
    return 0


def new_dataset(arguments, root=ROOT):
    """Check a table, write it to resources/own in the canonical form, and add its entry to config/datasets.yaml."""
    name = arguments.name
    _require_id(name)
    catalogue = root / "config/datasets.yaml"
    if name in read_yaml(catalogue, root):
        raise InputError(f"NAME: there is a data set '{name}' already.")
    own = read_own_table(arguments.file, reading_of(arguments))
    content = canonical_bytes(own.table, task=own.task)
    file = f"resources/own/{name}.csv"
    entry = dataset_entry(name, own, content, file)
    write_bytes(root / file, content)
    text = yaml.safe_dump({name: entry}, sort_keys=False, allow_unicode=True, width=120)
    write_text(catalogue, f"{catalogue.read_text(encoding='utf-8')}\n{text}")
    for note in own.notes:
        print(note)
    print(f"wrote {file}: {len(own.table.y)} rows, {len(own.table.features)} features, {own.task}")
    print(f"added '{name}' to config/datasets.yaml; a study names it as the dataset of a problem")
    return 0
