"""The table of promises and scikit-learn checks in docs/contract.md; `make contract` writes it."""

from collections import Counter
from pathlib import Path

from sieveflow.contract import run_contract, run_sklearn_checks


def render(methods):
    """The page, from a run of all checks on all methods.

    Parameters
    ----------
    methods : dict
        Name of each file in sieveflow/methods and its class.
    """
    promises = {name: run_contract(method) for name, method in methods.items()}
    checks = {name: run_sklearn_checks(method) for name, method in methods.items()}
    lines = [f"| promise | {' | '.join(methods)} |", "|---|" + "---|" * len(methods)]
    for i, (promise, _) in enumerate(next(iter(promises.values()))):
        marks = ["broken" if promises[name][i][1] else "kept" for name in methods]
        lines.append(f"| {promise} | {' | '.join(marks)} |")
    for status in ("passed", "skipped", "failed"):
        counts = [str(Counter(entry[1] for entry in checks[name])[status]) for name in methods]
        lines.append(f"| scikit-learn's checks: {status} | {' | '.join(counts)} |")
    exceptions = sorted(
        {(name, status, text) for found in checks.values() for name, status, text in found if status != "passed"}
    )
    listed = "\n".join(f"- `{name}` ({status}): {text}" for name, status, text in exceptions) or "None."
    table = "\n".join(lines)
    return f"""# The contract of a method

What every file in `workflow/scripts/sieveflow/methods` promises. The tests find the files by listing the folder;
`sieveflow check PATH` runs the same checks on a file of yours. `make contract` writes this page from a run of them.

{table}

## Checks of scikit-learn that are not passed

{listed}
"""


if __name__ == "__main__":
    from contract.test_methods import METHODS

    Path(__file__).parents[2].joinpath("docs/contract.md").write_text(render(METHODS))
