"""Ask a question of data: a hypothesis, a test in a module of its own, and what came out."""

from importlib import import_module

OUTCOMES = ("supported", "refuted", "undecided")


def load_audit(implementation):
    """The module behind an audit, a file in sieveflow/audits.

    It has a function `audit(tables, *, seed, realizations, **parameters)`, where `tables` maps the ids of data sets to
    tables; it returns a dict with `outcome`, one of OUTCOMES, `finding`, a sentence with the numbers, `columns`, their
    names, and `rows`, a list of dicts. A second function `draw(axes, result)` draws that on axes, where there is one.
    """
    return import_module(f"sieveflow.audits.{implementation}")


def run_audit(tables, spec):
    """The result of an audit with its title and hypothesis, checked.

    Parameters
    ----------
    tables : dict
        Data set id and its Table.
    spec : dict
        title, hypothesis, implementation, parameters, seed, realizations.
    """
    module = load_audit(spec["implementation"])
    result = module.audit(tables, seed=spec["seed"], realizations=spec["realizations"], **spec["parameters"])
    if result["outcome"] not in OUTCOMES:
        raise ValueError(f"outcome: found {result['outcome']!r}, allowed are {', '.join(OUTCOMES)}.")
    strangers = sorted({key for row in result["rows"] for key in row} - set(result["columns"]))
    if strangers:
        raise ValueError(
            f"rows: found the key '{strangers[0]}', allowed are the columns {', '.join(result['columns'])}."
        )
    return {"title": spec["title"], "hypothesis": spec["hypothesis"], **result}
