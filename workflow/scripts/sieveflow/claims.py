"""What a paper says above its cells, judged: holds, fails or undecided."""

import math

from sieveflow.tables import number

COLUMNS = ["study", "claim", "text", "verdict", "detail", "scale"]


def judge_claims(claims, comparisons, *, study, scale, full, reference, alpha):
    """One row per claim of the study's file.

    Parameters
    ----------
    claims : list of dict
        id, text, problems and one statement, a key of KINDS with the methods that it is about.
    comparisons : dict
        Problem id and its rows of the comparison stage; problems that did not run are missing.
    full : bool
        Whether this is the paper's own number of realizations; below it an insignificant difference decides nothing.
    """
    rows = []
    for claim in claims:
        missing = [problem for problem in claim["problems"] if problem not in comparisons]
        if missing:
            judgement, detail = "undecided", f"not run: {', '.join(missing)}"
        else:
            kind = next(kind for kind in KINDS if kind in claim)
            judgement, detail = KINDS[kind](claim, comparisons, full=full, reference=reference, alpha=alpha)
        rows.append(
            {
                "study": study,
                "claim": claim["id"],
                "text": claim["text"],
                "verdict": judgement,
                "detail": detail,
                "scale": scale,
            }
        )
    return rows


def _better(claim, comparisons, *, full, reference, alpha):
    """The reference beats these methods significantly in every cell."""
    cells = _cells(claim, "better", comparisons, reference)
    lost = [name for name, outcome, _ in cells if outcome == "-"]
    if lost:
        return "fails", f"significantly the other way for {', '.join(lost)}"
    even = [f"{name} (p = {p:.2g})" for name, outcome, p in cells if outcome != "+"]
    if even:
        return ("fails" if full else "undecided"), f"not significant: {', '.join(even)}"
    return _all_hold(cells, f"p < {alpha:g} in all {len(cells)} cells")


def _no_worse(claim, comparisons, *, full, reference, alpha):
    """The reference loses significantly to none of these methods in any cell."""
    cells = _cells(claim, "no_worse", comparisons, reference)
    lost = [name for name, outcome, _ in cells if outcome == "-"]
    if lost:
        return "fails", f"significantly worse for {', '.join(lost)}"
    return _all_hold(cells, f"no significant loss in {len(cells)} cells")


def _no_difference(claim, comparisons, *, full, reference, alpha):
    """No cell shows a significant difference between the reference and these methods."""
    cells = _cells(claim, "no_difference", comparisons, reference)
    different = [name for name, outcome, _ in cells if outcome]
    if different:
        return "fails", f"significant for {', '.join(different)}"
    return _all_hold(cells, f"no significant difference in {len(cells)} cells")


def _all_hold(cells, detail):
    return ("holds", detail) if cells else ("undecided", "no cell was computed")


def _most_hits(claim, comparisons, *, full, reference, alpha):
    """None of the other methods has more hits than any of these."""
    behind = []
    for problem in claim["problems"]:
        hits = _hits(comparisons[problem])
        behind += [
            f"{other} over {own} on {problem}"
            for own in claim["most_hits"]
            for other in hits.keys() - set(claim["most_hits"])
            if hits[other] > hits[own]
        ]
    return ("fails", f"more hits: {', '.join(sorted(behind))}") if behind else ("holds", "no method has more hits")


def _not_all_hits(claim, comparisons, *, full, reference, alpha):
    """None of these methods finds the relevant features in every realization."""
    perfect = [
        f"{method} on {problem}"
        for problem in claim["problems"]
        for method in claim["not_all_hits"]
        if _hits(comparisons[problem]).get(method) == 1.0
    ]
    if not perfect:
        return "holds", "none is right every time"
    return ("fails" if full else "undecided"), f"right every time: {', '.join(perfect)}"


def _degrades_less(claim, comparisons, *, full, reference, alpha):
    """From the first to the last problem the reference's error rises less than that of each of these methods."""
    first, last = claim["problems"][0], claim["problems"][-1]
    (count,) = claim["n_features"]
    own, own_variance = _rise(comparisons, first, last, reference, claim["metric"], count)
    details, verdicts = [], []
    for method in claim["degrades_less"]:
        other, variance = _rise(comparisons, first, last, method, claim["metric"], count)
        error = math.sqrt(own_variance + variance)
        z = (other - own) / error if error > 0 else float("nan")
        verdicts.append("holds" if z > 1.96 else "fails" if z < -1.96 else "undecided")
        details.append(f"{method} {other - own:+.2g} (z = {z:.1f})")
    verdict = "fails" if "fails" in verdicts else "undecided" if "undecided" in verdicts else "holds"
    return verdict, f"rise beyond that of {reference}: {', '.join(details)}"


def _rise(comparisons, first, last, method, metric, count):
    """Difference of the mean errors on two problems, and its variance."""
    rows = [_row(comparisons[problem], method, metric, count) for problem in (first, last)]
    variance = sum(number(row["std"]) ** 2 / int(row["n_realizations"]) for row in rows)
    return number(rows[1]["mean"]) - number(rows[0]["mean"]), variance


def _row(comparison, method, metric, count):
    return next(
        row
        for row in comparison
        if row["method"] == method and row["metric"] == metric and row["n_features"] == str(count)
    )


def _hits(comparison):
    return {row["method"]: number(row["mean"]) for row in comparison if row["metric"] == "hits"}


def _cells(claim, kind, comparisons, reference):
    """Name, outcome and p-value of every cell that a claim speaks of."""
    cells = []
    for problem in claim["problems"]:
        for row in comparisons[problem]:
            named = row["method"] in claim[kind] and row["method"] != reference and row["metric"] == claim["metric"]
            if named and ("n_features" not in claim or int(row["n_features"]) in claim["n_features"]):
                name = f"{problem} {row['method']} {row['n_features']}"
                cells.append((name, row["outcome"], number(row["p_value"])))
    return cells


KINDS = {
    "better": _better,
    "no_worse": _no_worse,
    "no_difference": _no_difference,
    "most_hits": _most_hits,
    "not_all_hits": _not_all_hits,
    "degrades_less": _degrades_less,
}
