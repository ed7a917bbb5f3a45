"""A study as the template shows it."""

from collections import Counter, defaultdict

from sieveflow.margins import margin_in_words
from sieveflow.metrics import METRICS
from sieveflow.page import words
from sieveflow.page.embedding import picture
from sieveflow.page.judgement import TESTS, count_flips
from sieveflow.verdicts import VERDICTS, summary


def study_view(results):
    """What the template shows of a study: sentences, tables, pictures."""
    spec = results.spec
    counts = count_flips(results.comparisons, spec["problems"], spec["metrics"], spec["alpha"])
    return {
        "id": results.name,
        "title": spec["title"],
        "citation": spec["citation"],
        "seed": spec["seed"],
        "answer": list(results.answers.values()),
        "sentences": [
            text
            for text in (
                words.cells_sentence(results.ledger),
                words.claims_sentence(results.claims),
                words.flips_sentence(counts, spec),
                words.order_sentence(results.order, spec["methods"]),
                words.failures_sentence(results.failures, spec),
            )
            if text
        ],
        "cells": len(results.ledger),
        "paper": spec["paper"],
        "verdicts": verdict_bar(results.ledger),
        "tables": _tables(results.ledger),
        "claims": results.claims,
        "claim_counts": claim_bar(results.claims),
        "coverage": f"{len(spec['running'])} of {len(spec['problems'])} problems",
        "realizations": f"{spec['realizations']} of {spec['full']}",
        "n_methods": len(spec["methods"]),
        "blocked": [(spec["problems"][name]["label"], why) for name, why in spec["blocked"].items()],
        "flips": _flips(counts),
        "margins": [(METRICS[metric].label, margin_in_words(metric)) for metric in spec["metrics"]],
        "reference": spec["methods"][spec["reference"]]["label"],
        "order": results.order,
        "audits": [_audit(results, name) for name in spec["audits"]],
        "audits_not_run": spec["audits_not_run"],
        "reasons": _reasons(results),
        "failures": _failures(results),
        "problems": [_problem(results, name) for name in spec["running"]],
        "timed": spec["timed"],
        "first": _first(results),
    }


def verdict_bar(ledger):
    """Verdicts with their counts and share of all cells in percent."""
    return [
        {"name": name, "class": css(name), "count": count, "share": round(100 * count / len(ledger), 2)}
        for name, count in summary(ledger)
    ]


def claim_bar(claims):
    """Verdicts on claims with their counts."""
    counts = Counter(claim["verdict"] for claim in claims)
    return [{"name": word, "class": name, "count": counts[name]} for name, word in _CLAIMS.items() if counts[name]]


_CLAIMS = {"holds": "hold", "fails": "fail", "undecided": "undecided"}


def css(verdict):
    """The class of a verdict in the style sheet."""
    return verdict.replace(" ", "-")


def _tables(ledger):
    """Cells by verdict, table by table."""
    tables = defaultdict(list)
    for cell in ledger:
        tables[cell["table"]].append(cell)
    return [
        {
            "name": name,
            "cells": len(cells),
            "verdicts": verdict_bar(cells),
            "counts": [dict(summary(cells)).get(verdict, 0) for verdict in VERDICTS],
            "noise": _noise(cells),
        }
        for name, cells in tables.items()
    ]


def _noise(cells):
    """The median distance from print to ours in units of noise."""
    sizes = sorted(abs(float(cell["z"])) for cell in cells if cell["z"])
    return f"{sizes[len(sizes) // 2]:.2g}" if sizes else ""


def _flips(counts):
    return [{"name": label, **counts[test]} for test, label in TESTS.items()] if counts["p_value"]["tested"] else []


def _audit(results, name):
    audit = results.audits[name]
    return audit | {
        "id": f"audit-{results.name}-{name}",
        "picture": picture(results.folder / f"audits/{name}"),
        "rows": [[_text(row.get(key, "")) for key in audit["columns"]] for row in audit["rows"]],
    }


def _text(value):
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _reasons(results):
    """Reason codes of cells that differ, with what is known about them, most cells first."""
    notes = defaultdict(set)
    for reason in results.spec["reasons"]:
        if reason["note"]:
            notes[reason["code"]].add(reason["note"].strip())
    codes = Counter(cell["reason"] for cell in results.ledger if cell["reason"])
    return [{"code": code, "count": count, "notes": sorted(notes[code])} for code, count in codes.most_common()]


def _failures(results):
    problems, methods = results.spec["problems"], results.spec["methods"]
    return [
        row | {"problem": problems[row["problem"]]["label"], "method": methods[row["method"]]["label"]}
        for row in results.failures
    ]


def _problem(results, name):
    own = results.spec["problems"][name]
    cells = Counter()
    for cell in results.ledger:
        if own["printed_as"] == cell["dataset"] and cell["n_train"] in ("", str(own["n_train"])):
            cells[cell["verdict"]] += 1
    return {
        "id": name,
        "label": own["label"],
        "figure": own["figure"],
        "sizes": f"{own['n_train']:,} training and {own['n_test']:,} test samples",
        "verdicts": [{"name": v, "class": css(v), "count": cells[v]} for v in VERDICTS if cells[v]],
        "pictures": [picture(results.folder / stem) for stem in results.spec["pictures"][name]],
    }


def _first(results):
    """The method that leads over the data sets, with those that cannot be told apart from it."""
    test = results.order["test"]
    if test is None:
        return None
    ranks, labels = test["average_ranks"], [results.spec["methods"][m]["label"] for m in results.order["methods"]]
    first = min(range(len(ranks)), key=ranks.__getitem__)
    group = next((group for group in test["groups"] if first in group), [first])
    if test["p_f"] >= results.order["alpha"]:
        group = list(range(len(ranks)))
    return {
        "label": labels[first],
        "rank": f"{ranks[first]:.2f}",
        "near": [labels[place] for place in group if place != first],
        "all": len(group) == len(ranks),
    }
