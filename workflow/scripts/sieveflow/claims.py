"""What a paper says above its cells, judged: holds, fails or undecided."""

import math
from statistics import NormalDist

from sieveflow.metrics import METRICS
from sieveflow.stats.cells import counts_against_printed
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
    cells, open_cells = _cells(claim, "better", comparisons, reference)
    lost = [name for name, outcome, _ in cells if outcome == "-"]
    if lost:
        return "fails", f"significantly the other way for {', '.join(lost)}"
    even = [f"{name} (p = {p:.2g})" for name, outcome, p in cells if outcome != "+"]
    if even and full:
        return "fails", f"not significant: {', '.join(even)}"
    return _settled(open_cells + even, f"p < {alpha:g} in all {len(cells)} cells")


def _worse(claim, comparisons, *, full, reference, alpha):
    """The reference loses significantly to these methods in every cell."""
    cells, open_cells = _cells(claim, "worse", comparisons, reference)
    ahead = [f"{name} (p = {p:.2g})" for name, outcome, p in cells if outcome == "+"]
    if ahead:
        return "fails", f"significantly the other way for {', '.join(ahead)}"
    even = [f"{name} (p = {p:.2g})" for name, outcome, p in cells if outcome != "-"]
    if even and full:
        return "fails", f"not significant: {', '.join(even)}"
    return _settled(open_cells + even, f"p < {alpha:g} in all {len(cells)} cells")


def _no_worse(claim, comparisons, *, full, reference, alpha):
    """The reference loses significantly to none of these methods in any cell."""
    cells, open_cells = _cells(claim, "no_worse", comparisons, reference)
    lost = [name for name, outcome, _ in cells if outcome == "-"]
    if lost:
        return "fails", f"significantly worse for {', '.join(lost)}"
    return _settled(open_cells + _too_few(full), f"no significant loss in {len(cells)} cells")


def _no_difference(claim, comparisons, *, full, reference, alpha):
    """No cell shows a significant difference between the reference and these methods."""
    cells, open_cells = _cells(claim, "no_difference", comparisons, reference)
    different = [name for name, outcome, _ in cells if outcome]
    if different:
        return "fails", f"significant for {', '.join(different)}"
    return _settled(open_cells + _too_few(full), f"no significant difference in {len(cells)} cells")


def _positive_weights(claim, comparisons, *, full, reference, alpha):
    """These variables never have a negative weight in the bags of the reference, in nine realizations of ten."""
    return _signs(claim, "positive_weights", "positive", 0.9, comparisons, full, reference)


def _flipping_weights(claim, comparisons, *, full, reference, alpha):
    """The weights of these variables change their sign over the bags of the reference, in most realizations."""
    return _signs(claim, "flipping_weights", "flips", 0.5, comparisons, full, reference)


def _signs(claim, kind, metric, least, comparisons, full, reference):
    shares = {
        f"{row['subset']} on {problem}": number(row["mean"])
        for problem in claim["problems"]
        for row in comparisons[problem]
        if row["method"] == reference and row["metric"] == metric and row["subset"] in claim[kind] and row["mean"]
    }
    missing = len(claim[kind]) * len(claim["problems"]) - len(shares)
    rare = [f"{name} ({share:.2f})" for name, share in shares.items() if not share >= least]
    if rare and full:
        return "fails", f"in fewer than {least:g} of the realizations: {', '.join(rare)}"
    told = ", ".join(f"{name} {share:.2f}" for name, share in shares.items())
    return _settled(_too_few(full) + (["not computed"] if missing else []), f"shares of realizations: {told}")


def _too_few(full):
    """Below the paper's number of realizations, seeing no difference shows nothing."""
    return [] if full else ["too few realizations"]


def _settled(open_points, detail):
    return ("undecided", f"open: {', '.join(open_points)}") if open_points else ("holds", detail)


def _most_hits(claim, comparisons, *, full, reference, alpha):
    """None of the other methods has as many hits as any of these."""
    behind, open_points = [], _too_few(full)
    for problem in claim["problems"]:
        hits = _hits(comparisons[problem])
        open_points += [f"{own} on {problem} not computed" for own in claim["most_hits"] if own not in hits]
        behind += [
            f"{other} {hits[other]:.2f} and {own} {hits[own]:.2f} on {problem}"
            for own in claim["most_hits"]
            for other in sorted(hits.keys() - set(claim["most_hits"]))
            if own in hits and hits[other] >= hits[own]
        ]
    if behind and full:
        return "fails", f"as many hits or more: {', '.join(behind)}"
    return _settled(open_points, "every other method has fewer hits")


