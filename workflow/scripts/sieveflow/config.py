"""Read the configuration and say in one sentence what is wrong with it."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import jsonschema
import yaml

from sieveflow.errors import InputError
from sieveflow.ids import did_you_mean, require_known
from sieveflow.references import check_references, read_references
from sieveflow.study_checks import check_audits, check_classes, check_study

_ID = re.compile(r"[a-z0-9][a-z0-9.-]*")


# Every job of a cluster reads the configuration anew; the parser in C, where there is one, takes a tenth of the time.
class _UniqueKeys(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
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
    # Where data and results are: the repository, or a folder of a user's own.
    workspace: Path

    def look(self, method):
        """Label and colour of a method or tuner."""
        entry = self.methods.get(method) or self.tuners[method]
        return {key: entry[key] for key in ("colour", "label")}


def load_settings(root, config, workspace=None):
    """Read and check everything that config/config.yaml leads to.

    Parameters
    ----------
    root : Path
        The repository.
    config : dict
        config/config.yaml with what the command line puts over it.
    workspace : Path, optional
        A folder of a user's own, whose config/ is laid over that of the repository: its studies, and its entries of
        data sets, methods and tuners, come beside or in the place of those.
    """
    root = Path(root).resolve()
    workspace = root if workspace is None else Path(workspace).resolve()
    places = [root] if workspace == root else [root, workspace]
    schemas = {name: read_json_schema(root, name) for name in ("config", "study", "methods", "tuners", "datasets")}
    config = dict(config)
    if isinstance(config.get("studies"), str):
        # The command line hands lists over as text.
        config["studies"] = [name.strip() for name in config["studies"].split(",") if name.strip()]
    # Of truth values it knows True and False only.
    config["internet"] = {"true": True, "false": False}.get(config.get("internet"), config.get("internet"))
    check_schema(config, schemas["config"], "config/config.yaml")
    methods = _catalogue(places, "config/methods.yaml", schemas["methods"])
    tuners = _catalogue(places, "config/tuners.yaml", schemas["tuners"])
    datasets = _catalogue(places, "config/datasets.yaml", schemas["datasets"])
    works = read_references(root)
    check_references(methods, "config/methods.yaml", works)
    check_references(tuners, "config/tuners.yaml", works)
    place_of = {path.stem: place for place in places for path in (place / "config/studies").glob("*.yaml")}
    known = place_of.keys()
    check_classes(root, methods, "methods", known)
    check_classes(root, tuners, "tuners", known)
    twice = sorted(methods.keys() & tuners.keys())
    if twice:
        raise InputError(f"config/tuners.yaml: {twice[0]}: there is a method of this id in config/methods.yaml.")
    studies = {}
    for name in config["studies"]:
        require_known(name, known, "config/config.yaml: studies", "study")
        where = f"config/studies/{name}.yaml"
        if not _ID.fullmatch(name) or name == "report":
            raise InputError(
                f"{where}: found the id '{name}', allowed are small letters, digits, '.' and '-' (not report)."
            )
        studies[name] = {"published": name} | _read(place_of[name], where, schemas["study"])
        printed = f"resources/published/{studies[name]['published']}.csv"
        if studies[name]["published"] is not None and not (workspace / printed).is_file():
            raise InputError(f"{where}: the printed numbers are missing: there is no {printed}.")
        if studies[name]["switches"].get("split") == "table":
            # Sizes that a table of the paper gives, where they contradict its text.
            for problem in studies[name]["problems"].values():
                problem |= problem.get("table_sizes", {})
        studies[name]["methods"] += _joining(name, studies[name]["methods"], methods | tuners)
        check_study(studies[name], where, methods, tuners, datasets)
        check_audits(root, studies[name], where, datasets)
        check_references({"study": studies[name]}, where, works)
    return Settings(root, config["scale"], config["internet"], studies, methods, tuners, datasets, workspace)


def _catalogue(places, name, schema):
    """The entries of the repository's file, and those of a workspace that has one over them."""
    own = [place for place in places[1:] if (place / name).is_file()]
    entries = {}
    for place in [places[0], *own]:
        entries |= _read(place, name, schema)
    return entries


def _joining(study, own, methods):
    """Methods that ask in their own entry to be run in a study, beside those that the study names."""
    return [method for method, entry in methods.items() if study in entry.get("studies", []) and method not in own]


def _read(root, name, schema):
    value = read_yaml(root / name, root)
    check_schema(value, schema, name)
    return value
