"""Audits answer from data, and can answer either way."""

import numpy as np
import pytest
from sieveflow.auditing import run_audit
from sieveflow.audits import (
    boundary_samples,
    duplicated_rows,
    label_among_features,
    printed_gradient,
    sizes_of_parts,
    stratified_sampling,
)
from sieveflow.audits.printed_gradient import printed_slope
from sieveflow.audits.sizes_of_parts import fits_samples
from sieveflow.path_tuning.audited import audited_folds
from sieveflow.path_tuning.gradient_search import smooth_error
from sieveflow.plots.audit import plot_audit
from sieveflow.tables import Table

ALL = {
    "label_among_features": {
        "printed": {"d": {"cv_error": 0.0, "lambda": 10.0, "events": 60}},
        "n_train_of_events": {"d": 50},
    },
    "duplicated_rows": {},
    "printed_gradient": {},
    "start_kept": {},
    "idle_intervals": {},
    "search_readings": {},
    "boundary_samples": {},
}
COMMON = {"folds": 5, "n_train": {"d": 50}}


def table(noise=1.5):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(75, 3))
    y = np.where(X[:, 0] + noise * rng.normal(size=75) > 0.0, 1.0, -1.0)
    return Table(["a", "b", "c"], X, y)


def spec(implementation, **parameters):
    return {
        "title": "T",
        "hypothesis": "H",
        "implementation": implementation,
        "parameters": COMMON | parameters,
        "seed": 1,
        "realizations": 2,
    }


@pytest.mark.parametrize("name", ALL)
def test_every_audit_has_numbers_and_a_picture(name, tmp_path):
    result = run_audit({"d": table()}, spec(name, **ALL[name]))
    assert result["rows"] and result["finding"].endswith(".")
    plot_audit(tmp_path / "a.svg", result, name)
    assert (tmp_path / "a.svg").read_text().startswith("<?xml")


def audit_label(printed, noise=1.5):
    settings = {"seed": 1, "realizations": 6, "folds": 5, "n_train": {"d": 50}, "n_train_of_events": {"d": 50}}
    return label_among_features.audit({"d": table(noise)}, **settings, printed={"d": printed})


def test_a_label_among_the_features_is_found():
    with_label = audit_label({"cv_error": 0.0, "lambda": 10.0, "events": 60})["rows"][2]
    assert with_label["cv_error"] == 0.0
    ours = {key: with_label[key] for key in ("cv_error", "lambda", "events")}
    assert audit_label(ours)["outcome"] == "supported"


def test_a_label_that_is_not_there_is_not_found():
    plain = audit_label({"cv_error": 0.0, "lambda": 10.0, "events": 60})["rows"][1]
    assert plain["cv_error"] > 0.1
    ours = {key: plain[key] for key in ("cv_error", "lambda", "events")}
    assert audit_label(ours)["outcome"] == "refuted"


def test_repeated_rows_are_counted_with_their_target():
    one = table()
    X, y = np.vstack([one.X, one.X[:4]]), np.concatenate([one.y, one.y[:3], -one.y[3:4]])
    assert duplicated_rows.first_occurrences(Table(one.features, X, y)).tolist() == [*range(75), 78]


def test_the_printed_gradient_misses_and_ours_does_not():
    result = printed_gradient.audit({"d": table()}, seed=1, realizations=1, folds=5, n_train={"d": 50})
    assert result["outcome"] == "supported"
    fold = next(audited_folds(table(), dataset="d", seed=1, realizations=1, n_train=50, folds=5))[0]
    # The two agree where rho^3 is the cube of the deviation, for a deviation of the square root of ten: scale to that.
    h, _ = fold.at(2.0)
    scaled = type(fold)(fold.lambdas, fold.h * np.sqrt(10.0) / h.std(), fold.y, fold.worst)
    assert printed_slope(scaled, 2.0) == pytest.approx(smooth_error(scaled, 2.0)[1], rel=1e-9)


def test_an_unknown_outcome_is_refused(monkeypatch):
    monkeypatch.setattr(printed_gradient, "audit", lambda *_, **__: {"outcome": "yes", "rows": [], "columns": []})
    with pytest.raises(ValueError, match="found 'yes', allowed are supported, refuted, undecided"):
        run_audit({}, spec("printed_gradient"))


def test_sizes_are_told_from_printed_errors():
    # 75 rows: the text's quarter is 18; 3/18 and 7/18 are none of 25 samples, 0.160 and 0.280 none of 18.
    for errors, outcome in ((["0.167", "0.389"], "refuted"), (["0.160", "0.280"], "supported"), (["0.500"], "refuted")):
        result = sizes_of_parts.audit({"d": table()}, seed=1, realizations=2, table={"d": 25}, errors={"d": errors})
        assert result["outcome"] == outcome
    assert fits_samples("0.327", 150) and not fits_samples("0.327", 201)


def test_stratified_samples_are_told_from_printed_deviations(tmp_path):
    rng = np.random.default_rng(0)
    many = Table(["a"], rng.normal(size=(300, 1)), np.where(np.arange(300) < 100, 1.0, 2.0))
    # The share of a class in 75 of 300 samples drawn without return deviates by sqrt(2/9 / 75 * 225 / 299) = 0.047.
    for printed, outcome in ((0.047, "refuted"), (0.0, "supported"), (0.2, "undecided")):
        settings = {"n_train": {"d": 225}, "printed": {"d": printed}, "draws": 500}
        result = stratified_sampling.audit({"d": many}, seed=1, realizations=2, **settings)
        assert result["outcome"] == outcome
    assert result["rows"][0]["upper"] < 1e-12
    assert result["rows"][1]["median"] == pytest.approx(0.047, abs=0.006)
    plot_audit(tmp_path / "a.svg", {"title": "T", **result}, "stratified_sampling")


def test_samples_on_the_boundary_are_found_and_others_are_not():
    settings = {"seed": 1, "realizations": 2, "folds": 5, "n_train": {"d": 50}}
    assert boundary_samples.audit({"d": table()}, **settings)["outcome"] == "refuted"
    # One feature of three values; those in the middle are of either class and lie on the boundary.
    x = np.tile([-1.0, 0.0, 1.0], 25)
    tied = Table(["a"], x[:, None], np.where(x + np.tile([0.0, 0.5, 0.0, 0.0, -0.5, 0.0], 13)[:75] > 0.0, 1.0, -1.0))
    assert boundary_samples.audit({"d": tied}, **settings)["outcome"] == "supported"