def _not_all_hits(claim, comparisons, *, full, reference, alpha):
    """None of these methods finds the relevant features in every realization."""
    shares = _shares(claim, "not_all_hits", comparisons)
    perfect = [name for name, share in shares.items() if share == 1.0]
    if perfect and full:
        return "fails", f"right every time: {', '.join(perfect)}"
    return _settled(_not_computed(shares) + (perfect and _too_few(full)), "none is right every time")


def _all_hits(claim, comparisons, *, full, reference, alpha):
    """These methods find the relevant features in every realization."""
    shares = _shares(claim, "all_hits", comparisons)
    wrong = [f"{name} ({share:.2f})" for name, share in shares.items() if share is not None and share < 1.0]
    if wrong:
        return "fails", f"not right every time: {', '.join(wrong)}"
    return _settled(_not_computed(shares) + _too_few(full), f"right every time in all {len(shares)} cases")


def _hardly_hits(claim, comparisons, *, full, reference, alpha):
    """These methods find the relevant features in at most one realization of ten."""
    shares = _shares(claim, "hardly_hits", comparisons)
    often = [f"{name} ({share:.2f})" for name, share in shares.items() if share is not None and share > 0.1]
    if often and full:
        return "fails", f"right more often: {', '.join(often)}"
    return _settled(_not_computed(shares) + _too_few(full), f"so in all {len(shares)} cases")


def _shares(claim, kind, comparisons):
    """The share of hits of every method on every problem that a claim names; None where not computed."""
    return {
        f"{method} on {problem}": _hits(comparisons[problem]).get(method)
        for problem in claim["problems"]
        for method in claim[kind]
    }


def _not_computed(shares):
    return [f"{name} not computed" for name, share in shares.items() if share is None]


def _no_fewer_hits(claim, comparisons, *, full, reference, alpha):
    """None of these methods has significantly more hits than the reference."""
    ahead, open_points = [], _too_few(full)
    for problem in claim["problems"]:
        counts = _hit_counts(comparisons[problem])
        for method in claim["no_fewer_hits"]:
            if method not in counts or reference not in counts:
                open_points.append(f"{method} on {problem} not computed")
                continue
            z, p = counts_against_printed(*counts[method], *counts[reference])
            if z > 0 and p < alpha:
                ahead.append(f"{method} on {problem} ({counts[method][0]} to {counts[reference][0]}, p = {p:.2g})")
    if ahead:
        return "fails", f"significantly more hits: {', '.join(ahead)}"
    return _settled(open_points, "no method has significantly more hits")


def _degrades_less(claim, comparisons, *, full, reference, alpha):
    """From the first to the last problem the reference's error rises less than that of each of these methods.

    The two rises are taken as independent. They share splits, so that the error of their difference is overstated and
    the claim is left undecided rather than settled by chance.
    """
    first, last = claim["problems"][0], claim["problems"][-1]
    (count,) = claim["n_features"]
    rises = {
        method: _rise(comparisons, first, last, method, claim["metric"], count)
        for method in [reference, *claim["degrades_less"]]
    }
    missing = [f"{method} not computed" for method, rise in rises.items() if rise is None]
    if missing:
        return _settled(missing, "")
    own, own_variance = rises.pop(reference)
    limit = NormalDist().inv_cdf(1 - alpha / 2)
    details, verdicts = [], set()
    for method, (other, variance) in rises.items():
        error = math.sqrt(own_variance + variance)
        z = (other - own) / error if error > 0 else float("nan")
        verdicts.add("holds" if z > limit else "fails" if z < -limit else "undecided")
        details.append(f"{method} {other - own:+.2g} (z = {z:.1f})")
    worst = next(verdict for verdict in ("fails", "undecided", "holds") if verdict in verdicts)
    return worst, f"rise beyond that of {reference}: {', '.join(details)}"


