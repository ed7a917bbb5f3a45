"""sieveflow check: run the contract of methods on a file and say in words what fails."""

import re
from dataclasses import dataclass, field

from sieveflow.contract import run_contract, run_sklearn_checks
from sieveflow.registry import method_in

# What differs from check to check though the fault is one: lists and numbers.
_DETAIL = re.compile(r"\[[^\]]*\]|[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
_CHECKS_NAMED = 3


def add_parser(commands):
    """Describe the command."""
    parser = commands.add_parser("check", help="check that a method keeps its promises", description=__doc__)
    parser.add_argument("path", metavar="PATH", help="a Python file with one estimator class")
    parser.set_defaults(run=run)


@dataclass
class Fault:
    """A fault in the words of the check that found it first, and all that fails for it; keys, since order counts."""

    number: int
    sentence: str
    tasks: dict = field(default_factory=dict)
    promises: dict = field(default_factory=dict)
    checks: dict = field(default_factory=dict)

    def where(self):
        """What fails for it."""
        parts = [", ".join(self.tasks)] if self.tasks else []
        if self.promises:
            parts.append(f"{len(self.promises)} promise{'' if len(self.promises) == 1 else 's'}")
        if self.checks:
            names = list(self.checks)
            more = f" and {len(names) - _CHECKS_NAMED} more" if len(names) > _CHECKS_NAMED else ""
            parts.append(f"scikit-learn's {', '.join(names[:_CHECKS_NAMED])}{more}")
        return "; ".join(parts)


class Faults:
    """Faults by what they say, lists and numbers apart."""

    def __init__(self):
        self._found = {}

    def __iter__(self):
        return iter(self._found.values())

    def __len__(self):
        return len(self._found)

    def of(self, sentence):
        """The fault that a sentence tells of."""
        line = next(iter(sentence.splitlines()), "")
        return self._found.setdefault(_DETAIL.sub("#", line), Fault(len(self) + 1, line))


def run(arguments):
    """Print one line per promise and one per fault; the exit status is 1 if there is one."""
    method = method_in(arguments.path)
    faults = Faults()
    promises = run_contract(method)
    for promise, broken in promises:
        own = {}
        for task, sentence in broken.items():
            fault = faults.of(sentence)
            fault.tasks[task] = fault.promises[promise] = own[fault.number] = True
        _print_line(promise, own)
    checks = run_sklearn_checks(method)
    own = {}
    for name, status, text in checks:
        if status == "failed":
            fault = faults.of(text or f"{name} fails without a word.")
            fault.checks[name] = own[fault.number] = True
    _print_line(f"scikit-learn's own {len(checks)} checks", own)
    for fault in faults:
        print(f"  [{fault.number}] {fault.sentence} ({fault.where()})")
    n_broken = sum(bool(broken) for _, broken in promises)
    n_failed = sum(status == "failed" for _, status, _ in checks)
    print(f"{method.__name__}: {_outcome(len(faults), n_broken, len(promises), n_failed, len(checks))}")
    return 1 if n_broken or n_failed else 0


def _print_line(promise, numbers):
    told = f" [{', '.join(map(str, numbers))}]" if numbers else ""
    print(f"  {'broken' if numbers else 'kept  '}  {promise}{told}")


def _outcome(n_faults, n_broken, n_promises, n_failed, n_checks):
    if not n_faults:
        return "keeps its promises"
    return (
        f"{n_faults} {'fault' if n_faults == 1 else 'faults'}; broken are {n_broken} of {n_promises} promises and "
        f"{n_failed} of scikit-learn's {n_checks} checks"
    )
