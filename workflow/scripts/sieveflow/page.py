"""The page: every printed cell beside ours, claims and figures, as plain HTML."""

from collections import Counter
from html import escape

from sieveflow.published import VERDICTS

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; font-size: 0.85rem; margin: 1rem 0; }
th, td { padding: 0.15rem 0.6rem; border-bottom: 1px solid #ddd; text-align: right; }
th:nth-child(-n+5), td:nth-child(-n+5) { text-align: left; }
figure { display: inline-block; margin: 0.5rem; } figure img { max-width: 34rem; width: 100%; }
.match, .holds { color: #1a7f37; } .within-noise, .undecided { color: #7a5c00; } .differs, .fails { color: #b42318; }
.not-run, .not-comparable { color: #777; }
"""
_CELL_COLUMNS = [
    ("table", "table"),
    ("dataset", "data set"),
    ("n_train", "n"),
    ("n_features", "features"),
    ("method", "method"),
    ("metric", "metric"),
    ("published", "printed"),
    ("published_p", "p"),
    ("published_outcome", ""),
    ("ours", "ours"),
    ("ours_se", "s.e."),
    ("ours_p", "p"),
    ("ours_outcome", ""),
    ("verdict", "verdict"),
    ("reason", "reason"),
]


def render(studies, *, scale):
    """The page for some studies.

    Parameters
    ----------
    studies : list of dict
        title, citation, ledger rows, claim rows, figures (caption and path relative to the page), failed (count of
        realizations with an error).
    """
    body = "".join(_study(study) for study in studies)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>sieveflow: printed numbers beside ours</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>Printed numbers beside ours</h1>\n<p>Scale: {escape(scale)}.</p>\n{body}</body>\n</html>\n"
    )


def summary(ledger):
    """Cells by verdict, in the usual order: a list of (verdict, count)."""
    counts = Counter(row["verdict"] for row in ledger)
    return [(name, counts[name]) for name in VERDICTS if counts[name]]


def _study(study):
    counts = ", ".join(
        f'<span class="{_class(name)}">{count} {name}</span>' for name, count in summary(study["ledger"])
    )
    failed = f"<p>{study['failed']} realizations failed; see the logs.</p>\n" if study["failed"] else ""
    claims = [[row["text"], row["verdict"], row["detail"]] for row in study["claims"]]
    figures = "".join(
        f'<figure><img src="{escape(path)}" alt="{escape(caption)}">'
        f"<figcaption>{escape(caption)}</figcaption></figure>\n"
        for caption, path in study["figures"]
    )
    cells = [[_short(row[key], key) for key, _ in _CELL_COLUMNS] for row in study["ledger"]]
    return (
        f"<h2>{escape(study['title'])}</h2>\n<p>{escape(study['citation'])}</p>\n"
        f"<p>{len(study['ledger'])} printed cells: {counts}.</p>\n{failed}"
        f"<h3>Claims</h3>\n{_table(['claim', 'verdict', 'detail'], claims)}"
        f"<h3>Figures</h3>\n{figures}"
        f"<h3>Cells</h3>\n{_table([title for _, title in _CELL_COLUMNS], cells)}"
    )


def _table(header, rows):
    head = "".join(f"<th>{escape(title)}</th>" for title in header)
    body = "".join("<tr>" + "".join(_td(cell) for cell in row) + "</tr>\n" for row in rows)
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n"


def _td(cell):
    marked = f' class="{_class(cell)}"' if cell in (*VERDICTS, "holds", "fails", "undecided") else ""
    return f"<td{marked}>{escape(cell)}</td>"


def _class(verdict):
    return verdict.replace(" ", "-")


def _short(text, key):
    return f"{float(text):.3g}" if text and key in ("ours", "ours_se", "ours_p") else text
