"""What a study of a user's own data is made of: splits, limits, needs, the workspace."""

import hashlib
import time
from pathlib import Path

import numpy as np
import pytest
import yaml
from sieveflow.config import load_settings
from sieveflow.datasets.fetching import fetch
from sieveflow.errors import InputError
from sieveflow.needs import affordable, memory_of
from sieveflow.owndata.reading import OwnTable
from sieveflow.plan import Plan
from sieveflow.protocol import counts_to_try, own_study, sizes_of, wide_methods
from sieveflow.ranking import rank_batch
from sieveflow.registry import known_methods
from sieveflow.resume import has_failures
from sieveflow.splits import Realization, fill_missing, scaled_split
from sieveflow.tables import Table, write_csv
from sieveflow.time_limits import Clock, TimeLimit, is_time_limit
from sieveflow.workspace import check_folder, id_of, locked, write_workspace

ROOT = Path(__file__).parents[2]


def own_table(n=40, missing=False):
    rng = np.random.RandomState(0)
    X = rng.standard_normal((n, 3))
    if missing:
        X[4, 1] = np.nan
    return OwnTable(Table(["target", "b", "2019"], X, X[:, 0].copy()), "regression", [], ["A note."], missing)


def study_of(own):
    return own_study("mine", own, ["corr", "sd-l-rfe"], target="y", splits=4, seed=0, time_limit=60)


@pytest.mark.parametrize("missing", [False, True])
def test_a_workspace_is_laid_over_the_repository(tmp_path, missing, monkeypatch):
    own = own_table(missing=missing)
    write_workspace(tmp_path, "mine", own, study_of(own), {})
    config = yaml.safe_load((tmp_path / "config/config.yaml").read_text())
    settings = load_settings(ROOT, config, tmp_path)
    plan = Plan(settings)
    assert plan.problems("mine", "full") == ["mine"] and "kdd10" not in settings.studies
    assert "mpg" in settings.datasets and "corr" in settings.methods
    monkeypatch.chdir(tmp_path)
    content = fetch("mine", settings.datasets["mine"])
    assert content == (tmp_path / "data/mine.csv").read_bytes()
    assert hashlib.sha256(content).hexdigest() == settings.datasets["mine"]["sha256"]
    # A learner that tunes itself has no values to give: methods find their own.
    spec = plan.rank_features("mine", "mine", "sd-l-rfe", "0000-0001")
    assert spec["method"]["tuned"] == [] and spec["time_limit"] == 30.0
    assert "results/mine/full/answer/mine.json" in plan.specs("mine", "full")


