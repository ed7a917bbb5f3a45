"""What a paper says above its cells, judged: holds, fails or undecided."""

from sieveflow.tables import number

COLUMNS = ["study", "claim", "text", "verdict", "detail", "scale"]


def judge_claims(claims, comparisons, *, study, scale, full, reference, alpha):
    """One row per claim of the study's file.

    Parameters
    ----------
    claims : list of dict
        id, text, and one statement: `better` or `no_worse` (reference against a method) or `most_hits`.
    comparisons : dict
        Problem id and its rows of the comparison stage; problems that did not run are missing.
    full : bool
        Whether this is the paper's own number of realizations; below it an insignificant difference decides nothing.
    """
    rows = []
    for claim in claims:
        judgement, detail = _judge(claim, comparisons, full=full, reference=reference, alpha=alpha)
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


def _judge(claim, comparisons, *, full, reference, alpha):
    missing = [problem for problem in claim["problems"] if problem not in comparisons]
    if missing:
        return "undecided", f"not run: {', '.join(missing)}"
    if "most_hits" in claim:
        return _most_hits(claim, comparisons)
    cells = [cell for problem in claim["problems"] for cell in _cells(claim, comparisons[problem], problem, reference)]
    if not cells:
        return "undecided", "no cell was computed"
    against = [name for name, outcome, _ in cells if outcome == "-"]
    if against:
        return "fails", f"significantly the other way for {', '.join(against)}"
    if "no_worse" in claim:
        return "holds", f"no significant loss in {len(cells)} cells"
    open_cells = [f"{name} (p = {p:.2g})" for name, outcome, p in cells if outcome != "+"]
    if not open_cells:
        return "holds", f"p < {alpha:g} in all {len(cells)} cells"
    return ("fails" if full else "undecided"), f"not significant: {', '.join(open_cells)}"


def _cells(claim, comparison, problem, reference):
    others = claim.get("better") or claim["no_worse"]
    for row in comparison:
        named = row["method"] in others and row["method"] != reference and row["metric"] == claim["metric"]
        if named and ("n_features" not in claim or int(row["n_features"]) in claim["n_features"]):
            yield f"{problem} {row['method']} {row['n_features']}", row["outcome"], number(row["p_value"])


def _most_hits(claim, comparisons):
    behind = []
    for problem in claim["problems"]:
        hits = {row["method"]: number(row["mean"]) for row in comparisons[problem] if row["metric"] == "hits"}
        own = hits.pop(claim["most_hits"])
        behind += [f"{method} on {problem}" for method, value in hits.items() if value > own]
    if behind:
        return "fails", f"more hits: {', '.join(behind)}"
    return "holds", "no method has more hits"
