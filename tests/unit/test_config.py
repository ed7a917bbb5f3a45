"""Every mistake in the configuration ends in one sentence that names file, key, what was found, what is allowed."""

import shutil
from pathlib import Path

import pytest
import yaml
from sieveflow.config import load_settings
from sieveflow.errors import InputError

ROOT = Path(__file__).parents[2]
CONFIG = {"studies": ["kdd10"], "scale": "smoke", "internet": False}


@pytest.fixture
def root(tmp_path):
    shutil.copytree(ROOT / "config", tmp_path / "config")
    modules = [f"workflow/scripts/sieveflow/{folder}" for folder in ("methods", "tuners", "audits")]
    for folder in ("workflow/schemas", "resources/published", *modules):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def edit(root, name, change):
    path = root / "config" / name
    content = yaml.safe_load(path.read_text())
    change(content)
    path.write_text(yaml.safe_dump(content, sort_keys=False))


def refuse(root, sentence, **config):
    with pytest.raises(InputError, match=sentence) as caught:
        load_settings(root, CONFIG | config)
    assert "\n" not in str(caught.value)


def test_the_shipped_configuration_is_good():
    assert list(load_settings(ROOT, CONFIG).studies) == ["kdd10"]
    assert load_settings(ROOT, CONFIG | {"studies": "kdd10"}).studies.keys() == {"kdd10"}


def test_unknown_study(root):
    refuse(
        root,
        r"config/config\.yaml: studies: unknown study 'kdd11' \(did you mean 'kdd10'\?\); allowed are kdd10",
        studies=["kdd11"],
    )


def test_unknown_scale(root):
    refuse(root, r'config/config\.yaml: scale: found "huge", allowed is one of smoke, quick, full\.', scale="huge")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            lambda s: s["methods"].append("sdl-rfe"),
            r"kdd10\.yaml: methods: unknown method 'sdl-rfe' \(did you mean 'sd-l-rfe'\?\)",
        ),
        (
            lambda s: s["problems"]["mpg"].update(dataset="mgp"),
            r"problems\.mpg\.dataset: unknown data set 'mgp' \(did you mean 'mpg'\?\)",
        ),
        (
            lambda s: s["problems"]["mpg"].update(n_trian=3),
            r"problems\.mpg: unknown key 'n_trian' \(did you mean 'n_train'\?\); allowed are dataset",
        ),
        (lambda s: s["problems"]["mpg"].pop("n_train"), r"problems\.mpg: the key 'n_train' is missing\."),
        (
            lambda s: s["problems"]["mpg"].update(n_train="many"),
            r'problems\.mpg\.n_train: found "many", allowed is a value of type integer\.',
        ),
        (
            lambda s: s["problems"]["mpg"].update(n_train=390),
            r"problems\.mpg: n_train 390 and n_test 39 need 429 rows, data set 'mpg' has 392\.",
        ),
        (lambda s: s["scales"].update(smoke=0), r"scales\.smoke: found 0, allowed is a number of at least 1\."),
        (lambda s: s["scales"].update(smoke=20), r"scales: found \[20, 10, 30\], allowed are counts that grow"),
        (lambda s: s.update(alpha=1.5), r"alpha: found 1\.5, allowed is a number below 1\."),
        (
            lambda s: s["problems"]["additive-n200"].update(relevant=["x11"]),
            r"problems\.additive-n200\.relevant: unknown feature 'x11'",
        ),
        (lambda s: s["problems"].update({"Bad Id": s["problems"]["mpg"]}), r"allowed are ids of small letters"),
        (lambda s: s.update(reference="mrmr"), r"reference: unknown method of this study 'mrmr'"),
    ],
)
def test_mistakes_in_a_study(root, change, sentence):
    edit(root, "studies/kdd10.yaml", change)
    refuse(root, sentence)


def test_mistakes_in_the_other_files(root):
    edit(root, "datasets.yaml", lambda d: d["mpg"].update(sha256="abc"))
    refuse(root, r'config/datasets\.yaml: mpg\.sha256: found "abc", allowed is text that matches')


