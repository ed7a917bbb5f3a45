"""Read the configuration and say in one sentence what is wrong with it."""

import ast
import difflib
import json
import re
from dataclasses import dataclass
from pathlib import Path

import jsonschema
import yaml

from sieveflow.datasets.catalogue import feature_names
from sieveflow.errors import InputError
from sieveflow.learners.catalogue import LEARNERS

SCALES = ["smoke", "quick", "full"]
_ID = re.compile(r"[a-z0-9][a-z0-9.-]*")


class _UniqueKeys(yaml.SafeLoader):
    """YAML that refuses a key given twice, of which the first would be lost without a word."""

    def construct_mapping(self, node, deep=False):
        seen = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, str):
                raise InputError(f"line {key_node.start_mark.line + 1}: found the key {key!r}, allowed are texts.")
            if key in seen:
                raise InputError(f"key '{key}' is given twice (line {key_node.start_mark.line + 1}).")
            seen.add(key)
        return super().construct_mapping(node, deep)


def read_yaml(path, root):
    """Read a YAML file; errors name it as it is called from the root of the repository."""
    name = _name(path, root)
    try:
        value = yaml.load(Path(path).read_text(encoding="utf-8"), Loader=_UniqueKeys)  # noqa: S506 - a SafeLoader
        json.dumps(value, allow_nan=False)
        return value
    except FileNotFoundError:
        raise InputError(f"{name}: there is no such file.") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: byte {error.start} is not UTF-8 text.") from None
    except (TypeError, RecursionError) as error:
        raise InputError(f"{name}: allowed are texts, numbers, truth values, lists and mappings: {error}.") from None
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f" (line {mark.line + 1})" if mark else ""
        raise InputError(f"{name}: not valid YAML{where}: {getattr(error, 'problem', error)}.") from None
    except ValueError:
        raise InputError(f"{name}: found a number that is not finite, allowed are finite numbers.") from None


def _name(path, root):
    path = Path(path)
    return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)


def read_json_schema(root, name):
    """A schema of this repository."""
    return json.loads((root / f"workflow/schemas/{name}.json").read_text())


def check_schema(value, schema, name):
    """Raise an InputError for the first place where a value does not follow its JSON schema."""
    errors = sorted(jsonschema.Draft202012Validator(schema).iter_errors(value), key=lambda error: list(error.path))
    if errors:
        error = jsonschema.exceptions.best_match(errors[:1])
        where = ".".join(str(part) for part in error.absolute_path)
        raise InputError(f"{name}: {where + ': ' if where else ''}{_sentence(error)}")


def _sentence(error):
    found = json.dumps(error.instance, default=str)
    found = found if len(found) <= 60 else found[:57] + "..."
    if error.validator == "additionalProperties":
        known = sorted(error.schema.get("properties", {}))
        stranger = next(key for key in error.instance if key not in known)
        return f"unknown key '{stranger}'{did_you_mean(stranger, known)}; allowed are {', '.join(known)}."
    if error.validator == "required":
        missing = next(key for key in error.validator_value if key not in error.instance)
        return f"the key '{missing}' is missing."
    if error.validator == "propertyNames" or "propertyNames" in error.absolute_schema_path:
        return f"found the id {found}, allowed are ids of small letters, digits, '.' and '-'."
    allowed = {
        "type": lambda v: f"a value of type {v if isinstance(v, str) else ' or '.join(v)}",
        "enum": lambda v: "one of " + ", ".join(map(str, v)),
        "minimum": lambda v: f"a number of at least {v}",
        "exclusiveMinimum": lambda v: f"a number above {v}",
        "exclusiveMaximum": lambda v: f"a number below {v}",
        "minItems": lambda v: f"a list of at least {v}",
        "minProperties": lambda v: f"at least {v} entry",
        "uniqueItems": lambda v: "a list without repeats",
        "pattern": lambda v: f"text that matches {v}",
    }.get(error.validator)
    return f"found {found}, allowed is {allowed(error.validator_value) if allowed else error.message}."


def did_you_mean(word, known):
    """A hint at the nearest known word, or nothing."""
    close = difflib.get_close_matches(str(word), [str(k) for k in known], n=1)
    return f" (did you mean '{close[0]}'?)" if close else ""


def _known(name, known, where, kind):
    if name not in known:
        raise InputError(
            f"{where}: unknown {kind} '{name}'{did_you_mean(name, known)}; allowed are {', '.join(sorted(known))}."
        )


def table_of(dataset, datasets, switches):
    """The id of the table that stands for a data set under a study's switches: its own, or that of a variant."""
    variants = datasets[dataset].get("variants", [])
    known = {(name, value) for variant in variants for name, value in variant["switches"].items()}
    wanted = dict(sorted(known & set(switches.items())))
    if not wanted:
        return dataset
    for variant in variants:
        if variant["switches"] == wanted:
            return variant["table"]
    choice = ", ".join(f"{name}: {value}" for name, value in wanted.items())
    raise InputError(f"config/datasets.yaml: {dataset}.variants: there is no table for the switches {choice} together.")


