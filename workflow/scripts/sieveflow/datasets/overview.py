"""The catalogue as a table for docs/datasets.md."""

from sieveflow.datasets.catalogue import feature_names

_HEADER = ["id", "task", "n", "d", "sources", "licence", "held against"]


def overview(catalogue):
    """One line of Markdown per data set, below a header, in the catalogue's order.

    Parameters
    ----------
    catalogue : dict
        config/datasets.yaml.
    """
    rows = [_HEADER, ["---"] * len(_HEADER)]
    for name, entry in catalogue.items():
        sources = ", ".join(_source(source) for source in entry["sources"])
        size = [str(entry["n"]), str(len(feature_names(entry)))]
        rows.append([f"`{name}`", entry["task"], *size, sources, entry["licence"], _held_against(entry["sources"])])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _source(source):
    if source["kind"] == "package":
        return f"package {source['package']} {source['version']}"
    if source["kind"] == "url":
        return f"[url]({source['files'][0]['url']})"
    return source["kind"]


def _held_against(sources):
    """What is compared: the hashes of files where they are known, of the table, or statistics of unverified ones."""
    files = [file for source in sources for file in source.get("files", [])]
    loose = any(not source.get("verified", True) for source in sources)
    return ", ".join(["file hash"] * any("sha256" in file for file in files) + ["table hash"] + ["statistics"] * loose)
