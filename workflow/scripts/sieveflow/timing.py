"""Run times beside printed ones: seconds of different machines are not compared, the order of methods is."""

from statistics import median

COLUMNS = ["dataset", "method", "metric", "published", "ours", "n_realizations"]


def summarise(printed, times, datasets):
    """One row per printed time, with the median of ours: the first realization of a job also loads compiled code.

    Parameters
    ----------
    printed : list of dict
        Rows of resources/published.
    times : dict
        Problem id, method id and the rows of the method's times.
    datasets : dict
        Problem id and the data set that the printed rows name.
    """
    problem_of = {dataset: problem for problem, dataset in datasets.items()}
    rows = []
    for cell in printed:
        own = times.get((problem_of.get(cell["dataset"]), cell["method"]))
        if cell["metric"].endswith("_seconds") and own is not None:
            seconds = _seconds(own, cell["metric"])
            row = {"dataset": cell["dataset"], "method": cell["method"], "metric": cell["metric"]}
            row |= {"published": cell["value"], "ours": median(seconds) if seconds else None}
            rows.append(row | {"n_realizations": len(seconds)})
    return rows


def judge_order(claims, times, *, study, scale):
    """One row per claim about the order of methods: it holds if that of the medians agrees on every problem."""
    rows = []
    for claim in claims:
        against, missing = [], []
        for problem in claim["problems"]:
            for fast in claim["faster"]:
                for slow in claim["than"]:
                    own, other = (_seconds(times.get((problem, m), []), claim["metric"]) for m in (fast, slow))
                    if not own or not other:
                        missing.append(f"{fast} and {slow} on {problem}")
                    elif median(own) >= median(other):
                        against.append(f"{fast} {median(own):.2g} s and {slow} {median(other):.2g} s on {problem}")
        verdict = "fails" if against else "undecided" if missing else "holds"
        detail = "; ".join(against) if against else f"not run: {'; '.join(missing)}" if missing else "on every problem"
        row = {"study": study, "claim": claim["id"], "text": claim["text"], "verdict": verdict, "detail": detail}
        rows.append(row | {"scale": scale})
    return rows


def _seconds(rows, metric):
    return [float(row["seconds"]) for row in rows if row["metric"] == metric]