@dataclass(frozen=True)
class Settings:
    """All configuration, checked: plain dicts, as the files have them."""

    root: Path
    scale: str
    internet: bool
    studies: dict
    methods: dict
    tuners: dict
    datasets: dict

    def look(self, method):
        """Label and colour of a method or tuner."""
        entry = self.methods.get(method) or self.tuners[method]
        return {key: entry[key] for key in ("colour", "label")}


def load_settings(root, config):
    """Read and check everything that config/config.yaml leads to.

    Parameters
    ----------
    root : Path
        The repository.
    config : dict
        config/config.yaml with what the command line puts over it.
    """
    root = Path(root)
    schemas = {name: read_json_schema(root, name) for name in ("config", "study", "methods", "tuners", "datasets")}
    config = dict(config)
    if isinstance(config.get("studies"), str):
        # The command line hands lists over as text.
        config["studies"] = [name.strip() for name in config["studies"].split(",") if name.strip()]
    # Of truth values it knows True and False only.
    config["internet"] = {"true": True, "false": False}.get(config.get("internet"), config.get("internet"))
    check_schema(config, schemas["config"], "config/config.yaml")
    methods = _read(root, "config/methods.yaml", schemas["methods"])
    tuners = _read(root, "config/tuners.yaml", schemas["tuners"])
    datasets = _read(root, "config/datasets.yaml", schemas["datasets"])
    known = {path.stem for path in (root / "config/studies").glob("*.yaml")}
    _check_classes(root, methods, "methods", known)
    _check_classes(root, tuners, "tuners", known)
    twice = sorted(methods.keys() & tuners.keys())
    if twice:
        raise InputError(f"config/tuners.yaml: {twice[0]}: there is a method of this id in config/methods.yaml.")
    studies = {}
    for name in config["studies"]:
        _known(name, known, "config/config.yaml: studies", "study")
        where = f"config/studies/{name}.yaml"
        if not _ID.fullmatch(name) or name == "report":
            raise InputError(
                f"{where}: found the id '{name}', allowed are small letters, digits, '.' and '-' (not report)."
            )
        studies[name] = {"published": name} | _read(root, where, schemas["study"])
        printed = f"resources/published/{studies[name]['published']}.csv"
        if studies[name]["published"] is not None and not (root / printed).is_file():
            raise InputError(f"{where}: the printed numbers are missing: there is no {printed}.")
        if studies[name]["switches"].get("split") == "table":
            # Sizes that a table of the paper gives, where they contradict its text.
            for problem in studies[name]["problems"].values():
                problem |= problem.get("table_sizes", {})
        studies[name]["methods"] += _joining(name, studies[name]["methods"], methods | tuners)
        _check_study(studies[name], where, methods, tuners, datasets)
        _check_audits(root, studies[name], where, datasets)
    return Settings(root, config["scale"], config["internet"], studies, methods, tuners, datasets)


def _check_classes(root, entries, kind, studies):
    """Check that every method or tuner names a class that is there and studies that are."""
    for name, entry in entries.items():
        module, wanted = entry["implementation"].split(":")
        path = root / f"workflow/scripts/sieveflow/{kind}/{module}.py"
        here = f"config/{kind}.yaml: {name}"
        if not path.is_file():
            raise InputError(f"{here}.implementation: there is no file {path.relative_to(root)}.")
        found = [node.name for node in ast.parse(path.read_text()).body if isinstance(node, ast.ClassDef)]
        _known(wanted, found, f"{here}.implementation", "class")
        for study in entry.get("studies", []):
            _known(study, studies, f"{here}.studies", "study")


def _joining(study, own, methods):
    """Methods that ask in their own entry to be run in a study, beside those that the study names."""
    return [method for method, entry in methods.items() if study in entry.get("studies", []) and method not in own]


def _read(root, name, schema):
    value = read_yaml(root / name, root)
    check_schema(value, schema, name)
    return value


