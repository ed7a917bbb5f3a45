"""Result files of all studies with made-up numbers: as many cells, curves and choices as full runs have, in seconds.

As a program: writes the page and the exports of these below a folder.
"""

import os
import sys
from pathlib import Path

import numpy as np
from in_process import mains
from sieveflow import failures
from sieveflow.comparison import COLUMNS
from sieveflow.config import load_settings
from sieveflow.plan import Plan
from sieveflow.tables import write_csv, write_json, write_text
from support import ROOT

SCALE = "full"
# A name that a page must show and not obey, and what it would do.
EVIL = "<img src=x onerror=alert(1)>&\"'</script><script>alert(2)</script>"
REALIZATIONS = 4
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><text x="4" y="20">drawn</text></svg>'


def sample_plan(studies=None):
    """The plan of all studies, as if all data were here."""
    names = studies or sorted(path.stem for path in (ROOT / "config/studies").glob("*.yaml"))
    plan = Plan(load_settings(ROOT, {"studies": names, "scale": SCALE, "internet": False}))
    plan.blocked = lambda study, scale, problem: ""
    plan._can_have = lambda table: True
    plan.batches = lambda study, scale: ["0000-0003"]
    return plan


def write_sample(folder, plan):
    """Write everything that the page reads, below a folder."""
    worker = mains()
    for study in plan.settings.studies:
        rng = np.random.RandomState(len(study))
        top = Path(folder, "results", study, SCALE)
        comparisons, rankings = {}, []
        for problem in plan.problems(study, SCALE):
            features = plan._features(study, problem)
            comparisons[problem] = _comparison(plan, study, problem, len(features), rng)
            write_csv(top / f"comparison/{problem}.csv", COLUMNS, comparisons[problem])
            write_csv(top / f"failures/{problem}.csv", failures.COLUMNS, [])
            if not plan.tunes(study):
                rankings += _rankings(folder, plan, study, problem, features, rng)
            for stem in plan.more_figures(study, SCALE, problem):
                write_text(Path(folder, f"{stem}.svg"), PICTURE)
            write_text(top / f"figures/{problem}.svg", PICTURE)
        if not plan.tunes(study):
            tables = [top / "stability.csv", top / "frequencies.csv"]
            worker["measure_stability"](rankings, *tables, plan.measure_stability(study, SCALE))
        paths = {problem: top / f"comparison/{problem}.csv" for problem in comparisons}
        worker["order_methods"](list(paths.values()), top / "order.json", plan.order_methods(study, SCALE))
        name = plan.study(study)["published"]
        printed = ROOT / f"resources/published/{name}.csv" if name else None
        judged = [top / "ledger.csv", top / "claims.csv"]
        worker["judge_study"](printed, None, paths, *judged, plan.judge_study(study, SCALE), study=study, scale=SCALE)
        for audit in plan.audits(study, SCALE):
            _audit(top, audit, plan.study(study)["audits"][audit])
        packages = {"numpy": "0.0", "snakemake": "0.0"}
        known = {"sha256": "0" * 64, "made_from": "0" * 16}
        files = {str(path.relative_to(folder)): known for path in top.rglob("*") if path.is_file()}
        record = {"python": "3.11.0", "packages": packages, "files": files, "seed": plan.study(study)["seed"]}
        write_json(top / "manifest.json", record)


def _comparison(plan, study, problem, d, rng):
    """Rows of every method as the comparison writes them."""
    entry, own = plan.study(study), plan.problem(study, problem)
    counts = [d] if plan.tunes(study) else own.get("n_features") or range(1, d + 1)
    rows = []
    for method in entry["methods"]:
        tested = method != entry["reference"]
        for metric in entry["metrics"]:
            for count in counts:
                means = {"mean": rng.uniform(5, 9) + 3 / count, "std": rng.uniform(0.5, 2), "n_realizations": 30}
                row = {"method": method, "n_features": count, "metric": metric, "n_failed": 0} | means
                rows.append(row | (_tests(rng, entry["alpha"]) if tested else {}))
        if own.get("relevant"):
            hits = {"metric": "hits", "n_features": len(own["relevant"]), "mean": 0.5, "std": 0.5, "n_realizations": 30}
            rows.append({"method": method, "n_failed": 0} | hits)
    return rows


