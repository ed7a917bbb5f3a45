"""sieveflow check: run the contract of methods on a file and say in words what fails."""

from sieveflow.contract import run_contract, run_sklearn_checks
from sieveflow.registry import method_in


def add_parser(commands):
    """Describe the command."""
    parser = commands.add_parser("check", help="check that a method keeps its promises", description=__doc__)
    parser.add_argument("path", metavar="PATH", help="a Python file with one estimator class")
    parser.set_defaults(run=run)


def run(arguments):
    """Print one line per promise; the exit status is 1 if one is broken."""
    method = method_in(arguments.path)
    broken = 0
    for promise, sentence in run_contract(method):
        print(f"  {'broken' if sentence else 'kept  '}  {promise}")
        if sentence:
            print(f"          {sentence}")
            broken += 1
    checks = run_sklearn_checks(method)
    failed = [(name, text) for name, status, text in checks if status == "failed"]
    print(f"  {'broken' if failed else 'kept  '}  scikit-learn's own {len(checks)} checks")
    for name, text in failed:
        print(f"          {name}: {text.splitlines()[0] if text else 'failed'}")
    broken += len(failed)
    print(f"{method.__name__}: {'keeps its promises' if not broken else f'{broken} broken'}")
    return 1 if broken else 0