def _check_study(study, where, methods, tuners, datasets):
    """Check what a schema cannot: ids that other files define, and numbers that must fit each other."""
    tunes = study["methods"][0] in tuners
    for method in study["methods"]:
        _known(method, tuners if tunes else methods, f"{where}: methods", "tuner" if tunes else "method")
    _known(study["reference"], study["methods"], f"{where}: reference", "method of this study")
    for method in [
        *study.get("scatter", {}).get("methods", []),
        *([study["weights_of"]] if "weights_of" in study else []),
    ]:
        _known(method, study["methods"], f"{where}: scatter or weights_of", "method of this study")
    counts = [study["scales"][scale] for scale in SCALES]
    if counts != sorted(counts):
        raise InputError(f"{where}: scales: found {counts}, allowed are counts that grow from smoke to full.")
    _known(study["learner"], LEARNERS, f"{where}: learner", "learner")
    _check_learner(study, where, tunes)
    for name in study.get("smoke_problems", []):
        _known(name, study["problems"], f"{where}: smoke_problems", "problem")
    for name, problem in study["problems"].items():
        here = f"{where}: problems.{name}"
        _known(problem["dataset"], datasets, f"{here}.dataset", "data set")
        table = table_of(problem["dataset"], datasets, study["switches"])
        _known(table, datasets, f"{here}.dataset with these switches", "data set")
        dataset = datasets[table]
        if problem["n_train"] + problem["n_test"] > dataset["n"]:
            raise InputError(
                f"{here}: n_train {problem['n_train']} and n_test {problem['n_test']} need "
                f"{problem['n_train'] + problem['n_test']} rows, data set '{problem['dataset']}' has {dataset['n']}."
            )
        named = {
            "relevant": problem.get("relevant", []),
            "same": [x for group in problem.get("same", []) for x in group],
        }
        for key, features in named.items():
            for feature in features:
                _known(feature, feature_names(dataset), f"{here}.{key}", "feature")
        for key in ("n_features", "subsets"):
            too_many = [count for count in problem.get(key, []) if count > len(feature_names(dataset))]
            if too_many:
                raise InputError(
                    f"{here}.{key}: found {too_many[0]}, allowed are up to the {len(feature_names(dataset))} features."
                )
        if dataset["task"] != LEARNERS[study["learner"]].task:
            raise InputError(
                f"{here}: the task of '{problem['dataset']}' is {dataset['task']}, "
                f"learner '{study['learner']}' does {LEARNERS[study['learner']].task}."
            )
        for method in [] if tunes else study["methods"]:
            if dataset["task"] not in methods[method]["tasks"]:
                raise InputError(
                    f"{here}: the task of '{problem['dataset']}' is {dataset['task']}, "
                    f"method '{method}' does {', '.join(methods[method]['tasks'])}."
                )
    if study.get("tuning", {}).get("realizations", 0) > study["scales"]["full"]:
        raise InputError(
            f"{where}: tuning.realizations: found {study['tuning']['realizations']}, "
            f"allowed are at most the {study['scales']['full']} of the full scale."
        )
    seen = set()
    for claim in study["claims"] + study.get("time_claims", []):
        here = f"{where}: claims.{claim['id']}"
        if claim["id"] in seen:
            raise InputError(f"{here}: the id is given twice.")
        seen.add(claim["id"])
        _check_claim(claim, here, study, tuners if tunes else methods)


def _check_audits(root, study, where, datasets):
    """Check that audits name a module and data sets that are there."""
    for name, audit in study.get("audits", {}).items():
        here = f"{where}: audits.{name}"
        path = f"workflow/scripts/sieveflow/audits/{audit['implementation']}.py"
        if not (root / path).is_file():
            raise InputError(f"{here}.implementation: there is no file {path}.")
        for dataset in audit["datasets"]:
            _known(dataset, datasets, f"{here}.datasets", "data set")


def _check_learner(study, where, tunes):
    """Check that hyper-parameters and metrics are those of the learner; where tuners choose, there is no grid."""
    learner = LEARNERS[study["learner"]]
    if learner.parameters and "tuning" not in study:
        raise InputError(f"{where}: the key 'tuning' is missing: learner '{study['learner']}' needs it.")
    tuning = study.get("tuning", {})
    searched = {key for key in tuning if key in ("folds", "grid", "realizations")}
    needed = {"folds"} if tunes else {"folds", "grid", "realizations"}
    if tuning and searched != needed:
        raise InputError(
            f"{where}: tuning: found {', '.join(sorted(searched))}, "
            f"a study of {'tuners' if tunes else 'rankings'} has {', '.join(sorted(needed))}."
        )
    given = {
        f"problems.{name}.{key}": entry[key]
        for name, entry in study["problems"].items()
        for key in ("hyperparameters", "grid")
        if key in entry
    }
    given |= {"tuning.grid": tuning["grid"]} if "grid" in tuning else {}
    for place, found in given.items():
        if set(found) != set(learner.parameters):
            raise InputError(
                f"{where}: {place}: found {', '.join(found)}, "
                f"learner '{study['learner']}' has {', '.join(learner.parameters)}."
            )
    tested = study.get("tests_of", {})
    for metric in [*study["metrics"], *study.get("printed_metrics", {}).values(), *tested, *tested.values()]:
        _known(metric, learner.metrics, f"{where}: metrics", f"metric of learner '{study['learner']}'")


def _check_claim(claim, here, study, methods):
    for problem in claim["problems"]:
        _known(problem, study["problems"], here, "problem")
        if any(kind.endswith("hits") for kind in claim) and not study["problems"][problem].get("relevant"):
            raise InputError(f"{here}: hits need the relevant features, and problem '{problem}' names none.")
    apart = {"id", "text", "problems", "metric", "n_features", "at_least", "limits"}
    about_features = {"positive_weights", "flipping_weights"}
    for kind in claim.keys() - apart - about_features:
        for method in claim[kind]:
            _known(method, methods, f"{here}.{kind}", "method")
    if "metric" in claim and "faster" not in claim:
        _known(claim["metric"], [*study["metrics"], "selected"], f"{here}.metric", "metric of this study")
