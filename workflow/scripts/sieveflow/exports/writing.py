"""Tables as Markdown and as LaTeX."""

_LEGEND = "Printed / ours; + and -: the reference is significantly better or worse; ~: within noise; !: differs."
_TEX = {
    "\\": r"\textbackslash{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "Δ": r"$\Delta$",
    "‖": r"$\Vert$",
    "²": r"$^2$",
    "±": r"$\pm$",
    "λ": r"$\lambda$",
    "–": "--",
}


def markdown(titles, tables, trial=""):
    """Tables as Markdown.

    Parameters
    ----------
    titles : dict
        Study and its heading.
    tables : dict
        Study and its layouts.
    trial : str
        What must be known before any of them is read.
    """
    parts = ["# Printed numbers beside ours\n", *([f"\n**{trial}**\n"] if trial else []), f"\n{_LEGEND}\n"]
    for study, title in titles.items():
        parts.append(f"\n## {_markdown_text(title)}\n")
        for table in tables[study]:
            rows = [table["header"], ["---"] * len(table["header"]), *table["rows"]]
            lines = ["| " + " | ".join(_markdown_text(str(cell)) for cell in row) + " |" for row in rows]
            parts.append(f"\n{_markdown_text(table['caption'])}\n\n" + "\n".join(lines) + "\n")
    return "".join(parts)


def _markdown_text(text):
    for character in "\\|*_`<>":
        text = text.replace(character, f"\\{character}")
    return text.replace("\n", " ")


def latex(titles, tables, trial=""):
    """Tables as LaTeX for a document that loads booktabs and longtable; see `markdown`."""
    parts = ["% Needs \\usepackage{booktabs,longtable}.\n", *([f"% {trial}\n"] if trial else []), f"% {_LEGEND}\n"]
    for study, title in titles.items():
        parts.append(f"\n% {title}\n".replace("\n\n", "\n"))
        for table in tables[study]:
            # Sentences need a width of their own; numbers do not.
            wide = table["header"][0] == "claim"
            columns = "p{0.42\\linewidth}lp{0.36\\linewidth}" if wide else "l" * len(table["header"])
            lines = [" & ".join(tex_text(str(cell)) for cell in row) + r" \\" for row in table["rows"]]
            parts.append(
                f"\n\\begin{{longtable}}{{{columns}}}\n\\caption{{{tex_text(table['caption'])}}}\\\\\n\\toprule\n"
                + " & ".join(tex_text(title) for title in table["header"])
                + " \\\\\n\\midrule\n\\endhead\n"
                + "\n".join(lines)
                + "\n\\bottomrule\n\\end{longtable}\n"
            )
    return "".join(parts)


def tex_text(text):
    """Text in which no character is a command."""
    return "".join(_TEX.get(character, character) for character in text.replace("\n", " "))
