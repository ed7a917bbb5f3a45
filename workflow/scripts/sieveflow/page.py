"""The page: every printed cell beside ours, claims and figures, as plain HTML."""

from html import escape

from sieveflow.metrics import METRICS
from sieveflow.tables import number
from sieveflow.verdicts import VERDICTS, summary

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; font-size: 0.85rem; margin: 1rem 0; }
th, td { padding: 0.15rem 0.6rem; border-bottom: 1px solid #ddd; text-align: right; }
th:nth-child(-n+6), td:nth-child(-n+6) { text-align: left; }
figure { display: inline-block; margin: 0.5rem; } figure img { max-width: 34rem; width: 100%; }
.match, .holds, .supported { color: #1a7f37; } .within-noise, .undecided { color: #7a5c00; }
.differs, .fails, .refuted { color: #b42318; }
.not-run, .not-comparable { color: #777; }
"""
# Linked and not shown: this page is the same after every run, times are not.
_TIMES = (
    '<p>Run times differ from run to run: <a href="{folder}/timing.csv">printed times beside ours</a>, '
    '<a href="{folder}/timing_claims.csv">claims about their order</a>.</p>\n'
)
# What stands below the table of a problem.
_COUNTED = ["selected", "not_nested", "attained", "guarantee", "ties"]
_CELL_COLUMNS = [
    ("table", "table"),
    ("dataset", "data set"),
    ("n_train", "n"),
    ("n_features", "features"),
    ("method", "method"),
    ("subset", "subset"),
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
        title, citation, ledger rows, claim rows, audits (what `auditing.run_audit` returned, and the figure's path
        relative to the page), titles of audits_not_run, problems (caption, figures as paths relative to the page,
        comparison rows), methods (id and label), metric, alpha, failed (count of realizations with an error), timing
        (path of the run times relative to the page, or nothing).
    """
    body = "".join(_study(study) for study in studies)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>sieveflow: printed numbers beside ours</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>Printed numbers beside ours</h1>\n<p>Scale: {escape(scale)}.</p>\n{body}</body>\n</html>\n"
    )


def _study(study):
    counts = ", ".join(
        f'<span class="{_class(name)}">{count} {name}</span>' for name, count in summary(study["ledger"])
    )
    failed = f"<p>{study['failed']} realizations failed; see the logs.</p>\n" if study["failed"] else ""
    times = _TIMES.format(folder=escape(study["timing"])) if study["timing"] else ""
    claims = [[row["text"], row["verdict"], row["detail"]] for row in study["claims"]]
    audits = _audits(study["audits"], study["audits_not_run"])
    problems = "".join(_problem(problem, study) for problem in study["problems"])
    cells = [[_short(row[key], key) for key, _ in _CELL_COLUMNS] for row in study["ledger"]]
    return (
        f"{''.join(study.get('answers', []))}"
        f"<h2>{escape(study['title'])}</h2>\n<p>{escape(study['citation'])}</p>\n"
        f"<p>{len(study['ledger'])} printed cells: {counts}.</p>\n{failed}"
        f"<h3>Claims</h3>\n{_table(['claim', 'verdict', 'detail'], claims)}{times}{audits}"
        f"<h3>Problems</h3>\n<p>{escape(METRICS[study['metric']].label.capitalize())} by number of best features. "
        f"Marks: + the first method is significantly better (p &lt; {study['alpha']:g}), - it is worse; in brackets "
        f"where only the paper's t-test says so and not the one corrected for overlapping training sets.</p>\n"
        f"{problems}"
        f"<h3>Printed cells</h3>\n{_table([title for _, title in _CELL_COLUMNS], cells)}"
    )


def _audits(audits, not_run):
    """Every audit: what was asked, what came out, the numbers and their picture; titles of those without data."""
    shown = "".join(
        f"<details open><summary>{escape(audit['title'])}: "
        f'<span class="{audit["outcome"]}">{audit["outcome"]}</span></summary>\n'
        f"<p>Hypothesis: {escape(audit['hypothesis'])}</p>\n<p>{escape(audit['finding'])}</p>\n"
        f'<figure><img src="{escape(audit["figure"])}" alt="{escape(audit["title"])}"></figure>\n'
        f"{_table(audit['columns'], [[_text(row.get(key, '')) for key in audit['columns']] for row in audit['rows']])}"
        "</details>\n"
        for audit in audits
    )
    shown += "".join(
        f"<p>{escape(title)} Not run: its data cannot be had here, or not at this scale.</p>\n" for title in not_run
    )
    return f"<h3>Audits</h3>\n{shown}" if shown else ""


def _text(value):
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _problem(problem, study):
    caption = escape(problem["caption"])
    figures = "".join(
        f'<figure><img src="{escape(figure)}" alt="{caption}"></figure>\n' for figure in problem["figures"]
    )
    cells = {
        (int(row["n_features"]), row["method"]): row
        for row in problem["comparison"]
        if row["metric"] == study["metric"]
    }
    counts = sorted({count for count, _ in cells})
    rows = [
        [str(count), *(_mean(cells.get((count, method)), study["alpha"]) for method in study["methods"])]
        for count in counts
    ]
    return (
        f"<details open><summary>{caption}</summary>\n"
        f"{figures}{_table(['features', *study['methods'].values()], rows)}{_counts(problem, study)}</details>\n"
    )


def _counts(problem, study):
    """What was counted beside errors, where there is something to tell: means over realizations."""
    text = ""
    for metric in _COUNTED:
        rows = [row for row in problem["comparison"] if row["metric"] == metric and row["mean"]]
        shown = [
            f"{escape(study['methods'][row['method']])} {number(row['mean']):.3g}{_at(row, rows)}"
            for row in rows
            if number(row["mean"]) > 0 or metric != "ties"
        ]
        if shown:
            text += f"<p>{escape(METRICS[metric].label.capitalize())}, mean per realization: {', '.join(shown)}.</p>\n"
    return text


def _at(row, rows):
    """The number of features that a mean belongs to, where a method has several."""
    several = sum(other["method"] == row["method"] for other in rows) > 1
    return f" ({row['n_features']} features)" if several else ""


def _mean(row, alpha):
    """A mean with the mark of its test; a mark in brackets did not survive the correction."""
    if row is None or not row["mean"]:
        return ""
    mark = row["outcome"]
    if mark and not number(row["p_corrected"]) < alpha:
        mark = f"({mark})"
    return f"{number(row['mean']):.4g} {mark}".strip()


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
