"""The committed snapshot of the reproduction and the code belong together.

What must be equal: the printed cells, every verdict and reason, seeds, settings, hashes of data, texts of claims, the
counts on both pages, and numbers that can be computed here in seconds. What may move: versions of packages, the commit
and the fingerprints of code. They are recorded as what the numbers were made with; a new form of the code that leaves
the numbers alone must not ask for a new run of hours, and one that changes them is caught by the numbers themselves.
"""

import os
from pathlib import Path

import pytest
from in_process import Worker
from sieveflow.config import load_settings
from sieveflow.plan import Plan
from sieveflow.provenance import RECORDED_PACKAGES
from sieveflow.ranking import rank_batch
from sieveflow.reproduction import counts, words
from sieveflow.reproduction.gathering import AS_PRINTED, is_twin, other_data
from sieveflow.reproduction.readings import cell_of, tried_readings
from sieveflow.reproduction.rejudging import AGREEING, JUDGED, disagreements
from sieveflow.reproduction.settings import settings_of
from sieveflow.reproduction.writing import read
from sieveflow.splits import all_realizations
from sieveflow.subset_counts import count_subsets
from sieveflow.tables import read_csv, read_table
from sieveflow.verdicts import VERDICTS
from support import ROOT

# Another folder may be named to try a snapshot before it is committed.
FOLDER = Path(os.environ.get("SIEVEFLOW_SNAPSHOT", ROOT / "docs/reproduction"))
STUDIES = sorted(path.stem for path in (ROOT / "config/studies").glob("*.yaml"))
PRINTED = sorted(path.stem for path in (ROOT / "resources/published").glob("*.csv"))
pytestmark = pytest.mark.skipif(
    not FOLDER.exists() and "SIEVEFLOW_SNAPSHOT" not in os.environ,
    reason="docs/reproduction does not exist yet: `make reproduce` and `make snapshot` write it",
)
each_printed = pytest.mark.parametrize("study", PRINTED)


@pytest.fixture(scope="module")
def plan():
    return Plan(load_settings(ROOT, {"studies": STUDIES, "scale": "full", "internet": False}))


@pytest.fixture(scope="module")
def snapshot():
    return read(FOLDER)


def cells_of(snapshot, study):
    return [row for row in snapshot.ledger if row["study"] == study]


def test_it_is_whole(plan, snapshot):
    assert not snapshot.manifest["partial"]
    assert sorted([*snapshot.manifest["studies"], *snapshot.manifest["left_out"]]) == STUDIES
    # Only what has no printed cells of its own may be missing.
    assert all(is_twin(plan, study) for study in snapshot.manifest["left_out"])
    assert set(snapshot.manifest["packages"]) == set(RECORDED_PACKAGES)
    assert len(snapshot.manifest["commit"]) == 40
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 3e6


@each_printed
def test_it_has_every_printed_cell_as_it_is_printed(snapshot, study):
    keys = ("table", "dataset", "n_features", "method", "subset", "metric")
    values = {"published": "value", "published_std": "std", "published_p": "p_value", "published_outcome": "outcome"}
    printed = [
        [row[key] for key in keys] + [row[key] for key in values.values()]
        for row in read_csv(ROOT / f"resources/published/{study}.csv")
    ]
    assert [[row[key] for key in (*keys, *values)] for row in cells_of(snapshot, study)] == printed


@each_printed
def test_the_code_gives_every_verdict_and_reason_again(plan, snapshot, study):
    rows = cells_of(snapshot, study)
    assert {row["verdict"] for row in rows} <= set(VERDICTS)
    assert sum(row["verdict"] in JUDGED for row in rows) > 0.5 * len(rows)
    assert disagreements(plan, study, rows) == []


def test_a_wrong_verdict_would_be_noticed(plan, snapshot):
    rows = [dict(row) for row in cells_of(snapshot, PRINTED[0])]
    place = next(place for place, row in enumerate(rows) if row["verdict"] == "match" and row["metric"] == "MSE")
    rows[place]["verdict"] = "differs"
    assert len(disagreements(plan, PRINTED[0], rows)) == 1
    rows[place] |= {"verdict": "match", "ours": repr(3 * float(rows[place]["published"]) + 30), "ours_se": "0.01"}
    assert len(disagreements(plan, PRINTED[0], rows)) == 1


def test_every_cell_that_differs_has_a_reason_that_is_shown_or_says_unknown(plan, snapshot):
    for row in snapshot.ledger:
        if row["reason"] != "unknown":
            assert (row["verdict"] == "differs") == bool(row["shown_by"])
        assert bool(row["shown_by"]) == bool(row["shown_on"])
        for pointer in filter(None, row["shown_by"].split("; ")):
            kind, _, audit = pointer.partition("audit ")
            assert audit in plan.study(row["study"])["audits"] if audit else (ROOT / kind).exists(), pointer


@each_printed
def test_readings_under_which_cells_agree_are_those_of_the_record(snapshot, study):
    tried = tried_readings(ROOT, study)
    for row in cells_of(snapshot, study):
        own = tried.get(cell_of(row), []) if row["verdict"] == "differs" else []
        assert row["agrees_with"] == "; ".join(reading for reading, verdict in own if verdict in AGREEING)


@each_printed
def test_whose_data_they_are(plan, snapshot, study):
    others = other_data(plan, study)
    for row in cells_of(snapshot, study):
        assert (row["data"] != AS_PRINTED) == (row["dataset"] in others)


