"""Which number of test samples printed error rates can come from."""

import math

_COLUMNS = ["data set", "printed errors", "test samples", "where from", "errors that fit", "by chance"]


def audit(tables, *, seed, realizations, table, errors):
    """The hypothesis is supported for a data set whose printed errors all fit the table's size and not the text's.

    An error that was printed as e fits n samples if some k / n rounds to e.

    Parameters
    ----------
    tables : dict
        Data set id and its table.
    table : dict
        Data set id and the number of test samples that the paper's table gives; its text says a quarter.
    errors : dict
        Data set id and its printed error rates, as texts.
    """
    rows, outcomes = [], []
    for dataset, data in tables.items():
        fits = {}
        for name, n in (("table", table[dataset]), ("text", data.y.size // 4)):
            fits[name] = sum(fits_samples(error, n) for error in errors[dataset])
            row = {"data set": dataset, "printed errors": len(errors[dataset]), "test samples": n, "where from": name}
            rows.append(row | {"errors that fit": fits[name], "by chance": _chance(errors[dataset], n)})
        whole = {name: count == len(errors[dataset]) for name, count in fits.items()}
        outcomes.append(whole["table"] - whole["text"])
    outcome = "supported" if min(outcomes) > 0 else "refuted" if max(outcomes) < 0 else "undecided"
    count = {
        name: sum(row["errors that fit"] for row in rows if row["where from"] == name) for name in ("table", "text")
    }
    total = sum(len(found) for found in errors.values())
    chance = math.prod(row["by chance"] for row in rows if row["where from"] == "text")
    finding = (
        f"Of {total} printed test errors {count['table']} fit the sizes of the table and {count['text']} those of the "
        f"text, 3:1 rounded down; by chance all would fit the latter with probability {chance:.0e}."
    )
    return {"outcome": outcome, "finding": finding, "columns": _COLUMNS, "rows": rows}


def fits_samples(error, n):
    """Whether some k / n rounds to a printed error rate."""
    decimals = len(error.partition(".")[2])
    nearest = round(float(error) * n)
    return any(f"{k / n:.{decimals}f}" == error for k in (nearest - 1, nearest, nearest + 1))


def _chance(errors, n):
    """How likely numbers of so many decimals fit n samples, all of them, if they have nothing to do with n."""
    steps = 10 ** len(errors[0].partition(".")[2])
    return min(1.0, n / steps) ** len(errors)


def draw(axes, result):
    """The share of printed errors that fit, by data set."""
    names = list(dict.fromkeys(row["data set"] for row in result["rows"]))
    for offset, source in enumerate(("table", "text")):
        rows = [row for row in result["rows"] if row["where from"] == source]
        shares = [row["errors that fit"] / row["printed errors"] for row in rows]
        axes.bar(
            [place + 0.4 * offset for place in range(len(names))], shares, width=0.38, label=f"sizes of the {source}"
        )
    axes.set_xticks([place + 0.2 for place in range(len(names))], names, rotation=30)
    axes.set_ylabel("share of printed errors that fit")
    axes.legend(frameon=False, fontsize=8)
