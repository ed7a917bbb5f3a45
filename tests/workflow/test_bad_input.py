"""Mistakes end the run before it computes: one sentence, exit status not 0, nothing half-written."""

import shutil

import pytest
from support import clone, copy_checkout, edit_yaml, hashes, snakemake


@pytest.fixture
def checkout(fetched, tmp_path):
    return clone(fetched, tmp_path / "checkout")


def refused(checkout, *arguments, **options):
    """Run, and return the one line in which sieveflow says what is wrong."""
    before = hashes(checkout, ".")
    done = snakemake(checkout, *arguments, check=False, **options)
    assert done.returncode != 0
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("sieveflow: ")]
    assert "Traceback" not in done.stdout
    made = {name for name in hashes(checkout, ".") if not name.startswith((".snakemake", "logs"))} - before.keys()
    assert not made - {name for name in made if "__pycache__" in name}
    return line


def study(checkout, change):
    edit_yaml(checkout, "studies/kdd10.yaml", change)


def test_unknown_study(checkout):
    edit_yaml(checkout, "config.yaml", lambda config: config.update(studies=["kdd09"]))
    assert "config/config.yaml: studies: unknown study 'kdd09' (did you mean 'kdd10'?)" in refused(checkout)


def test_unknown_method(checkout):
    study(checkout, lambda s: s["methods"].append("korr"))
    assert "config/studies/kdd10.yaml: methods: unknown method 'korr' (did you mean 'corr'?)" in refused(checkout)


def test_unknown_data_set(checkout):
    study(checkout, lambda s: s["problems"]["mpg"].update(dataset="autompg"))
    assert "problems.mpg.dataset: unknown data set 'autompg'" in refused(checkout)


def test_misspelt_key(checkout):
    study(checkout, lambda s: s.update(metrix=[]))
    assert "unknown key 'metrix' (did you mean 'metrics'?)" in refused(checkout)


def test_wrong_type(checkout):
    study(checkout, lambda s: s.update(seed="tuesday"))
    assert 'seed: found "tuesday", allowed is a value of type integer.' in refused(checkout)


def test_no_realizations(checkout):
    study(checkout, lambda s: s["scales"].update(smoke=0))
    assert "scales.smoke: found 0, allowed is a number of at least 1." in refused(checkout)


def test_more_rows_than_there_are(checkout):
    study(checkout, lambda s: s["problems"]["mpg"].update(n_test=40))
    assert "n_train 353 and n_test 40 need 393 rows, data set 'mpg' has 392." in refused(checkout)


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("nan,1.0", "column 'a', row 2: found nan, allowed are finite numbers."),
        ("1.0,fast", "column 'target', row 2: found 'fast', allowed are numbers."),
        ("2.0,1.0", "the target is constant (1 in every row); it must vary."),
        ("2.0,3.0", "expected sha256 0000"),
    ],
)
def test_bad_data(checkout, tmp_path, row, sentence):
    (tmp_path / "mine.csv").write_text(f"a,target\n1.0,1.0\n{row}\n")
    entry = {"label": "", "licence": "", "citation": "", "task": "regression", "n": 2, "features": ["a"]}
    entry |= {"sha256": "0" * 64, "sources": [{"kind": "mirror", "file": "mine.csv"}]}
    edit_yaml(checkout, "datasets.yaml", lambda data: data.update(mine=entry))
    line = refused(checkout, "resources/data/mine.csv", env={"SIEVEFLOW_MIRROR": str(tmp_path)})
    assert sentence in line
    assert not (checkout / "resources/data/mine.csv").exists()


def test_a_library_from_another_checkout(checkout, tmp_path):
    # As after `pip install -e .` somewhere else: another copy of the library stands on the path.
    other = copy_checkout(tmp_path / "other")
    line = refused(checkout, env={"PYTHONPATH": str(other / "workflow/scripts")})
    assert (
        f"sieveflow is installed from {other}/workflow/scripts/sieveflow, but the checkout that runs is {checkout}"
        in line
    )
    shutil.rmtree(other)
    assert "Nothing to be done" not in snakemake(checkout, "--dry-run", env={"PYTHONPATH": str(other)})
