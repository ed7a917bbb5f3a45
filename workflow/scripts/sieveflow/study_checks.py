"""What a schema cannot check: ids that other files define, and numbers that must fit each other."""

import ast

from sieveflow.datasets.catalogue import feature_names
from sieveflow.errors import InputError
from sieveflow.ids import require_known, table_of
from sieveflow.learners.catalogue import LEARNERS

SCALES = ["smoke", "quick", "full"]


def check_classes(root, entries, kind, studies):
    """Check that every method or tuner names a class that is there and studies that are."""
    for name, entry in entries.items():
        module, wanted = entry["implementation"].split(":")
        path = root / f"workflow/scripts/sieveflow/{kind}/{module}.py"
        here = f"config/{kind}.yaml: {name}"
        if not path.is_file():
            raise InputError(f"{here}.implementation: there is no file {path.relative_to(root)}.")
        found = [node.name for node in ast.parse(path.read_text()).body if isinstance(node, ast.ClassDef)]
        require_known(wanted, found, f"{here}.implementation", "class")
        for study in entry.get("studies", []):
            require_known(study, studies, f"{here}.studies", "study")


def check_study(study, where, methods, tuners, datasets):
    """Check what a schema cannot: ids that other files define, and numbers that must fit each other."""
    tunes = study["methods"][0] in tuners
    for method in study["methods"]:
        require_known(method, tuners if tunes else methods, f"{where}: methods", "tuner" if tunes else "method")
    require_known(study["reference"], study["methods"], f"{where}: reference", "method of this study")
    for method in [
        *study.get("scatter", {}).get("methods", []),
        *([study["weights_of"]] if "weights_of" in study else []),
    ]:
        require_known(method, study["methods"], f"{where}: scatter or weights_of", "method of this study")
    counts = [study["scales"][scale] for scale in SCALES]
    if counts != sorted(counts):
        raise InputError(f"{where}: scales: found {counts}, allowed are counts that grow from smoke to full.")
    require_known(study["learner"], LEARNERS, f"{where}: learner", "learner")
    _check_learner(study, where, tunes)
    for name in study.get("smoke_problems", []):
        require_known(name, study["problems"], f"{where}: smoke_problems", "problem")
    for name, problem in study["problems"].items():
        here = f"{where}: problems.{name}"
        require_known(problem["dataset"], datasets, f"{here}.dataset", "data set")
        table = table_of(problem["dataset"], datasets, study["switches"])
        require_known(table, datasets, f"{here}.dataset with these switches", "data set")
        dataset = datasets[table]
        if problem["n_train"] + problem["n_test"] > dataset["n"]:
            raise InputError(
                f"{here}: n_train {problem['n_train']} and n_test {problem['n_test']} need "
                f"{problem['n_train'] + problem['n_test']} rows, data set '{problem['dataset']}' has {dataset['n']}."
            )
        named = {
            "relevant": problem.get("relevant", []),
            "irrelevant": problem.get("irrelevant", []),
            "same": [x for group in problem.get("same", []) for x in group],
        }
        for key, features in named.items():
            for feature in features:
                require_known(feature, feature_names(dataset), f"{here}.{key}", "feature")
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
    _check_changes(study, where, datasets)
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


def check_audits(root, study, where, datasets):
    """Check that audits name a module and data sets that are there."""
    for name, audit in study.get("audits", {}).items():
        here = f"{where}: audits.{name}"
        path = f"workflow/scripts/sieveflow/audits/{audit['implementation']}.py"
        if not (root / path).is_file():
            raise InputError(f"{here}.implementation: there is no file {path}.")
        for dataset in audit["datasets"]:
            require_known(dataset, datasets, f"{here}.datasets", "data set")


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
        # A problem may print some hyper-parameters; the others are searched for, so a grid has them all.
        missing = not place.endswith("hyperparameters") and set(learner.parameters) - set(found)
        if missing or set(found) - set(learner.parameters):
            raise InputError(
                f"{where}: {place}: found {', '.join(found)}, "
                f"learner '{study['learner']}' has {', '.join(learner.parameters)}."
            )
    tested = study.get("tests_of", {})
    for metric in [*study["metrics"], *study.get("printed_metrics", {}).values(), *tested, *tested.values()]:
        require_known(metric, learner.metrics, f"{where}: metrics", f"metric of learner '{study['learner']}'")


def _check_changes(study, where, datasets):
    """Check that changes from all features are of metrics that are compared, and that all features are tried."""
    for metric in study.get("changes", []):
        require_known(metric, study["metrics"], f"{where}: changes", "metric of this study")
        for name, problem in study["problems"].items():
            width = len(feature_names(datasets[table_of(problem["dataset"], datasets, study["switches"])]))
            if width not in problem.get("n_features", [width]):
                raise InputError(
                    f"{where}: problems.{name}.n_features: found {problem['n_features']}, "
                    f"changes need all {width} features among them."
                )


def _check_claim(claim, here, study, methods):
    for problem in claim["problems"]:
        require_known(problem, study["problems"], here, "problem")
        if any(kind.endswith("hits") for kind in claim) and not study["problems"][problem].get("relevant"):
            raise InputError(f"{here}: hits need the relevant features, and problem '{problem}' names none.")
        if any(kind.endswith("worse_than_all") or kind == "better_than_all" for kind in claim):
            require_known(claim["metric"], study.get("changes", []), f"{here}.metric", "metric of `changes`")
    apart = {"id", "text", "problems", "metric", "n_features", "at_least", "limits"}
    about_features = {"positive_weights", "flipping_weights"}
    for kind in claim.keys() - apart - about_features:
        for method in claim[kind]:
            require_known(method, methods, f"{here}.{kind}", "method")
    if "metric" in claim and "faster" not in claim:
        counted = ("selected", "keeps_relevant", "drops_irrelevant")
        require_known(claim["metric"], [*study["metrics"], *counted], f"{here}.metric", "metric of this study")
