"""What the commands about a run share: which studies and scale they speak of."""

from pathlib import Path

from sieveflow.config import load_settings, read_yaml
from sieveflow.plan import Plan
from sieveflow.registry import ROOT


def add_options(parser):
    """Options that put other values over config/config.yaml, as --config does for Snakemake."""
    parser.add_argument(
        "--studies", "--study", metavar="IDS", help="studies, separated by commas; those of config/config.yaml"
    )
    parser.add_argument("--directory", metavar="DIR", help="a folder that 'sieveflow study' made; the checkout")
    parser.add_argument("--scale", choices=["smoke", "quick", "full"], help="that of config/config.yaml")


def plan_of(arguments, root=ROOT):
    """The plan that the options ask for; its workspace is the folder whose files it speaks of."""
    folder = Path(arguments.directory).resolve() if arguments.directory else root
    config = read_yaml(folder / "config/config.yaml", folder)
    given = {key: getattr(arguments, key) for key in ("studies", "scale") if getattr(arguments, key)}
    return Plan(load_settings(root, config | given, folder))
