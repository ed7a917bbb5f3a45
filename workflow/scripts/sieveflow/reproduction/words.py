"""What a snapshot says: its own page, and the lines that the README takes from it."""

from sieveflow.errors import InputError
from sieveflow.reproduction.counts import (
    BAR,
    agreement,
    by_verdict,
    claims_by_verdict,
    explained,
    reasons,
    share,
    studies_of,
)
from sieveflow.verdicts import VERDICTS

_PICTURE = "![Printed cells by verdict, study by study](docs/reproduction/verdicts.svg)"
_LINK = (
    "Every cell, claim and audit, with the commands that made them: [docs/reproduction](docs/reproduction/README.md)."
)
# Audits whose outcome a reader of the papers should know first.
_HIGHLIGHTS = {
    "thesis-path": ("label-among-features", "sizes-of-parts", "printed-gradient"),
    "rvm": ("raw-inputs", "physical-pair"),
}
BEGIN, END = "<!-- result: written by make snapshot -->", "<!-- end of result -->"


def result(snapshot):
    """The lines of the README: cells by verdict of every study, the share that agrees, claims and audits."""
    ledger, claims = snapshot.ledger, snapshot.claims
    lines = [_PICTURE, "", *_table(ledger, claims), "", _agreement_sentence(ledger), _claims_sentence(snapshot)]
    lines += ["", *_highlights(snapshot.findings), "", _LINK]
    return "\n".join(lines)


def put_result(readme, snapshot):
    """The README with its lines between the two marks."""
    if BEGIN not in readme or END not in readme:
        raise InputError(f"README.md: found no lines '{BEGIN}' and '{END}', between which the result stands.")
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{result(snapshot)}\n{END}{after}"


def page(snapshot):
    """The page of a snapshot."""
    manifest = snapshot.manifest
    parts = [
        "# The reproduction, as it came out",
        _opening(manifest),
        "![Cells by verdict, study by study](verdicts.svg)",
        "## Cells by study and verdict",
        "\n".join(_table(snapshot.ledger, snapshot.claims)),
        _agreement_sentence(snapshot.ledger) + " " + _data_sentence(),
        "![Printed numbers and ours](printed-and-ours.png)",
        "## Why cells differ",
        "What stands under *shown by* is an audit (`audits` in the study's file; its outcome is below), a test, a page "
        "with what other readings do, a record of them, or a program that measures. `unknown` means that no reason was "
        "found. A record in `resources/readings` has the verdict on each cell under every reading that was tried, one "
        "changed at a time; `agrees_with` in `ledger.csv` names those under which it agrees. Of several readings one "
        "may agree by chance.",
        *(_reasons(snapshot.ledger, study) for study in studies_of(snapshot.ledger)),
        "## Claims",
        _claims_sentence(snapshot),
        _rows(("study", "claim", "verdict", "what came out"), _claim_cells(snapshot.claims)),
        "## What the audits found",
        _rows(("study", "question", "hypothesis is", "what came out"), _finding_cells(snapshot.findings)),
        "## What it was made with",
        _made_with(manifest),
        "![Errors on mpg](mpg.png)",
        "![The cross-validated error of heart along the path](heart.png)",
    ]
    return "\n\n".join(parts) + "\n"


def _opening(manifest):
    text = f"""Written by `make snapshot` from the results of these commands, at commit `{manifest["commit"]}`:

    export SIEVEFLOW_MIRROR=<folder with the tables that are in no package registry>
    {_command(manifest)}
    make snapshot

`ledger.csv` has every printed cell with our number, the verdict, the reason and where that is shown; `claims.csv` what
the papers claim above their cells; `findings.csv` what the audits found; `manifest.json` seeds, hashes of data and
settings, versions. `tests/unit/test_snapshot.py` holds all of it against the code."""
    if manifest["left_out"]:
        text += f"\n\nNot part of it: {', '.join(f'`{name}`' for name in manifest['left_out'])}."
    return "**Partial: a trial of the program, no reproduction.**\n\n" + text if manifest["partial"] else text


def _command(manifest):
    """What runs these studies and no others."""
    return f"make study STUDY={','.join(manifest['studies'])}" if manifest["left_out"] else "make reproduce"


