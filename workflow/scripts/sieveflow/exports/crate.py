"""The results as a research object: RO-Crate 1.1, a description in JSON-LD beside the files."""

from pathlib import PurePosixPath

CONTEXT = "https://w3id.org/ro/crate/1.1/context"
_LICENCE = "https://spdx.org/licenses/MIT"
_KINDS = {
    ".csv": "text/csv",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".html": "text/html",
    ".md": "text/markdown",
    ".tex": "application/x-tex",
    ".bib": "application/x-bibtex",
}


def crate(studies, *, exports, software):
    """The metadata of the folder `results`.

    Parameters
    ----------
    studies : list of Results
    exports : dict
        File below the folder, and what it is.
    software : dict
        name, version, date (of its release: results carry no dates of their own) and packages.
    """
    files, folders = {}, []
    for results in studies:
        own = {
            path.removeprefix("results/"): entry["sha256"]
            for path, entry in results.manifest["files"].items()
            if path.startswith("results/")
        }
        own[f"{results.name}/{results.scale}/manifest.json"] = None
        files |= own
        folders.append(_folder(results, own))
    entities = [
        {
            "@id": "ro-crate-metadata.json",
            "@type": "CreativeWork",
            "about": {"@id": "./"},
            "conformsTo": {"@id": "https://w3id.org/ro/crate/1.1"},
        },
        {
            "@id": "./",
            "@type": "Dataset",
            "name": "Printed numbers beside ours",
            "description": "Results of studies of feature selection, made by the workflow sieveflow. Results carry no "
            "dates; the date is that of the release of the workflow.",
            "datePublished": software["date"],
            "license": {"@id": _LICENCE},
            "mainEntity": {"@id": "report/index.html"},
            "hasPart": [{"@id": folder["@id"]} for folder in folders] + [{"@id": path} for path in exports],
            "mentions": {"@id": "#run"},
        },
        {"@id": _LICENCE, "@type": "CreativeWork", "name": "MIT License"},
        *folders,
        *(_file(path, sha256) for path, sha256 in files.items()),
        *(_file(path, None) | {"name": what} for path, what in exports.items()),
        *_software(software),
        {
            "@id": "#run",
            "@type": "CreateAction",
            "name": f"Run of {', '.join(results.name for results in studies)} at scale {studies[0].scale}",
            "instrument": {"@id": "#sieveflow"},
            "result": [{"@id": path} for path in exports],
        },
    ]
    return {"@context": CONTEXT, "@graph": entities}


def _folder(results, files):
    return {
        "@id": f"{results.name}/",
        "@type": "Dataset",
        "name": results.spec["title"],
        "description": f"{results.spec['citation']}; scale {results.scale}, {results.spec['realizations']} "
        f"realizations, seed {results.spec['seed']}",
        "hasPart": [{"@id": path} for path in files],
    }


def _file(path, sha256):
    entity = {"@id": path, "@type": "File", "name": path, "encodingFormat": _KINDS[PurePosixPath(path).suffix]}
    return entity | ({"sha256": sha256} if sha256 else {})


def _software(software):
    packages = [
        {"@id": f"#{name}", "@type": "SoftwareApplication", "name": name, "softwareVersion": version}
        for name, version in software["packages"].items()
    ]
    yield {
        "@id": "#sieveflow",
        "@type": ["SoftwareApplication", "SoftwareSourceCode"],
        "name": software["name"],
        "softwareVersion": software["version"],
        "programmingLanguage": "Snakemake",
        "license": {"@id": _LICENCE},
        "softwareRequirements": [{"@id": package["@id"]} for package in packages],
    }
    yield from packages
