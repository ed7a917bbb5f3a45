"""BibTeX of the studies and methods that were used."""


def bibliography(studies, works):
    """The entries that studies and their methods name, each once, in the order in which they are first named.

    Parameters
    ----------
    studies : list of Results
    works : dict
        Key and entry of what can be cited.
    """
    keys, others = {}, {}
    for results in studies:
        cited = [("study", results.name, results.spec)]
        cited += [("method", method, look) for method, look in results.spec["methods"].items()]
        for kind, name, entry in cited:
            for key in entry["references"] or []:
                keys.setdefault(key, works[key])
            if not entry["references"] and entry["citation"] not in ("", "none"):
                others.setdefault(f"{kind}-{name}", entry["citation"])
    # A method of one's own says in words what is to be cited.
    told = [f"@misc{{{key},\n  note = {{{_plain(text)}}}\n}}\n" for key, text in others.items()]
    return "\n".join([*keys.values(), *told])


def _plain(text):
    return text.replace("\\", "").replace("{", "(").replace("}", ")")
