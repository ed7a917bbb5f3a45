"""Which jobs run again after a change: exactly those that it concerns."""

import os
import shutil
import time
from pathlib import Path

import pytest
from support import clone, edit_yaml, planned, replace, snakemake

PROBLEMS, METHODS = ("additive-n200", "mpg"), ("sd-l-rfe", "corr")
LIBRARY = "workflow/scripts/sieveflow"
PAGES = {"write the page", "write the exports"}


def ranks(problems=PROBLEMS, methods=METHODS, batch="0000-0001"):
    return {f"kdd10: rank {p} with {m}, realizations {batch}" for p in problems for m in methods}


def evaluations(problems=PROBLEMS, methods=METHODS, batch="0000-0001"):
    return {f"kdd10: evaluate {m} on {p}, realizations {batch}" for p in problems for m in methods}


def splits(problems=PROBLEMS):
    return {f"kdd10: split {p}" for p in problems}


def tunings(problems=PROBLEMS):
    return {f"kdd10: tune {p}" for p in problems}


def ends(problems=PROBLEMS, scale="smoke", ranked=True):
    """What follows from a change of some comparisons: verdicts, figures, manifest, page; of rankings also stability."""
    own = {f"kdd10: compare the methods on {p} ({scale})" for p in problems}
    own |= {f"kdd10: plot {p} ({scale})" for p in problems}
    own |= {f"kdd10: measure the stability of choices ({scale})"} if ranked else set()
    return (
        own
        | PAGES
        | {
            f"kdd10: judge printed cells and claims ({scale})",
            f"kdd10: order the methods over data sets ({scale})",
            f"kdd10: write the manifest ({scale})",
        }
    )


@pytest.fixture
def checkout(finished, tmp_path):
    return clone(finished, tmp_path / "checkout")


def test_nothing_to_do(checkout):
    assert planned(checkout) == set()


def test_one_method_edited(checkout):
    replace(checkout, f"{LIBRARY}/methods/corr.py", "scores = np.abs(", "scores = 1.0 * np.abs(")
    assert planned(checkout) == ranks(methods=["corr"]) | evaluations(methods=["corr"]) | ends()


def test_a_helper_of_one_method_edited(checkout):
    replace(checkout, f"{LIBRARY}/criteria/density.py", "total = 0.0", "total = 0.0 * 1.0")
    assert planned(checkout) == ranks(methods=["sd-l-rfe"]) | evaluations(methods=["sd-l-rfe"]) | ends()


def test_comments_and_docstrings_edited(checkout):
    for name in ("criteria/density.py", "methods/corr.py", "tables.py"):
        path = checkout / LIBRARY / name
        path.write_text(path.read_text().replace('"""', '"""Really: ', 1) + "\n# a remark\n")
    script = checkout / "workflow/scripts/rank_features.py"
    script.write_text(script.read_text() + "\n# a remark\n")
    assert planned(checkout) == set()


def test_two_parameter_values_swapped(checkout):
    def swap(study):
        printed = study["problems"]["mpg"]["hyperparameters"]
        printed["C"], printed["epsilon"] = printed["epsilon"], printed["C"]

    edit_yaml(checkout, "studies/kdd10.yaml", swap)
    # Corr ranks without hyper-parameters; its errors still depend on them.
    expected = tunings(["mpg"]) | ranks(["mpg"], ["sd-l-rfe"]) | evaluations(["mpg"]) | ends(["mpg"])
    assert planned(checkout) == expected


def test_a_label_changed(checkout):
    edit_yaml(checkout, "methods.yaml", lambda methods: methods["corr"].update(label="Pearson"))
    figures = {f"kdd10: plot {p} (smoke)" for p in PROBLEMS}
    assert planned(checkout) == figures | PAGES | {"kdd10: write the manifest (smoke)"}


def test_a_hash_in_the_catalogue_changed(checkout):
    edit_yaml(checkout, "datasets.yaml", lambda data: data["mpg"].update(sha256="0" * 64))
    mpg = ["mpg"]
    expected = {"fetch data set mpg"} | splits(mpg) | tunings(mpg) | ranks(mpg) | evaluations(mpg) | ends(mpg)
    assert planned(checkout) == expected
    done = snakemake(checkout, check=False)
    assert done.returncode != 0
    assert "data set 'mpg' from package: expected sha256 000000" in done.stdout
    assert not (checkout / "resources/data/mpg.csv").exists()


