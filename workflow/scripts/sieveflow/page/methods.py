"""Every method over all studies."""

from statistics import median

from sieveflow.verdicts import summary


def method_views(studies):
    """A method with what each study says about it, in the order in which studies name them."""
    methods = {}
    for results in studies:
        for method, look in results.spec["methods"].items():
            own = methods.setdefault(method, {"id": method, **look, "studies": []})
            own["studies"].append(_in_study(results, method))
    return list(methods.values())


def _in_study(results, method):
    spec, test = results.spec, results.order["test"]
    place = results.order["methods"].index(method)
    cells = [
        row for row in results.ledger if spec["names"]["printed_methods"].get(row["method"], row["method"]) == method
    ]
    judged = {name: count for name, count in summary(cells) if name in ("match", "within noise", "differs")}
    steady = [float(row["nogueira"]) for row in results.stability if row["method"] == method and row["nogueira"]]
    return {
        "study": results.name,
        "reference": method == spec["reference"],
        "rank": f"{test['average_ranks'][place]:.2f} of {len(spec['methods'])}" if test else "",
        "wins": sum(_best(block, place) for block in results.order["blocks"]) if test else "",
        "blocks": len(results.order["blocks"]),
        "agree": judged.get("match", 0) + judged.get("within noise", 0),
        "judged": sum(judged.values()),
        "stability": f"{median(steady):.2f}" if steady else "",
        "failed": sum(row["n_failed"] for row in results.failures if row["method"] == method),
    }


def _best(block, place):
    return block["ranks"][place] == min(block["ranks"])