def test_a_method_must_do_the_task(root):
    edit(root, "methods.yaml", lambda m: m["corr"].update(tasks=["classification"]))
    refuse(root, r"problems\.additive-n200: the task of 'additive' is regression, method 'corr' does classification\.")


def test_a_method_can_join_a_study_by_its_own_entry(root):
    edit(root, "methods.yaml", lambda m: m.update({"mine": m["corr"] | {"studies": ["kdd10"]}}))
    settings = load_settings(root, CONFIG)
    assert settings.studies["kdd10"]["methods"][-1] == "mine"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            lambda m: m["corr"].update(implementation="korr:CorrelationRanker"),
            r"methods\.yaml: corr\.implementation: there is no file",
        ),
        (
            lambda m: m["corr"].update(implementation="corr:Correlation"),
            r"corr\.implementation: unknown class 'Correlation'",
        ),
        (lambda m: m["corr"].update(studies=["kdd11"]), r"corr\.studies: unknown study 'kdd11'"),
        (
            lambda m: m["sd-l-rfe"].update(switches=["n_permutatoins"]),
            r"sd-l-rfe\.switches\.0: found \"n_permutatoins\", allowed is one of",
        ),
    ],
)
def test_mistakes_in_a_method(root, change, sentence):
    edit(root, "methods.yaml", change)
    refuse(root, sentence)


CLAIM = {"id": "c", "text": "t", "better": ["corr"], "metric": "mse", "problems": ["mpg"]}


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        (CLAIM | {"better": ["korr"]}, r"claims\.c\.better: unknown method 'korr'"),
        (CLAIM | {"problems": ["mgp"]}, r"claims\.c: unknown problem 'mgp'"),
        (
            {"id": "c", "text": "t", "most_hits": ["corr"], "problems": ["mpg"]},
            r"hits need the relevant features, and problem 'mpg'",
        ),
    ],
)
def test_mistakes_in_a_claim(root, claim, sentence):
    edit(root, "studies/kdd10.yaml", lambda s: s["claims"].append(claim))
    refuse(root, sentence)


def test_claims_with_the_same_id(root):
    edit(root, "studies/kdd10.yaml", lambda s: s["claims"].extend([CLAIM, CLAIM]))
    refuse(root, r"claims\.c: the id is given twice\.")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("200: {}", r"config/methods\.yaml: line \d+: found the key 200, allowed are texts\."),
        ("x: .nan", r"found a number that is not finite"),
        ("x: 2026-11-16", r"allowed are texts, numbers, truth values, lists and mappings"),
    ],
)
def test_values_that_no_configuration_can_hold(root, line, sentence):
    path = root / "config/methods.yaml"
    path.write_text(path.read_text() + f"\n{line}\n")
    refuse(root, sentence)


def test_text_that_is_not_utf8(root):
    (root / "config/methods.yaml").write_bytes(b"a: \xff")
    refuse(root, r"config/methods\.yaml: byte 3 is not UTF-8 text\.")


def test_truth_values_of_the_command_line(root):
    assert load_settings(root, CONFIG | {"internet": "true"}).internet is True
    assert load_settings(root, CONFIG | {"internet": "false"}).internet is False
    refuse(root, r'internet: found "maybe", allowed is a value of type boolean', internet="maybe")


def test_a_study_without_printed_numbers(root):
    (root / "resources/published/kdd10.csv").unlink()
    refuse(root, r"there is no resources/published/kdd10\.csv")


def test_a_key_given_twice(root):
    path = root / "config/methods.yaml"
    path.write_text(path.read_text() + "\ncorr: {}\n")
    refuse(root, r"config/methods\.yaml: key 'corr' is given twice \(line \d+\)\.")


def test_text_that_is_not_yaml(root):
    (root / "config/methods.yaml").write_text("a: 1\nb: ]\nc: 2\n")
    refuse(root, r"config/methods\.yaml: not valid YAML \(line 2\)")


