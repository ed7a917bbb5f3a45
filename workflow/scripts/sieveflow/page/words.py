"""What came out, in sentences."""

from collections import Counter

from sieveflow.metrics import METRICS
from sieveflow.verdicts import summary

AGREEING = ("match", "within noise")
TEST_NAMES = {"paired": "paired t-test", "two-sample": "t-test of two independent samples"}


def share(part, whole):
    """A part in percent, rounded; nothing of nothing."""
    return f"{100 * part / whole:.0f} %" if whole else "none"


def plural(count, noun):
    """A count with its noun."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def and_list(names):
    """Names with commas and an and."""
    names = list(names)
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""


def cells_sentence(ledger):
    """How many printed cells hold."""
    if not ledger:
        return ""
    counts = dict(summary(ledger))
    judged = sum(counts.get(verdict, 0) for verdict in (*AGREEING, "differs"))
    agree = sum(counts.get(verdict, 0) for verdict in AGREEING)
    if not judged:
        return f"Of {plural(len(ledger), 'printed cell')} none could be judged here."
    text = (
        f"{agree:,} of {plural(judged, 'printed cell')} that could be judged agree with ours ({share(agree, judged)})."
    )
    rest = len(ledger) - judged
    return text + (f" {plural(rest, 'other')} did not run here or cannot be compared." if rest else "")


def claims_sentence(claims):
    """How many claims hold."""
    if not claims:
        return ""
    counts = Counter(claim["verdict"] for claim in claims)
    told = [f"{counts[name]} {word}" for name, word in _CLAIMS.items() if counts[name]]
    return f"Of {plural(len(claims), 'claim')} above the cells {and_list(told)}."


_CLAIMS = {"holds": "hold", "fails": "fail", "undecided": "are undecided"}


def flips_sentence(counts, spec):
    """Where sound tests say something else than the paper's."""
    paper = counts["p_value"]
    if not paper["tested"]:
        return ""
    reference = spec["methods"][spec["reference"]]["label"]
    whose = "the paper's" if spec["paper"] else "the plain"
    text = (
        f"{plural(paper['tested'], 'comparison')} with {reference}: {whose} {TEST_NAMES[spec['t_test']]} calls "
        f"{paper['significant']:,} significant. "
    )
    corrected = counts["p_corrected"]
    if corrected["dropped"] or corrected["added"]:
        text += f"Corrected for overlapping training sets {corrected['dropped']:,} of these are no longer significant"
        text += f", and {corrected['added']:,} others become so." if corrected["added"] else "."
        if corrected["beyond"]:
            text += (
                f" {corrected['beyond']:,} of them are on problems whose test part is larger than the training part, "
                "where the correction asks for more than such splits call for."
            )
    else:
        text += "Corrected for overlapping training sets the verdicts stay as they are."
    return text


def order_sentence(order, methods):
    """Which method is first over the data sets, and which cannot be told apart from it."""
    test, count = order["test"], len(order["blocks"])
    if test is None:
        return ""
    labels = [methods[method]["label"] for method in order["methods"]]
    ranks = test["average_ranks"]
    first = min(range(len(ranks)), key=ranks.__getitem__)
    group = next((group for group in test["groups"] if first in group), [first])
    near = [labels[place] for place in group if place != first]
    metric = METRICS[order["metric"]].label
    text = f"Over {count} data sets {labels[first]} has the best average rank by {metric}, {ranks[first]:.2f}. "
    decided = test["p_f"] < order["alpha"]
    text += (
        f"Friedman's test {'tells' if decided else 'does not tell'} the methods apart (p {p_text(test['p_f'])})"
        f"{'; ' if near and decided else '. ' if decided else '.'}"
    )
    if decided and near:
        text += (
            f"{and_list(near)} cannot be told apart from it (critical difference {test['critical_difference']:.2f})."
        )
    return text.strip()


def p_text(p):
    """A p-value as it is printed."""
    return "< 0.001" if p < 0.001 else f"= {p:.3f}"


def failures_sentence(failures, spec):
    """How many realizations failed."""
    total = sum(row["n_failed"] for row in failures)
    if not total:
        tried = len(spec["running"]) * len(spec["methods"]) * spec["realizations"]
        return f"None of {tried:,} realizations failed."
    return f"{plural(total, 'realization')} failed and {'has' if total == 1 else 'have'} no part in the means."
