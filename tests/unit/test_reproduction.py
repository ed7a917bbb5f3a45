"""How a snapshot is gathered, counted and written, shown on made-up results."""

import pytest
from page_sample import sample_plan, write_sample
from sieveflow.errors import InputError
from sieveflow.provenance import file_hash
from sieveflow.reproduction import counts, readings, words
from sieveflow.reproduction.gathering import ANOTHER, AS_PRINTED, gather, other_data
from sieveflow.reproduction.rejudging import disagreements
from sieveflow.reproduction.settings import settings_of
from sieveflow.reproduction.writing import read, write
from sieveflow.tables import read_csv, read_json, write_csv, write_json
from support import ROOT, clone

STUDIES = ["nmmklr", "rvm"]


@pytest.fixture(scope="module")
def plan():
    return sample_plan(STUDIES)


@pytest.fixture(scope="module")
def results(plan, tmp_path_factory):
    folder = tmp_path_factory.mktemp("results")
    write_sample(folder, plan)
    return folder


def test_what_is_written_is_read_back_and_has_the_same_bytes_again(plan, results, tmp_path):
    snapshot = gather(plan, results, partial=True)
    for name in ("first", "second"):
        write(snapshot, tmp_path / name, results)
    first, second = ({path.name: path.read_bytes() for path in (tmp_path / n).iterdir()} for n in ("first", "second"))
    assert first == second
    assert words.page(read(tmp_path / "first")) == first["README.md"].decode()


def test_a_snapshot_has_all_cells_claims_and_audits(plan, results):
    snapshot = gather(plan, results, partial=True)
    printed = [row for study in STUDIES for row in read_csv(ROOT / f"resources/published/{study}.csv")]
    assert [row["published"] for row in snapshot.ledger] == [row["value"] for row in printed]
    assert len(snapshot.claims) == sum(len(plan.study(study)["claims"]) for study in STUDIES)
    assert [row["audit"] for row in snapshot.findings] == list(plan.study("rvm")["audits"])


def test_results_of_other_code_are_refused(plan, results, tmp_path):
    with pytest.raises(InputError, match=r"nmmklr: \d+ of \d+ files are missing or of other code or settings"):
        gather(plan, results)
    with pytest.raises(InputError, match=r"there is no manifest\.json; `make reproduce`"):
        gather(plan, tmp_path)
    with pytest.raises(InputError, match="found no study"):
        gather(plan, tmp_path, partial=True)


def vouch_for(plan, folder, monkeypatch):
    """Let the manifests know the files as they are, and the plan the files as it would make them now."""
    for study in STUDIES:
        path = folder / f"results/{study}/full/manifest.json"
        record = read_json(path)
        for name in record["files"]:
            record["files"][name] = {"sha256": file_hash(folder / name), "made_from": "now"}
        write_json(path, record)
    monkeypatch.setattr(plan, "made_from", lambda study, scale: made_now(folder, study))


def made_now(folder, study):
    return dict.fromkeys(read_json(folder / f"results/{study}/full/manifest.json")["files"], "now")


def test_results_of_this_code_are_taken_unless_a_byte_or_a_verdict_differs(plan, results, tmp_path, monkeypatch):
    folder = clone(results, tmp_path / "copy")
    vouch_for(plan, folder, monkeypatch)
    assert not gather(plan, folder).manifest["partial"]
    ledger = folder / "results/rvm/full/ledger.csv"
    ledger.write_text(ledger.read_text().replace("differs", "match", 1))
    with pytest.raises(InputError, match=r"rvm: 1 of \d+ files are missing or of other code or settings"):
        gather(plan, folder)
    vouch_for(plan, folder, monkeypatch)
    with pytest.raises(InputError, match="rvm: 1 cells have another verdict or reason by the code at hand"):
        gather(plan, folder)


def test_a_study_without_cells_of_its_own_may_be_left_out_and_is_named(results, tmp_path, monkeypatch):
    folder, plan = clone(results, tmp_path / "copy"), sample_plan([*STUDIES, "thesis-svr-nested"])
    vouch_for(plan, folder, monkeypatch)
    snapshot = gather(plan, folder)
    assert snapshot.manifest["left_out"] == ["thesis-svr-nested"]
    assert "Not part of it: `thesis-svr-nested`." in words.page(snapshot)
    assert "    make study STUDY=nmmklr,rvm\n" in words.page(snapshot)
    assert "Not part" not in words.page(gather(sample_plan(STUDIES), results, partial=True))


