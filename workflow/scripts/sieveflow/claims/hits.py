"""Claims about hits: how often the relevant features come first."""

from sieveflow.claims.settling import settled, too_few
from sieveflow.stats.cells import counts_against_printed
from sieveflow.tables import number


def _most_hits(claim, comparisons, *, full, reference, alpha):
    """None of the other methods has as many hits as any of these."""
    behind, open_points = [], too_few(full)
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
    return settled(open_points, "every other method has fewer hits")


def _not_all_hits(claim, comparisons, *, full, reference, alpha):
    """None of these methods finds the relevant features in every realization."""
    shares = _shares(claim, "not_all_hits", comparisons)
    perfect = [name for name, share in shares.items() if share == 1.0]
    if perfect and full:
        return "fails", f"right every time: {', '.join(perfect)}"
    return settled(_not_computed(shares) + (perfect and too_few(full)), "none is right every time")


def _all_hits(claim, comparisons, *, full, reference, alpha):
    """These methods find the relevant features in every realization."""
    shares = _shares(claim, "all_hits", comparisons)
    wrong = [f"{name} ({share:.2f})" for name, share in shares.items() if share is not None and share < 1.0]
    if wrong:
        return "fails", f"not right every time: {', '.join(wrong)}"
    return settled(_not_computed(shares) + too_few(full), f"right every time in all {len(shares)} cases")


def _hardly_hits(claim, comparisons, *, full, reference, alpha):
    """These methods find the relevant features in at most one realization of ten."""
    shares = _shares(claim, "hardly_hits", comparisons)
    often = [f"{name} ({share:.2f})" for name, share in shares.items() if share is not None and share > 0.1]
    if often and full:
        return "fails", f"right more often: {', '.join(often)}"
    return settled(_not_computed(shares) + too_few(full), f"so in all {len(shares)} cases")


def _no_fewer_hits(claim, comparisons, *, full, reference, alpha):
    """None of these methods has significantly more hits than the reference."""
    ahead, open_points = [], too_few(full)
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
    return settled(open_points, "no method has significantly more hits")


def _shares(claim, kind, comparisons):
    """The share of hits of every method on every problem that a claim names; None where not computed."""
    return {
        f"{method} on {problem}": _hits(comparisons[problem]).get(method)
        for problem in claim["problems"]
        for method in claim[kind]
    }


def _not_computed(shares):
    return [f"{name} not computed" for name, share in shares.items() if share is None]


def _hits(comparison):
    return {row["method"]: number(row["mean"]) for row in comparison if row["metric"] == "hits" and row["mean"]}


def _hit_counts(comparison):
    """Hits and realizations of every method."""
    return {
        row["method"]: (round(number(row["mean"]) * int(row["n_realizations"])), int(row["n_realizations"]))
        for row in comparison
        if row["metric"] == "hits" and row["mean"]
    }


KINDS = {
    "most_hits": _most_hits,
    "not_all_hits": _not_all_hits,
    "no_fewer_hits": _no_fewer_hits,
    "all_hits": _all_hits,
    "hardly_hits": _hardly_hits,
}
