"""The answer of a study in words; pages, files and the terminal say the same sentences."""

from sieveflow.metrics import METRICS
from sieveflow.time_limits import is_time_limit

# Above and below these, agreement is called good and poor (Fleiss, as Nogueira and others take it over).
_GOOD, _POOR = 0.75, 0.4
_MOST_NAMES = 12
# With fewer splits a corrected t-test has next to no power.
_FEWEST_SPLITS = 5


def headline(answer, target):
    """The answer in one sentence."""
    if "best" not in answer:
        return f"No method ranked the features for '{target}' in all splits, so that there is no answer."
    if not answer["found"] and answer["realizations"] < _FEWEST_SPLITS:
        return (
            f"With {answer['realizations']} splits one cannot tell whether these features predict '{target}'; "
            f"{_FEWEST_SPLITS} are the fewest that may."
        )
    if not answer["found"]:
        return f"These features do not predict '{target}' better than a guess without them, as far as this can tell."
    names = [row["feature"] for row in answer["features"]]
    count, total = len(names), answer["n_features"]
    if count == total:
        return f"All {total} features are needed to predict '{target}'."
    return f"{count} of {total} features are enough to predict '{target}': {_listed(names)}."


def sentences(answer, labels, target, notes=()):
    """The findings, as pairs of a title and a sentence.

    Parameters
    ----------
    answer : dict
        What `answer.find_answer` returned.
    labels : dict
        Method id and its label.
    target : str
    notes : list of str
        What was done to the data.
    """
    told = []
    if "best" in answer:
        told += [
            ("Best number of features", _best(answer, labels)),
            ("Smallest within one standard error", _smallest(answer, labels)),
            ("How stable the set is", _stable(answer)),
            ("Which methods disagree", _disagreement(answer, labels)),
            ("Error on rows held out", _held_out(answer)),
            ("Against all features", _against_all(answer)),
            ("Against a guess", _against_chance(answer)),
        ]
    if answer["stopped"]:
        told.append(("Methods without a result", _stopped(answer, labels)))
    told.append(("How it was done", _protocol(answer)))
    return told + [("Data", note) for note in notes]


def cost_sentence(costs, labels):
    """What the rankings cost: processor time by method, of all splits together; `costs` are rows of a cost file."""
    rows = sorted((row for row in costs if int(row["n_realizations"])), key=lambda row: float(row["seconds"]))
    shown = [f"{labels[row['method']]} {float(row['seconds']):.2g} s" for row in rows]
    return f"Processor time for all rankings: {', '.join(shown)}." if shown else "No ranking was finished."


def as_markdown(answer, labels, target, notes=(), cost=""):
    """The answer as a Markdown document."""
    told = [*sentences(answer, labels, target, notes), *([("Cost", cost)] if cost else [])]
    lines = [f"# {headline(answer, target)}", "", *(f"- **{title}.** {text}" for title, text in told)]
    return "\n".join(lines) + "\n"


def _best(answer, labels):
    best = answer["best"]
    return f"{best['n_features']}, ranked by {labels[best['method']]}: {_error(answer, best)}."


def _smallest(answer, labels):
    own = answer["smallest"]
    rows = answer["features"]
    steady = [f"{row['feature']} ({row['times']} of {answer['realizations']} splits)" for row in rows[:_MOST_NAMES]]
    more = f" and {len(rows) - _MOST_NAMES} more" if len(rows) > _MOST_NAMES else ""
    return (
        f"{own['n_features']}, ranked by {labels[own['method']]}: {_error(answer, own)}. "
        f"Chosen most often: {', '.join(steady)}{more}."
    )


def _error(answer, cell):
    label = METRICS[answer["metric"]].label
    return f"{label} {cell['mean']:.4g}, standard error {cell['error']:.2g}, deviation over splits {cell['std']:.2g}"


def _stable(answer):
    found = answer["stability"]
    if found is None:
        return "With all features chosen every time there is nothing to compare."
    value = found["value"]
    word = "good" if value >= _GOOD else "poor" if value < _POOR else "moderate"
    return (
        f"{value:.2f} on Nogueira's scale, where 1 is the same set in every split and 0 chance "
        f"(95 % interval {found['lower']:.2f} to {found['upper']:.2f}): {word}."
    )


def _disagreement(answer, labels):
    own, methods = answer["smallest"], answer["methods"]
    count, chosen = own["n_features"], [row["feature"] for row in answer["features"]]
    others = [method for method in methods if method != own["method"]]
    if not others:
        return "There is one method only."
    same = [labels[method] for method in others if methods[method]["shared"] == count]
    told = []
    if same:
        told.append(f"{_listed(same)} {'choose' if len(same) > 1 else 'chooses'} the same {count}")
    for method in others:
        theirs = methods[method]
        if theirs["shared"] == count:
            continue
        instead = [name for name in theirs["set"] if name not in chosen]
        left_out = [name for name in chosen if name not in theirs["set"]]
        told.append(
            f"{labels[method]} has {_listed(instead)} in the place of {_listed(left_out)} "
            f"(error {theirs['at_smallest']['mean']:.4g})"
        )
    return f"Beside {labels[own['method']]}, {'; '.join(told)}."


def _held_out(answer):
    honest = answer["honest"]
    return (
        f"{METRICS[answer['metric']].label.capitalize()} {honest['mean']:.4g}, standard error {honest['error']:.2g}, "
        f"where method and number of features are chosen without the split that they are judged on."
    )


def _against_all(answer):
    found, own = answer["all_features"], answer["smallest"]
    if found is None:
        return "The chosen features are all there are."
    if not found["p"] < answer["alpha"]:
        word = "no significant difference"
    else:
        word = "significantly better" if found["difference"] < 0 else "significantly worse"
    return (
        f"{own['mean']:.4g} with {own['n_features']}, {found['mean']:.4g} with all {answer['n_features']}: {word} "
        f"(p = {found['p']:.2g}, t-test corrected for overlapping training rows)."
    )


def _against_chance(answer):
    found = answer["chance"]
    test = f"p = {found['p']:.2g}, corrected t-test"
    if found["metric"] == "q2":
        return f"{100 * (1 - found['mean']):.3g} % of the target's variance is explained ({test})."
    return f"{found['mean']:.3g} % wrong, mean over classes; a guess has {found['chance']:.3g} % ({test})."


def _stopped(answer, labels):
    told = []
    for method, own in answer["stopped"].items():
        reason = own["reason"].removeprefix("RuntimeError: no ranking: ")
        short = "its time was over" if is_time_limit(reason) else reason[:200]
        told.append(f"{labels[method]} failed in {own['failed']} of {own['of']} splits: {short}")
    return "; ".join(told) + "."


def _protocol(answer):
    return (
        f"{answer['realizations']} random splits into {answer['n_train']:,} rows that rank and train and "
        f"{answer['n_test']:,} that test; nothing is learnt from test rows. Standard errors count that training rows "
        f"overlap."
    )


def _listed(names):
    shown = list(names[:_MOST_NAMES])
    if len(names) > _MOST_NAMES:
        return f"{', '.join(shown)} and {len(names) - _MOST_NAMES} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