def test_writing_a_workspace_again_touches_nothing(tmp_path):
    own = own_table()
    write_workspace(tmp_path, "mine", own, study_of(own), {})
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.*")}
    write_workspace(tmp_path, "mine", own, study_of(own), {})
    assert before == {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.*")}
    check_folder(tmp_path)


def test_folders_with_other_files_are_left_alone(tmp_path):
    (tmp_path / "thesis.tex").write_text("x")
    with pytest.raises(InputError, match="holds other files"):
        check_folder(tmp_path)
    with pytest.raises(InputError, match="is a file"):
        check_folder(tmp_path / "thesis.tex")


def test_a_folder_is_for_one_run_at_a_time(tmp_path):
    with locked(tmp_path / "new"), pytest.raises(InputError, match="another run is at work"), locked(tmp_path / "new"):
        pass
    with locked(tmp_path / "new"):
        pass


@pytest.mark.parametrize(
    ("file", "name"),
    [("My Data (2).csv.gz", "my-data-2"), ("../<b>.csv", "b"), ("report.csv", "own-data"), ("é.csv", "own-data")],
)
def test_ids_are_made_of_file_names(file, name):
    assert id_of(Path(file).name) == name


def test_missing_values_are_filled_from_training_rows_alone():
    train = np.array([[1.0, np.nan], [3.0, np.nan], [np.nan, np.nan], [8.0, np.nan]])
    test = np.array([[np.nan, 5.0], [100.0, np.nan]])
    filled_train, filled_test = fill_missing(train, test)
    np.testing.assert_array_equal(filled_train[:, 0], [1, 3, 3, 8])
    np.testing.assert_array_equal(filled_test, [[3, 5], [100, 0]])
    split = scaled_split(0, train, np.arange(4.0), test, np.arange(2.0))
    assert np.isfinite(split.X_train).all() and np.isfinite(split.X_test).all()


def test_counts_and_sizes():
    assert counts_to_try(3) == [1, 2, 3]
    assert counts_to_try(30) == [*range(1, 11), 12, 15, 20, 30]
    assert counts_to_try(5000)[-1] == 5000 and len(counts_to_try(5000)) < 25
    assert sizes_of(1000) == (800, 200) and sizes_of(20) == (16, 4)


def work(seconds):
    """Take so much processor time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_work_is_stopped_when_its_time_is_over():
    clock = Clock(0.05)
    started = time.process_time()
    with pytest.raises(TimeLimit, match=r"not finished within 0\.05 s"), clock.running():
        work(60)
    assert time.process_time() - started < 5
    # The timer may be early by a tick.
    with pytest.raises(TimeLimit), clock.running():
        work(60)
    with Clock(None).running():
        pass


def test_a_time_limit_is_no_reason_to_run_again(tmp_path):
    text = "RuntimeError: no ranking: TimeLimit: not finished"
    assert is_time_limit(text) and not is_time_limit("ValueError: TimeLimit")
    for error, again in ((text, False), ("ValueError: x", True), ("", False)):
        write_csv(tmp_path / "batch.csv", ["realization", "error"], [{"realization": 0, "error": error}])
        assert has_failures(tmp_path / "batch.csv") is again


def test_realizations_that_do_not_fit_in_fail_and_the_others_stay():
    rng = np.random.RandomState(0)
    drawn = [Realization(i, rng.standard_normal((30, 2)), rng.standard_normal(30), None, None) for i in range(3)]

    def in_time():
        yield drawn[0]
        work(0.6)
        yield from drawn[1:]

    entry = known_methods()["corr"] | {"id": "corr"}
    rows, times = rank_batch(["a", "b"], in_time(), entry, {}, seed=0, dataset="x", time_limit=0.5)
    assert [row["realization"] for row in rows] == [0, 0, 1, 2] and len(times) == 1
    assert all(is_time_limit(row["error"]) for row in rows[2:]) and "error" not in rows[0]


LIMITS = {"splits": 10, "memory": 2.0, "seconds": 600}


def test_what_does_not_fit_is_said_before_it_starts():
    known = known_methods()
    assert memory_of(known["hsic-rfe"], 16_000, 100) > 10
    kept, told = affordable(["corr", "mrmr", "hsic-rfe"], known, 20_000, 100, given=False, **LIMITS)
    assert kept == ["corr", "mrmr"]
    assert "Left out: 'hsic-rfe' needs about" in told[0] and "GB" in told[0] and "--subsample" in told[0]
    with pytest.raises(InputError, match=r"--methods: 'hsic-rfe' needs about \d+ GB and \d+ h .* --subsample \d+"):
        affordable(["hsic-rfe"], known, 20_000, 100, given=True, **LIMITS)
    assert affordable(["hsic-rfe", "sd-l-rfe"], known, 1000, 30, given=True, **LIMITS) == (["hsic-rfe", "sd-l-rfe"], [])


def test_the_subsample_that_is_offered_fits():
    known = known_methods()
    for method in ("hsic-rfe", "sd-l-rfe", "hsic", "mi-pw"):
        _, told = affordable([method], known, 20_000, 100, given=False, **LIMITS)
        rows = int(told[0].split("--subsample ")[1].split()[0].rstrip("."))
        assert affordable([method], known, rows, 100, given=True, **LIMITS)[0] == [method]


def test_forward_selection_of_very_many_features_ends_early():
    known = known_methods()
    assert wide_methods(["corr", "mrmr"], known, 500) == {}
    (name, entry), *_ = wide_methods(["corr", "mrmr"], known, 5000).items()
    assert name == "mrmr" and entry["parameters"]["n_features_to_select"] == 100