def test_a_mirror_file_cannot_leave_its_folder(root):
    edit(root, "datasets.yaml", lambda d: d["mpg"]["sources"][0].update(file="../secret.csv"))
    refuse(root, r"mpg\.sources\.0\.file: found \"\.\./secret\.csv\", allowed is text that matches")


@pytest.mark.parametrize(
    ("study", "change", "sentence"),
    [
        (
            "nmmklr",
            lambda s: s.pop("tuning"),
            r"nmmklr\.yaml: the key 'tuning' is missing: learner 'linear-svr' needs it",
        ),
        ("nmmklr", lambda s: s["scatter"]["methods"].append("corr"), r"scatter or weights_of: unknown method"),
        ("nmmklr", lambda s: s["problems"]["housing"]["grid"].pop("C"), r"problems\.housing\.grid: found epsilon"),
        (
            "nmmklr",
            lambda s: s["problems"]["additive12"]["subsets"].append(13),
            r"subsets: found 13, allowed are up to",
        ),
        (
            "nmmklr",
            lambda s: s["problems"]["additive12"]["same"].append(["x1", "y"]),
            r"additive12\.same: unknown feature",
        ),
        (
            "vsssvm",
            lambda s: s.update(weights_of="corr"),
            r"scatter or weights_of: unknown method of this study 'corr'",
        ),
        ("vsssvm", lambda s: s.update(published="elsewhere"), r"there is no resources/published/elsewhere\.csv"),
    ],
)
def test_mistakes_in_studies_of_linear_selection(root, study, change, sentence):
    load_settings(root, CONFIG | {"studies": [study]})
    edit(root, f"studies/{study}.yaml", change)
    refuse(root, sentence, studies=[study])


def path_study(root, change):
    edit(root, "studies/thesis-path.yaml", change)


def test_a_study_of_tuners_is_good_and_names_no_methods():
    settings = load_settings(ROOT, CONFIG | {"studies": ["thesis-path"]})
    assert settings.look("go")["label"] == "GO"
    assert set(settings.studies["thesis-path"]["methods"]) <= settings.tuners.keys()


def test_tuners_and_methods_in_one_study(root):
    path_study(root, lambda study: study["methods"].append("corr"))
    refuse(root, r"thesis-path.yaml: methods: unknown tuner 'corr'; allowed are go", studies=["thesis-path"])


def test_a_grid_where_tuners_choose(root):
    path_study(root, lambda study: study["tuning"].update(grid={"C": [1.0]}))
    refuse(root, r"tuning: found folds, grid, a study of tuners has folds", studies=["thesis-path"])


def test_no_grid_where_methods_rank(root):
    edit(root, "studies/kdd10.yaml", lambda study: study["tuning"].pop("grid"))
    refuse(root, r"kdd10.yaml: tuning: found folds, realizations, a study of rankings has folds, grid, realizations")


def test_an_id_of_a_method_for_a_tuner(root):
    edit(root, "tuners.yaml", lambda tuners: tuners.update(corr=tuners["go"]))
    refuse(root, r"config/tuners.yaml: corr: there is a method of this id")


def test_an_audit_without_a_module(root):
    path_study(root, lambda study: study["audits"]["printed-gradient"].update(implementation="nothing"))
    refuse(
        root,
        r"audits.printed-gradient.implementation: there is no file workflow/scripts/sieveflow/audits/nothing.py",
        studies=["thesis-path"],
    )


def test_an_audit_of_unknown_data(root):
    path_study(root, lambda study: study["audits"]["printed-gradient"].update(datasets=["hart"]))
    refuse(
        root, r"printed-gradient.datasets: unknown data set 'hart' \(did you mean 'heart'\?\)", studies=["thesis-path"]
    )


def test_an_unknown_learner(root):
    edit(root, "studies/kdd10.yaml", lambda study: study.update(learner="rbf-sv"))
    refuse(root, r"kdd10.yaml: learner: unknown learner 'rbf-sv' \(did you mean 'rbf-svr'\?\)")