def _lowest(claim, comparisons, *, full, reference, alpha):
    """Each of these methods has the lowest mean of all on so many of the problems."""
    counts = dict.fromkeys(claim["lowest"], 0)
    for problem in claim["problems"]:
        means = _means(comparisons[problem], claim["metric"])
        best = min(means.values(), default=math.nan)
        for method in counts:
            # A sum of shares of samples has rounding in it.
            counts[method] += method in means and means[method] <= best + 1e-12
    detail = ", ".join(f"{method} on {count} of {len(claim['problems'])}" for method, count in counts.items())
    if min(counts.values()) < claim["at_least"]:
        return ("fails", detail) if full else _settled([*_too_few(full), detail], "")
    return _settled(_too_few(full), detail)


def _mean_between(claim, comparisons, *, full, reference, alpha):
    """The mean over problems lies between two limits, as far as its standard error can tell."""
    low, high = claim["limits"]
    far, details = [], []
    for method in claim["mean_between"]:
        values = [_means(comparisons[problem], claim["metric"]).get(method, math.nan) for problem in claim["problems"]]
        mean = sum(values) / len(values)
        error = math.sqrt(sum((value - mean) ** 2 for value in values) / max(len(values) - 1, 1) / len(values))
        reach = NormalDist().inv_cdf(1 - alpha / 2) * error
        details.append(f"{method} {mean:.2f} ± {error:.2f}")
        # A mean that does not exist is outside too.
        if not low - reach <= mean <= high + reach:
            far.append(method)
    if far:
        return "fails", f"outside {low:g} to {high:g}: {', '.join(details)}"
    return _settled(_too_few(full), ", ".join(details))


def _means(comparison, metric):
    """The mean of every method that has one."""
    return {row["method"]: number(row["mean"]) for row in comparison if row["metric"] == metric and row["mean"]}


def _rise(comparisons, first, last, method, metric, count):
    """How much worse the mean gets from one problem to another, and the variance of that; None if not computed."""
    rows = [_row(comparisons[problem], method, metric, count) for problem in (first, last)]
    if None in rows:
        return None
    variance = sum(number(row["std"]) ** 2 / int(row["n_realizations"]) for row in rows)
    rise = number(rows[1]["mean"]) - number(rows[0]["mean"])
    return (rise if METRICS[metric].lower_is_better else -rise), variance


def _row(comparison, method, metric, count):
    """The computed cell of a method, or None."""
    for row in comparison:
        if (row["method"], row["metric"], row["n_features"]) == (method, metric, str(count)) and row["mean"]:
            return row
    return None


def _hits(comparison):
    return {row["method"]: number(row["mean"]) for row in comparison if row["metric"] == "hits" and row["mean"]}


def _hit_counts(comparison):
    """Hits and realizations of every method."""
    return {
        row["method"]: (round(number(row["mean"]) * int(row["n_realizations"])), int(row["n_realizations"]))
        for row in comparison
        if row["metric"] == "hits" and row["mean"]
    }


def _cells(claim, kind, comparisons, reference):
    """Name, outcome and p-value of the cells that a claim speaks of, and what of it was not computed."""
    cells, missing = [], []
    for problem in claim["problems"]:
        rows = [row for row in comparisons[problem] if row["metric"] == claim["metric"]]
        counts = claim.get("n_features") or sorted({int(row["n_features"]) for row in rows})
        for method in claim[kind]:
            for count in counts:
                row = _row(rows, method, claim["metric"], count)
                name = f"{problem} {method} {count}"
                if row is None or not row["p_value"]:
                    missing.append(f"{name} not computed")
                else:
                    cells.append((name, row["outcome"], number(row["p_value"])))
    return cells, missing


KINDS = {
    "better": _better,
    "worse": _worse,
    "no_worse": _no_worse,
    "no_difference": _no_difference,
    "most_hits": _most_hits,
    "not_all_hits": _not_all_hits,
    "no_fewer_hits": _no_fewer_hits,
    "all_hits": _all_hits,
    "hardly_hits": _hardly_hits,
    "degrades_less": _degrades_less,
    "lowest": _lowest,
    "mean_between": _mean_between,
    "positive_weights": _positive_weights,
    "flipping_weights": _flipping_weights,
}
