"""Claims about means and their tests."""

import math
from statistics import NormalDist

from sieveflow.claims.settling import settled, too_few
from sieveflow.metrics import METRICS
from sieveflow.tables import number


def _better(claim, comparisons, *, full, reference, alpha):
    """The reference beats these methods significantly in every cell."""
    return all_significant(claim, "better", "+", comparisons, full, reference, alpha)


def _worse(claim, comparisons, *, full, reference, alpha):
    """The reference loses significantly to these methods in every cell."""
    return all_significant(claim, "worse", "-", comparisons, full, reference, alpha)


def all_significant(claim, kind, wanted, comparisons, full, reference, alpha):
    """Every cell has the wanted outcome."""
    cells, open_cells = cells_of(claim, kind, comparisons, reference)
    contrary = [f"{name} (p = {p:.2g})" for name, outcome, p in cells if outcome not in ("", wanted)]
    if contrary:
        return "fails", f"significantly the other way for {', '.join(contrary)}"
    even = [f"{name} (p = {p:.2g})" for name, outcome, p in cells if outcome != wanted]
    if even and full:
        return "fails", f"not significant: {', '.join(even)}"
    return settled(open_cells + even, f"p < {alpha:g} in all {len(cells)} cells")


def _no_worse(claim, comparisons, *, full, reference, alpha):
    """The reference loses significantly to none of these methods in any cell."""
    cells, open_cells = cells_of(claim, "no_worse", comparisons, reference)
    lost = [name for name, outcome, _ in cells if outcome == "-"]
    if lost:
        return "fails", f"significantly worse for {', '.join(lost)}"
    return settled(open_cells + too_few(full), f"no significant loss in {len(cells)} cells")


def _no_difference(claim, comparisons, *, full, reference, alpha):
    """No cell shows a significant difference between the reference and these methods."""
    cells, open_cells = cells_of(claim, "no_difference", comparisons, reference)
    different = [name for name, outcome, _ in cells if outcome]
    if different:
        return "fails", f"significant for {', '.join(different)}"
    return settled(open_cells + too_few(full), f"no significant difference in {len(cells)} cells")


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
        return settled(missing, "")
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


def _lowest_at(claim, comparisons, *, full, reference, alpha):
    """The mean of these methods is best with so many features, on every problem."""
    (count,), metric = claim["n_features"], claim["metric"]
    lower = METRICS[metric].lower_is_better
    better, open_points = [], []
    for problem in claim["problems"]:
        for method in claim["lowest_at"]:
            rows = [row for row in comparisons[problem] if (row["method"], row["metric"]) == (method, metric)]
            means = {int(row["n_features"]): number(row["mean"]) for row in rows if row["mean"]}
            if count not in means:
                open_points.append(f"{method} on {problem} not computed")
                continue
            best = (min if lower else max)(means, key=means.get)
            if means[best] != means[count]:
                better.append(f"{method} on {problem} with {best} ({means[best]:.4g} and {means[count]:.4g})")
    if better and full:
        return "fails", f"better with other numbers: {', '.join(better)}"
    return settled(open_points + better, f"so in all {len(claim['problems']) * len(claim['lowest_at'])} cases")


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
        return ("fails", detail) if full else settled([*too_few(full), detail], "")
    return settled(too_few(full), detail)


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
    return settled(too_few(full), ", ".join(details))


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


def cells_of(claim, kind, comparisons, reference):
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
    "degrades_less": _degrades_less,
    "lowest_at": _lowest_at,
    "lowest": _lowest,
    "mean_between": _mean_between,
}