@pytest.mark.parametrize("study", STUDIES)
def test_verdicts_can_be_given_again_from_a_ledger_alone(plan, results, study):
    rows = read_csv(results / f"results/{study}/full/ledger.csv")
    assert disagreements(plan, study, rows) == []
    place = next(place for place, row in enumerate(rows) if row["verdict"] == "differs")
    rows[place]["verdict"] = "match"
    assert [(row["verdict"], verdict) for row, verdict, _ in disagreements(plan, study, rows)] == [("match", "differs")]


def test_another_version_of_the_data_is_one_for_all_cells_of_the_set(plan):
    assert other_data(plan, "nmmklr") == set()
    assert other_data(plan, "rvm") == {"puma32fh", "puma32fm", "puma32nh"}
    assert other_data(sample_plan(["thesis-path"]), "thesis-path") == {"sonar", "ionosphere", "wbcd"}


def test_settings_change_with_what_decides_numbers_and_with_nothing_else():
    before = settings_of(sample_plan(["kdd10"]), "kdd10")
    plan = sample_plan(["kdd10"])
    plan.settings.studies["kdd10"] |= {"title": "another", "claims": [], "batch_edges": [7]}
    assert settings_of(plan, "kdd10") == before
    plan.settings.studies["kdd10"]["problems"]["mpg"] |= {"n_train": 300}
    after = settings_of(plan, "kdd10")
    assert {name for name in before if before[name] != after[name]} == {"mpg"}
    plan.settings.studies["kdd10"]["seed"] += 1
    assert all(before[name] != found for name, found in settings_of(plan, "kdd10").items())


def cell(verdict, data=AS_PRINTED, reason="", shown_by="", agrees_with=""):
    row = {"study": "s", "verdict": verdict, "data": data, "reason": reason, "shown_by": shown_by}
    return row | {"shown_on": readings.OWN_DATA if shown_by else "", "agrees_with": agrees_with}


def test_cells_are_counted():
    ledger = [cell("match"), cell("match", ANOTHER), cell("within noise"), cell("not run"), cell("not comparable")]
    ledger += [cell("differs", reason="solver", shown_by="tests/a.py"), cell("differs", ANOTHER, "unknown")]
    ledger += [cell("differs", reason="solver", shown_by="tests/a.py", agrees_with="n_bins: 3")]
    assert counts.by_verdict(ledger) == [2, 1, 3, 1, 1]
    assert counts.agreement(ledger) == (2, 4)
    assert counts.share(ledger) == "50.0 %"
    assert counts.share([cell("not run")]) == "-"
    assert counts.reasons(ledger) == [(2, "solver", "tests/a.py", 1), (1, "unknown", "", 0)]
    assert counts.explained(ledger) == [1, 0, 1, 0, 1]
    tried = cell("differs", reason="protocol silent", shown_by="docs/a.md; resources/readings/s.csv")
    assert counts.explained([tried]) == [0, 1, 0, 0, 0]


def test_a_page_that_does_not_name_the_data_shows_a_reason_on_other_data(tmp_path):
    (tmp_path / "a.md").write_text("On mpg and housing-2.")
    row = {"dataset": "mpg", "shown_by": "a.md"}
    assert readings.shown_on(row, tmp_path) == readings.OWN_DATA
    assert readings.shown_on(row | {"dataset": "mp"}, tmp_path) == readings.OTHER_DATA
    assert readings.shown_on(row | {"dataset": "mp", "shown_by": "a.md; tests/a.py"}, tmp_path) == readings.OWN_DATA
    assert readings.shown_on(row | {"shown_by": ""}, tmp_path) == ""


def test_readings_are_read_by_cell(tmp_path):
    row = dict.fromkeys(readings.KEYS, "x")
    write_csv(
        tmp_path / readings.record_of("s"),
        readings.READING_COLUMNS,
        [row | {"reading": "a", "ours": 1.0, "verdict": "match"}, row | {"reading": "b", "verdict": "differs"}],
    )
    assert readings.tried_readings(tmp_path, "s") == {("x",) * 7: [("a", "match"), ("b", "differs")]}
    assert readings.tried_readings(tmp_path, "t") == {}


def test_the_result_stands_between_its_marks(plan, results):
    snapshot = gather(plan, results, partial=True)
    readme = f"# Title\n{words.BEGIN}\nformer\n{words.END}\nafter\n"
    once = words.put_result(readme, snapshot)
    assert "former" not in once and once.startswith("# Title\n") and once.endswith("\nafter\n")
    assert words.put_result(once, snapshot) == once
    with pytest.raises(InputError, match=r"README\.md: found no lines"):
        words.put_result("# Title\n", snapshot)
