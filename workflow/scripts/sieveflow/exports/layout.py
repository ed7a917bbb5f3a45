"""Tables for papers: what stands in which cell, whatever it is written in."""

from sieveflow.tables import number
from sieveflow.verdicts import summary

# Marks of a cell beside the printed number and ours.
MARKS = {"match": "", "within noise": "~", "differs": "!", "not comparable": "", "not run": ""}


def layouts(results):
    """The tables of a study: a list of caption, header and rows of text."""
    labels = {method: look["label"] for method, look in results.spec["methods"].items()}
    return [*_printed(results, labels), *_order(results, labels), *_claims(results)]


def _printed(results, labels):
    """Every printed table, a column per method: printed, ours, and a mark where the two differ."""
    for name in dict.fromkeys(cell["table"] for cell in results.ledger):
        cells = [cell for cell in results.ledger if cell["table"] == name]
        methods = list(dict.fromkeys(cell["method"] for cell in cells))
        keys = ("dataset", "n_train", "n_features", "subset", "metric")
        used = [key for key in keys if len({cell[key] for cell in cells}) > 1 or key == "dataset"]
        rows = {}
        for cell in cells:
            rows.setdefault(tuple(cell[key] for key in used), {})[cell["method"]] = _cell(cell)
        counts = ", ".join(f"{count} {verdict}" for verdict, count in summary(cells))
        yield {
            "caption": f"{results.name}, Table {name}: printed / ours. {counts}.",
            "header": [*(_HEADINGS[key] for key in used), *(labels.get(method, method) for method in methods)],
            "rows": [[*key, *(own.get(method, "") for method in methods)] for key, own in rows.items()],
        }


_HEADINGS = {"dataset": "data set", "n_train": "n", "n_features": "features", "subset": "subset", "metric": "measure"}


def _cell(cell):
    printed = f"{cell['published']}{cell['published_outcome']}"
    if not cell["ours"]:
        return f"{printed} / –"
    decimals = len(cell["published"].partition(".")[2])
    return f"{printed} / {number(cell['ours']):.{decimals}f}{cell['ours_outcome']}{MARKS[cell['verdict']]}"


def _order(results, labels):
    test = results.order["test"]
    if test is None:
        return
    rows = [
        [
            block["problem"],
            *(f"{value:.4g} ({rank:g})" for value, rank in zip(block["values"], block["ranks"], strict=True)),
        ]
        for block in results.order["blocks"]
    ]
    rows.append(["average rank", *(f"{rank:.2f}" for rank in test["average_ranks"])])
    yield {
        "caption": f"{results.name}: {results.order['metric']} and rank by data set. Friedman p {test['p_f']:.3g}, "
        f"critical difference {test['critical_difference']:.3g}.",
        "header": ["problem", *(labels[method] for method in results.order["methods"])],
        "rows": rows,
    }


def _claims(results):
    if results.claims:
        yield {
            "caption": f"{results.name}: claims.",
            "header": ["claim", "verdict", "what came out"],
            "rows": [[claim["text"], claim["verdict"], claim["detail"]] for claim in results.claims],
        }