def _tests(rng, alpha):
    """What tests say; that of the paper is in doubt as often as not."""
    p = {name: rng.uniform(0, 2 * alpha) for name in ("p_value", "p_corrected", "p_wilcoxon", "p_holm")}
    better, equal, worse = rng.dirichlet([1, 1, 1])
    mark = ("+" if better > worse else "-") if p["p_value"] < alpha else ""
    return p | {"outcome": mark, "chance_better": better, "chance_equal": equal, "chance_worse": worse}


def _rankings(folder, plan, study, problem, features, rng):
    """Files of rankings, one per method; the first features come first more often than others."""
    paths = []
    for method in plan.study(study)["methods"]:
        rows = [
            {"realization": r, "feature": features[column], "rank": place, "score": 0.0, "error": ""}
            for r in range(REALIZATIONS)
            for place, column in enumerate(
                np.argsort(np.arange(len(features)) + 6 * rng.standard_normal(len(features))), 1
            )
        ]
        paths.append(Path(folder, "results", study, "ranking", problem, method, "0000-0003.csv"))
        write_csv(paths[-1], ["realization", "feature", "rank", "score", "selected", "error"], rows)
        seconds = [
            {"realization": r, "metric": "rank_seconds", "seconds": rng.uniform(0.01, 9)} for r in range(REALIZATIONS)
        ]
        times = Path(folder, "benchmarks", study, "ranking", problem, method, "0000-0003.csv")
        write_csv(times, ["realization", "metric", "seconds"], seconds)
    return paths


def _audit(top, audit, entry):
    told = {"outcome": "supported", "finding": "Made up.", "columns": ["a", "b"], "rows": [{"a": 0.5, "b": "x"}]}
    told |= {"title": entry["title"], "hypothesis": entry["hypothesis"]}
    write_json(top / f"audits/{audit}.json", told)
    write_text(top / f"audits/{audit}.svg", PICTURE)


def make_evil(spec, top):
    """Put a name that is markup wherever names come from: settings, tables, features, failures, an answer."""
    spec["title"] = spec["citation"] = EVIL
    first = next(iter(spec["methods"].values()))
    first["label"] = first["citation"] = EVIL
    next(iter(spec["problems"].values()))["label"] = EVIL
    spec["audits_not_run"] = [EVIL]
    for name, column in (("ledger", "reason"), ("claims", "text"), ("frequencies", "feature")):
        path = Path(top, f"{name}.csv")
        lines = path.read_text(encoding="utf-8").splitlines()
        place = lines[0].split(",").index(column)
        cells = lines[1].split(",")
        cells[place] = '"' + EVIL.replace('"', '""') + '"'
        write_text(path, "\n".join([lines[0], ",".join(cells), *lines[2:]]) + "\n")
    words = f"# 1 of 2 features is enough: {EVIL}\n\n- **How stable {EVIL} is.** {EVIL}.\n"
    write_text(Path(top, f"answer/{spec['running'][0]}.md"), words)
    failed = {
        "method": next(iter(spec["methods"])),
        "stage": "ranking",
        "error": EVIL,
        "n_failed": 1,
        "realizations": "9",
    }
    write_csv(Path(top, f"failures/{spec['running'][0]}.csv"), failures.COLUMNS, [failed])


def main(folder, *, evil=""):
    """Write the page and the exports of all studies; `evil` names a study whose names are markup."""
    plan = sample_plan()
    write_sample(folder, plan)
    page, exports = plan.write_page(SCALE), plan.write_exports(SCALE)
    for spec in (page, exports) if evil else ():
        make_evil(spec["studies"][evil], Path(folder, "results", evil, SCALE))
    os.chdir(folder)
    worker, names = mains(), page["studies"]
    folders = {study: f"results/{study}/{SCALE}" for study in names}
    times = {study: f"benchmarks/{study}/ranking" for study in names}
    worker["write_page"]("results/report/index.html", folders, times, page)
    worker["write_exports"]("results", exports)


if __name__ == "__main__":
    main(sys.argv[1], evil="kdd10")
