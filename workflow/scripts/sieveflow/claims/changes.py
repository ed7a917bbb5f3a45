"""Claims about what fewer features change."""

from sieveflow.changes import change_of
from sieveflow.claims.means import all_significant, cells_of
from sieveflow.claims.settling import settled, too_few
from sieveflow.tables import number


def _better_than_all(claim, comparisons, *, full, reference, alpha):
    """With so many features these methods are significantly better than with all, in every cell."""
    return all_significant(_of_change(claim), "better_than_all", "-", comparisons, full, reference, alpha)


def _no_worse_than_all(claim, comparisons, *, full, reference, alpha):
    """With so many features these methods are significantly worse than with all in no cell."""
    cells, open_cells = cells_of(_of_change(claim), "no_worse_than_all", comparisons, reference)
    lost = [f"{name} (p = {p:.2g})" for name, outcome, p in cells if outcome == "+"]
    if lost:
        return "fails", f"significantly worse for {', '.join(lost)}"
    return settled(open_cells + too_few(full), f"no significant loss in {len(cells)} cells")


def _steadier_than_all(claim, comparisons, *, full, reference, alpha):
    """With fewer features the measure varies less over realizations than with all, on `at_least` so many problems."""
    steadier, cells, open_cells = [], [], []
    for problem in claim["problems"]:
        for method in claim["steadier_than_all"]:
            spreads = {
                int(row["n_features"]): number(row["std"])
                for row in comparisons[problem]
                if (row["method"], row["metric"]) == (method, claim["metric"]) and row["std"]
            }
            fewer = sorted(count for count in spreads if count in claim["n_features"])
            if not fewer or fewer[0] == max(spreads):
                open_cells.append(f"{problem} {method} not computed")
                continue
            few, every = spreads[fewer[0]], spreads[max(spreads)]
            cells.append(f"{problem} {few:.2g} and {every:.2g}")
            steadier.append(few < every)
    detail = f"so on {sum(steadier)} of {len(steadier)}: {', '.join(cells)}"
    if sum(steadier) + len(open_cells) < claim["at_least"]:
        return ("fails", detail) if full else settled([*too_few(full), detail], "")
    return settled(open_cells + too_few(full), detail)


def _chooses(claim, comparisons, *, full, reference, alpha):
    """These methods choose so many features in every realization."""
    (count,) = claim["n_features"]
    others, open_points = [], too_few(full)
    for problem in claim["problems"]:
        for method in claim["chooses"]:
            rows = [row for row in comparisons[problem] if (row["method"], row["metric"]) == (method, "selected")]
            if not rows or not rows[0]["mean"]:
                open_points.append(f"{method} on {problem} not computed")
                continue
            mean, spread = number(rows[0]["mean"]), number(rows[0]["std"])
            # A single realization has no spread.
            if mean != count or spread > 0:
                others.append(f"{method} on {problem} ({mean:.1f} on average)")
    if others:
        return "fails", f"not always {count}: {', '.join(others)}"
    return settled(open_points, f"always {count}")


def _of_change(claim):
    return claim | {"metric": change_of(claim["metric"])}


KINDS = {
    "better_than_all": _better_than_all,
    "no_worse_than_all": _no_worse_than_all,
    "steadier_than_all": _steadier_than_all,
    "chooses": _chooses,
}
