"""sieveflow new: write the beginnings of a method of one's own."""

import re

from sieveflow.errors import InputError
from sieveflow.registry import ROOT, known_methods
from sieveflow.tables import write_text

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
    parser = commands.add_parser("new", help="write a method to start from", description=__doc__)
    parser.add_argument("kind", choices=["method"], help="what to write")
    parser.add_argument("name", metavar="NAME", help="id of the method: small letters, digits and '-'")
    parser.set_defaults(run=run)


def run(arguments, root=ROOT):
    """Write the file and its entry in config/methods.yaml, and say what comes next."""
    method = arguments.name
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", method):
        raise InputError(f"NAME: found '{method}', allowed are small letters, digits and '-', a letter first.")
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
