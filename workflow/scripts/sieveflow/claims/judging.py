"""Every claim of a study: holds, fails or undecided."""

from sieveflow.claims import changes, hits, means, weights

COLUMNS = ["study", "claim", "text", "verdict", "detail", "scale"]
KINDS = means.KINDS | changes.KINDS | hits.KINDS | weights.KINDS


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