def test_everything_touched(checkout):
    later = time.time() + 60
    for path in checkout.rglob("*"):
        if path.is_file() and ".snakemake" not in path.parts:
            os.utime(path, (later, later))
            later += 0.01
    assert planned(checkout) == set()


def test_a_clone_beside_copied_results(checkout, tmp_path):
    # As after `git clone`: every tracked file is newer than the results copied to it.
    made = ("results", "resources", ".snakemake", "logs", "benchmarks")
    fresh = tmp_path / "clone"
    shutil.copytree(checkout, fresh, ignore=shutil.ignore_patterns(*made), copy_function=shutil.copyfile)
    for name in made:
        shutil.copytree(checkout / name, fresh / name)
    shutil.copytree(
        checkout / "resources/published",
        fresh / "resources/published",
        dirs_exist_ok=True,
        copy_function=shutil.copyfile,
    )
    assert planned(fresh) == set()


def test_the_checkout_moved(checkout, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    assert planned(Path(shutil.move(checkout, tmp_path / "elsewhere" / "other name"))) == set()


def test_results_without_snakemakes_records(checkout):
    shutil.rmtree(checkout / ".snakemake")
    assert planned(checkout) == set()
    replace(checkout, f"{LIBRARY}/methods/corr.py", "scores = np.abs(", "scores = 1.0 * np.abs(")
    assert planned(checkout) == ranks(methods=["corr"]) | evaluations(methods=["corr"]) | ends()


def test_results_without_records_that_were_tampered_with(checkout):
    shutil.rmtree(checkout / ".snakemake")
    path = checkout / "results/kdd10/evaluation/mpg/corr/0000-0001.csv"
    path.write_text(path.read_text().replace("mse,", "mse,1", 1))
    assert planned(checkout) == evaluations(["mpg"], ["corr"]) | ends(["mpg"], ranked=False)


def test_from_smoke_to_quick_to_full(checkout):
    quick = ranks(batch="0000-0002") | evaluations(batch="0000-0002") | ends(scale="quick")
    assert planned(checkout, scale="quick") == quick
    snakemake(checkout, scale="quick")
    full = ranks(batch="0003-0003") | evaluations(batch="0003-0003") | ends(scale="full")
    assert planned(checkout, scale="full") == full


def test_a_problem_added(checkout):
    def add(study):
        study["problems"]["additive-n50"] = study["problems"]["additive-n200"] | {"n_train": 50}

    edit_yaml(checkout, "studies/kdd10.yaml", add)
    new = ["additive-n50"]
    assert planned(checkout) == splits(new) | tunings(new) | ranks(new) | evaluations(new) | ends(new)


def test_a_method_added(checkout):
    edit_yaml(checkout, "methods.yaml", lambda methods: methods.update({"corr-again": dict(methods["corr"])}))
    edit_yaml(checkout, "studies/kdd10.yaml", lambda study: study["methods"].append("corr-again"))
    assert planned(checkout) == ranks(methods=["corr-again"]) | evaluations(methods=["corr-again"]) | ends()


def test_a_failed_realization_is_a_row_and_is_tried_again(checkout):
    method = f"{LIBRARY}/methods/corr.py"
    good = "        scores = np.abs("
    bad = '        if y.size == 200:\n            raise RuntimeError("no luck")\n'
    replace(checkout, method, good, bad + good)
    snakemake(checkout)
    ranking = (checkout / "results/kdd10/ranking/additive-n200/corr/0000-0001.csv").read_text()
    assert "RuntimeError: no luck" in ranking
    assert "raise RuntimeError" in (checkout / "logs/kdd10/ranking/additive-n200/corr/0000-0001.log").read_text()
    assert "RuntimeError: no luck" in (checkout / "results/report/index.html").read_text()
    additive = ["additive-n200"]
    again = ranks(additive, ["corr"]) | evaluations(additive, ["corr"]) | ends(additive)
    assert planned(checkout) == again
    replace(checkout, method, bad + good, good)
    snakemake(checkout)
    assert "no luck" not in (checkout / "results/kdd10/ranking/additive-n200/corr/0000-0001.csv").read_text()
    assert planned(checkout) == set()
