"""The page itself: one file with its style, its scripts and all its data."""

from collections import Counter
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from sieveflow.metrics import METRICS
from sieveflow.page import cells, problems
from sieveflow.page.embedding import json_block, source_hash
from sieveflow.page.judgement import TESTS
from sieveflow.page.methods import method_views
from sieveflow.page.studies import study_view, verdict_bar
from sieveflow.page.words import AGREEING, share
from sieveflow.trial import trial_of
from sieveflow.verdicts import VERDICTS

FILES = Path(__file__).resolve().parents[3] / "report" / "page"
# In the order in which they build on each other.
_SCRIPTS = [
    *("dom", "scales", "plot", "curves", "cells", "noise", "heat", "trade", "critical"),
    *("tests", "problem", "explorer", "costs", "main"),
]


def render(studies, *, scale, costs):
    """The page for some studies.

    Parameters
    ----------
    studies : list of Results
    scale : str
    costs : dict
        Study, problem, method and CPU seconds: the one part of the page that differs from run to run.
    """
    environment = Environment(
        loader=FileSystemLoader(FILES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    style = (FILES / "page.css").read_text(encoding="utf-8")
    script = "\n".join(
        ['"use strict";', *((FILES / f"{name}.js").read_text(encoding="utf-8") for name in _SCRIPTS), ""]
    )
    policy = (
        f"default-src 'none'; img-src data:; style-src '{source_hash(style)}'; script-src '{source_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return environment.get_template("page.html").render(
        policy=policy,
        style=Markup(style),
        script=Markup(script),
        scale=scale,
        trial=trial_of(studies, scale),
        overview=_overview(studies),
        studies=[study_view(results) for results in studies],
        methods=method_views(studies),
        versions=_versions(studies),
        verdict_names=VERDICTS,
        data=json_block("data", _data(studies, scale)),
        costs=json_block("costs", costs),
    )


def _overview(studies):
    ledger = [cell for results in studies for cell in results.ledger]
    claims = Counter(claim["verdict"] for results in studies for claim in results.claims)
    verdicts = Counter(cell["verdict"] for cell in ledger)
    judged = sum(verdicts[name] for name in (*AGREEING, "differs"))
    agree = sum(verdicts[name] for name in AGREEING)
    return {
        "cells": len(ledger),
        "paper": any(results.spec["paper"] for results in studies),
        "judged": judged,
        "agree": agree,
        "agree_share": share(agree, judged),
        "verdicts": verdict_bar(ledger) if ledger else [],
        "claims": sum(claims.values()),
        "holds": claims["holds"],
        "fails": claims["fails"],
        "undecided": claims["undecided"],
        "problems": sum(len(results.spec["running"]) for results in studies),
        "failed": sum(row["n_failed"] for results in studies for row in results.failures),
    }


def _versions(studies):
    """Python and packages that the results were made with, as the manifests have them."""
    versions = {}
    for results in studies:
        versions |= {"Python": results.manifest["python"]} | results.manifest["packages"]
    return versions


def _data(studies, scale):
    return {
        "scale": scale,
        "metrics": {name: {"label": own.label, "lower": own.lower_is_better} for name, own in METRICS.items()},
        "tests": TESTS,
        "cell_fields": cells.FIELDS,
        "row_fields": problems.FIELDS,
        "cells": [row for results in studies for row in cells.cell_rows(results)],
        "studies": {
            results.name: {
                "alpha": results.spec["alpha"],
                "metrics": results.spec["metrics"],
                "paper": results.spec["paper"],
                "reference": results.spec["reference"],
                "names": results.spec["names"],
                "methods": {
                    method: {key: own[key] for key in ("label", "colour")}
                    for method, own in results.spec["methods"].items()
                },
                "order": results.order,
                "problems": {name: problems.problem_data(results, name) for name in results.spec["running"]},
            }
            for results in studies
        },
    }