def _table(ledger, claims):
    """Cells and claims, study by study and in all."""
    heads = ["study", "cells", *VERDICTS, "agree", "claims hold"]
    lines = [f"| {' | '.join(heads)} |", f"|---|{'--:|' * (len(heads) - 1)}"]
    for study in list(dict.fromkeys([*studies_of(ledger), *studies_of(claims)])):
        own, said = ([row for row in rows if row["study"] == study] for rows in (ledger, claims))
        lines.append(_line(f"`{study}`", own, said))
    return [*lines, _line("**all**", ledger, claims)]


def _line(name, cells, claims):
    held = f"{claims_by_verdict(claims)[0]} of {len(claims)}" if claims else "-"
    counts = by_verdict(cells) if cells else ["-"] * len(VERDICTS)
    return f"| {name} | {len(cells) or '-'} | {' | '.join(map(str, counts))} | {_counted(cells)} | {held} |"


def _counted(cells):
    agreeing, counted = agreement(cells)
    return f"{agreeing} of {counted}, {share(cells)}" if counted else "-"


def _agreement_sentence(ledger):
    agreeing, cells = agreement(ledger)
    read, tried, own, other, unknown = counts = explained(ledger)
    return (
        f"*Agree*: match or within noise, of the cells that can be compared and whose data are the paper's; in all "
        f"{agreeing:,} of {cells:,}, {share(ledger)}. Of the {sum(counts)} cells that differ {read} agree "
        f"under another reading of what the paper leaves open, {own} have a reason that is shown on their data or by "
        f"a test, {other} one that is shown on other data only; for {tried} the protocol is silent and no reading that "
        f"was tried gives the printed number, and for {unknown} no reason is known."
    )


def _data_sentence():
    return (
        "Data are the paper's where the table is the one that it names or an artificial problem drawn by its recipe; "
        "they are not on sets that were drawn here in the place of rows that could not be had, and where the paper "
        "worked with another version: then no cell of the data set counts, whether it agrees or not."
    )


def _claims_sentence(snapshot):
    holds, fails, undecided = claims_by_verdict(snapshot.claims)
    text = f"Of {len(snapshot.claims)} claims {holds} hold, {fails} fail and {undecided} are undecided"
    found = {word: sum(row["outcome"] == word for row in snapshot.findings) for word in ("supported", "refuted")}
    return (
        f"{text}; of {len(snapshot.findings)} audits {found['supported']} support their hypothesis and "
        f"{found['refuted']} refute it."
    )


def _highlights(findings):
    """Questions of some audits with what came out, as a list."""
    told = {(row["study"], row["audit"]): f"- *{row['title']}* {row['finding']}" for row in findings}
    asked = [(study, audit) for study, audits in _HIGHLIGHTS.items() for audit in audits]
    return [told[question] for question in asked if question in told]


def _reasons(ledger, study):
    """Counts by reason of a study, with a word on those below the bar."""
    own = [row for row in ledger if row["study"] == study]
    agreeing, cells = agreement(own)
    below = ", below 80 %: the reasons follow" if cells and agreeing < BAR * cells else ""
    head = f"### {study}\n\n{agreeing} of {cells} cells agree ({share(own)}{below})."
    found = reasons(own)
    if not found:
        return head + " None differs."
    return (
        head
        + "\n\n"
        + _rows(
            ("cells that differ", "reason", "shown by", "agree under another reading"),
            [(n, why, by or "-", read) for n, why, by, read in found],
        )
    )


def _claim_cells(claims):
    return [(row["study"], row["text"], row["verdict"], row["detail"]) for row in claims]


def _finding_cells(findings):
    return [(row["study"], row["title"], row["outcome"], row["finding"]) for row in findings]


def _made_with(manifest):
    versions = ", ".join(f"{name} {found}" for name, found in manifest["packages"].items())
    rows = [
        (name, own["seed"], own["realizations"], own["failed_realizations"], len(own["data"]))
        for name, own in manifest["studies"].items()
    ]
    table = _rows(
        ("study", "seed", "realizations", "of these failed, over all methods and problems", "data sets"), rows
    )
    return f"Python {manifest['python']}; {versions}.\n\n{table}"


def _rows(heads, rows):
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    lines += ["| " + " | ".join(str(value).replace("|", "\\|") for value in row) + " |" for row in rows]
    return "\n".join(lines)
