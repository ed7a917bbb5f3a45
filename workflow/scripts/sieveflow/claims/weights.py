"""Claims about the signs of weights over bags."""

from sieveflow.claims.settling import settled, too_few
from sieveflow.tables import number


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
    return settled(too_few(full) + (["not computed"] if missing else []), f"shares of realizations: {told}")


KINDS = {
    "positive_weights": _positive_weights,
    "flipping_weights": _flipping_weights,
}