def test_seeds_settings_and_data_are_those_of_the_configuration(plan, snapshot):
    for study, own in snapshot.manifest["studies"].items():
        entry = plan.study(study)
        assert (own["seed"], own["realizations"]) == (entry["seed"], entry["scales"]["full"])
        assert own["settings"] == settings_of(plan, study)
        hashes = {plan.settings.datasets[table].get("sha256") == found for table, found in own["data"].items()}
        assert hashes == {True}


def test_claims_and_audits_are_those_of_the_configuration(plan, snapshot):
    told = {(row["study"], row["claim"]): row["text"] for row in snapshot.claims}
    stated = {
        (study, claim["id"]): claim["text"]
        for study in snapshot.manifest["studies"]
        for claim in [*plan.study(study)["claims"], *plan.study(study).get("time_claims", [])]
    }
    assert told == stated
    audits = {(study, audit) for study in snapshot.manifest["studies"] for audit in plan.study(study).get("audits", {})}
    assert {(row["study"], row["audit"]) for row in snapshot.findings} == audits


def test_the_pages_say_what_the_tables_say(snapshot):
    assert (FOLDER / "README.md").read_text() == words.page(snapshot)
    readme = (ROOT / "README.md").read_text()
    assert readme == words.put_result(readme, snapshot)


def test_the_counts_on_the_page_are_those_of_the_ledger(snapshot):
    # Counted here by hand, so that a mistake in the counting shows.
    line = next(line for line in words.page(snapshot).splitlines() if line.startswith("| **all**"))
    told = [cell.strip() for cell in line.strip("|").split("|")]
    verdicts = [sum(row["verdict"] == name for row in snapshot.ledger) for name in VERDICTS]
    assert told[1:7] == [str(len(snapshot.ledger)), *map(str, verdicts)]
    comparable = [r for r in snapshot.ledger if r["data"] == AS_PRINTED and r["verdict"] not in VERDICTS[3:]]
    agreeing = [row for row in comparable if row["verdict"] in ("match", "within noise")]
    assert counts.agreement(snapshot.ledger) == (len(agreeing), len(comparable))
    share = f"{100 * len(agreeing) / len(comparable):.1f} %"
    assert told[7] == f"{len(agreeing)} of {len(comparable)}, {share}"
    assert told[8] == f"{sum(row['verdict'] == 'holds' for row in snapshot.claims)} of {len(snapshot.claims)}"


def hits_cell(snapshot, study, entry, method):
    """The cell that counts the hits of a method on a problem; some data sets are printed without a size."""
    name, size = entry.get("printed_as", entry["dataset"]), str(entry["n_train"])
    (found,) = [
        row
        for row in cells_of(snapshot, study)
        if (row["dataset"], row["n_train"], row["method"]) == (name, size, method) and row["metric"] == "hits_of_30"
    ]
    return found


def test_tuning_ranking_and_errors_computed_from_nothing_are_those_of_the_snapshot(snapshot, tmp_path, monkeypatch):
    # From the generator of the data to the comparison, all realizations. Means are equal up to the rounding of another
    # processor's arithmetic, counts exactly.
    monkeypatch.chdir(tmp_path)
    settings = load_settings(ROOT, {"studies": ["kdd10"], "scale": "full", "internet": False})
    settings.studies["kdd10"]["methods"] = ["sd-l-rfe", "corr"]
    plan, problem = Plan(settings), "additive-n50"
    comparison = read_csv(Worker().problem(plan, "kdd10", "full", problem))
    for method in ("sd-l-rfe", "corr"):
        ours = {row["metric"]: row for row in comparison if (row["method"], row["n_features"]) == (method, "5")}
        hits = hits_cell(snapshot, "kdd10", plan.problem("kdd10", problem), method)
        assert 30 * float(ours["hits"]["mean"]) == float(hits["ours"])
        (error,) = [
            row
            for row in cells_of(snapshot, "kdd10")
            if (row["table"], row["n_train"], row["method"], row["metric"]) == ("2", "50", method, "MSE")
        ]
        assert float(ours["mse"]["mean"]) == pytest.approx(float(error["ours"]), rel=1e-9)
        assert ours["mse"]["outcome"] == error["ours_outcome"]


@pytest.mark.parametrize(
    ("study", "problem", "method"),
    [
        ("thesis-svr", "exponential-n40", "mrmr"),
        ("thesis-svr", "interactive-n50", "hsic-rfe"),
        ("thesis-mi", "weston-n40", "hsic"),
        ("thesis-mi", "weston-n200", "mrmr"),
        ("thesis-mlp", "weston-n200", "fisher"),
    ],
)
def test_hits_of_rankings_computed_from_nothing_are_those_of_the_snapshot(
    plan, snapshot, tmp_path, monkeypatch, study, problem, method
):
    monkeypatch.chdir(tmp_path)
    data, splits = Worker().drawn(plan, study, problem)
    entry, table = plan.problem(study, problem), read_table(data)
    spec = plan.rank_features(study, problem, method, plan.batches(study, "full")[0])
    assert spec["method"]["tuned"] == []
    given = {"seed": spec["seed"], "dataset": spec["dataset"]}
    rows, _ = rank_batch(table.features, all_realizations(table, splits), spec["method"], {}, **given)
    rows = [{"error": "", "selected": ""} | row for row in rows]
    found = count_subsets(rows, relevant=entry["relevant"], same=entry.get("same", []))
    hits = sum(found[len(entry["relevant"]), "hits", ""].values())
    assert hits == float(hits_cell(snapshot, study, entry, method)["ours"])
