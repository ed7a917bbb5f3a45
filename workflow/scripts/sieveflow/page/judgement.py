"""What other tests say where the paper's own test has spoken."""

from sieveflow.tables import number

# The plain test, which is the paper's where there is one, and sound ones, as columns of a comparison; the last is a
# probability and no p-value.
TESTS = {
    "p_value": "plain t-test",
    "p_corrected": "corrected t",
    "p_wilcoxon": "Wilcoxon",
    "p_holm": "t-test, Holm",
    "bayes": "Bayesian t",
}


def tested(comparison, metrics):
    """Rows in which a method was tested against the reference, by one of these measures."""
    return [row for row in comparison if row["p_value"] and row["metric"] in metrics]


def outcomes(row, alpha):
    """'+', '-' or '' of every test in a row: the reference better, worse, or nothing to be said.

    The Bayesian test says '=' where the two are practically equal; it speaks where a probability is above 1 - alpha.
    """
    # The mark of the paper's test is given only where it is significant; the sign is that of the difference of means.
    sign = "+" if number(row["chance_better"]) > number(row["chance_worse"]) else "-"
    said = {name: sign if number(row[name]) < alpha else "" for name in TESTS if name != "bayes"}
    said["p_value"] = row["outcome"]
    chances = {"+": "chance_better", "=": "chance_equal", "-": "chance_worse"}
    said["bayes"] = next((mark for mark, name in chances.items() if number(row[name]) > 1 - alpha), "")
    return said


def flips(row, alpha):
    """Numbers, in the order of TESTS and as one text, of the tests that say something else than the paper's."""
    said = outcomes(row, alpha)
    ours = said["p_value"]
    marks = ["" if said[name] == "=" else said[name] for name in TESTS]
    return "".join(str(place) for place, mark in enumerate(marks) if mark != ours)


def count_flips(comparisons, problems, metrics, alpha):
    """For every test how often it speaks, how often it drops what the paper's test says, and how often it adds to it.

    `beyond` counts what is dropped where the test part is larger than the training part: the correction for overlapping
    training sets is made for smaller ones, and there asks for more than the splits call for.
    """
    keys = ("tested", "significant", "dropped", "beyond", "added", "equal")
    counts = {name: dict.fromkeys(keys, 0) for name in TESTS}
    for problem, comparison in comparisons.items():
        beyond = problems[problem]["n_test"] > problems[problem]["n_train"]
        for row in tested(comparison, metrics):
            said = outcomes(row, alpha)
            paper = said["p_value"]
            for name, mark in said.items():
                own = counts[name]
                own["tested"] += 1
                own["equal"] += mark == "="
                mark = "" if mark == "=" else mark
                own["significant"] += mark != ""
                own["dropped"] += paper != "" and mark != paper
                own["beyond"] += beyond and paper != "" and mark != paper
                own["added"] += paper == "" and mark != ""
    return counts
