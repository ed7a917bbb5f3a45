"""One table of all numbers but seconds: a row per number."""

from sieveflow.page.cells import problem_of

COLUMNS = [
    *("study", "scale", "kind", "problem", "dataset", "n_train", "table", "n_features", "method", "metric", "item"),
    *("quantity", "value"),
]
_CELL = [
    *("published", "published_std", "published_p", "published_outcome", "ours", "ours_se", "ours_p", "ours_outcome"),
    *("n_realizations", "z", "p_difference", "verdict", "reason"),
]
_STABILITY = ["n_realizations", "mean_size", "nogueira", "nogueira_low", "nogueira_high", "kuncheva", "jaccard"]
_KEYS = {"method", "n_features", "metric", "subset"}


def everything(results):
    """All rows of a study; empty values have none."""
    rows = [
        *_cells(results),
        *_claims(results),
        *_comparisons(results),
        *_stability(results),
        *_order(results),
        *_audits(results),
        *_failures(results),
    ]
    named = {"study": results.name, "scale": results.scale}
    return [named | row for row in rows if row["value"] not in ("", None)]


def _each(key, source, quantities):
    return [key | {"quantity": quantity, "value": source.get(quantity, "")} for quantity in quantities]


def _cells(results):
    for cell in results.ledger:
        key = {name: cell[name] for name in ("dataset", "n_train", "table", "n_features", "method", "metric")}
        key |= {"kind": "printed cell", "item": cell["subset"]}
        key["problem"] = problem_of(cell, results.spec["problems"]) or ""
        yield from _each(key, cell, _CELL)


def _claims(results):
    for claim in results.claims:
        yield from _each({"kind": "claim", "item": claim["claim"]}, claim, ["text", "verdict", "detail"])


def _comparisons(results):
    for problem, rows in results.comparisons.items():
        for row in rows:
            key = {name: row[name] for name in ("method", "n_features", "metric")} | _place(results, problem)
            key |= {"kind": "comparison", "item": row["subset"]}
            yield from _each(key, row, [name for name in row if name not in _KEYS])


def _stability(results):
    for row in results.stability:
        key = {name: row[name] for name in ("method", "n_features")} | _place(results, row["problem"])
        yield from _each(key | {"kind": "stability"}, row, _STABILITY)
    for row in results.frequencies:
        key = {name: row[name] for name in ("method", "n_features")} | _place(results, row["problem"])
        yield key | {"kind": "choice", "item": row["feature"], "quantity": "share", "value": row["share"]}


def _order(results):
    order, test = results.order, results.order["test"]
    for place, method in enumerate(order["methods"] if test else []):
        key = {"kind": "order", "metric": order["metric"], "method": method}
        yield key | {"quantity": "average_rank", "value": test["average_ranks"][place]}
    for quantity in ("chi2", "p_value", "f", "p_f", "critical_difference") if test else ():
        yield {"kind": "order", "metric": order["metric"], "quantity": quantity, "value": test[quantity]}


def _audits(results):
    for name, audit in results.audits.items():
        yield from _each({"kind": "audit", "item": name}, audit, ["hypothesis", "outcome", "finding"])
        for number, row in enumerate(audit["rows"], start=1):
            key = {"kind": "audit", "item": f"{name}, row {number}"}
            yield from _each(key, row, audit["columns"])


def _failures(results):
    for row in results.failures:
        key = {"kind": "failure", "method": row["method"], "item": row["error"]} | _place(results, row["problem"])
        yield key | {"quantity": row["stage"], "value": row["n_failed"]}


def _place(results, problem):
    own = results.spec["problems"][problem]
    return {"problem": problem, "dataset": own["printed_as"], "n_train": own["n_train"]}
