"""What jobs that compute are told: one dict of built-in types each, which also decides whether the job runs again.

Labels, colours, paths, dates and numbers of threads stay out of these dicts.
"""

from sieveflow.batches import batch_range
from sieveflow.hyperparameters import given_hyperparameters
from sieveflow.learners.catalogue import LEARNERS, module_of
from sieveflow.scope import Scope


class Computing(Scope):
    """The jobs from data to errors."""

    def stages(self, study):
        """What is made for every problem, method and batch of a study, stage by stage: a dict of their dicts."""
        if self.tunes(study):
            return {"tuning": self.tune_realizations, "evaluation": self.evaluate_choice}
        return {"ranking": self.rank_features, "evaluation": self.evaluate_ranking}

    def fetch_dataset(self, dataset):
        """What fetching a data set depends on: how it looks to a reader does not count."""
        entry = self.settings.datasets[dataset]
        generators = [source["generator"] for source in entry["sources"] if source["kind"] == "generate"]
        modules = tuple(f"datasets.generators.{generator}" for generator in sorted(set(generators)))
        apart = ("label", "licence", "citation", "variants")
        return {
            "code": self._code("fetch_dataset", modules),
            "entry": {key: value for key, value in entry.items() if key not in apart},
        }

    def split_problem(self, study, problem):
        """What the realizations of a problem depend on."""
        own = self.problem(study, problem)
        return {
            "code": self._code("split_problem"),
            "dataset": own["dataset"],
            "fresh": self._table_id(study, problem).endswith("-fresh"),
            "n_test": own["n_test"],
            "n_train": own["n_train"],
            "realizations": self.study(study)["scales"]["full"],
            "seed": self.study(study)["seed"],
            "stratified": self.study(study)["switches"].get("sampling") == "stratified",
        }

    def tune_realizations(self, study, problem, method, batch):
        """What the choices of a tuner depend on."""
        own = self.settings.tuners[method]
        module = own["implementation"].split(":")[0]
        return {
            "batch": _ends(batch),
            "code": self._code("tune_realizations", (f"tuners.{module}",)),
            "dataset": self.problem(study, problem)["dataset"],
            "folds": self.study(study)["tuning"]["folds"],
            "seed": self.study(study)["seed"],
            "tuner": {"implementation": own["implementation"], "parameters": own["parameters"]},
        }

    def evaluate_choice(self, study, problem, method, batch):
        """What the errors with a tuner's choices depend on, beside the choices."""
        return {"batch": _ends(batch), "code": self._code("evaluate_choice")}

    def tune_problem(self, study, problem):
        """What the hyper-parameters of a problem depend on: printed values, or the grid for those that are not."""
        own, entry = self.problem(study, problem), self.study(study)
        parameters = LEARNERS[entry["learner"]].parameters
        given = given_hyperparameters(own, self._switches(study, problem), parameters)
        if set(given) == set(parameters):
            return {"code": self._code("tune_problem"), "printed": given}
        return {
            "code": self._code("tune_problem", (module_of(entry["learner"]),)),
            "dataset": own["dataset"],
            "folds": entry["tuning"]["folds"],
            "grid": own.get("grid", entry["tuning"]["grid"]) | {name: [value] for name, value in given.items()},
            "inside": entry["tuning"].get("inside", False),
            "learner": entry["learner"],
            "realizations": entry["tuning"]["realizations"],
            "scale": own.get("input_scale", "deviation"),
            "seed": entry["seed"],
        }

    def rank_features(self, study, problem, method, batch):
        """What a batch of rankings depends on."""
        own = self.settings.methods[method]
        module = own["implementation"].split(":")[0]
        problem_entry = self.problem(study, problem)
        scale = problem_entry.get("input_scale", "deviation")
        switches = self._switches(study, problem) | {"input_scale": scale}
        set_here = {name: switches[name] for name in own["switches"] if name in switches}
        if len(own["tasks"]) > 1:
            set_here["task"] = self.settings.datasets[self._table_id(study, problem)]["task"]
        # Where the number of features is chosen too, the learner that judges it counts; elsewhere it does not.
        chooses = "selection" in self.study(study)
        first, last = _ends(batch)
        limit = self.study(study).get("time_limit")
        share = (last + 1 - first) / self.study(study)["scales"]["full"]
        learner = self.study(study)["learner"] if chooses else None
        judges = ("selection", module_of(learner)) if chooses else ()
        return {
            "batch": _ends(batch),
            "code": self._code("rank_features", (f"methods.{module}", *judges)),
            "dataset": problem_entry["dataset"],
            "learner": learner,
            "method": {
                "budgets": own.get("budgets", False),
                "id": method,
                "implementation": own["implementation"],
                "parameters": own["parameters"] | set_here,
                "random": own["random"],
                "tuned": self.given_by_tuning(study, method),
            },
            # Which numbers of features are tried matters to methods that choose anew for each.
            "n_features": problem_entry.get("n_features") if own.get("budgets") else None,
            "scale": scale,
            "seed": self.study(study)["seed"],
            "selection": self.study(study).get("selection"),
            # That of a method is for all its realizations; a batch has its part of it.
            "time_limit": limit if limit is None else round(limit * share, 3),
        }

    def given_by_tuning(self, study, method):
        """The tuned values that a method asks for and the learner has; a method finds the others itself."""
        known = LEARNERS[self.study(study)["learner"]].parameters
        return [name for name in self.settings.methods[method]["tuned"] if name in known]

    def evaluate_ranking(self, study, problem, method, batch):
        """What a batch of errors depends on, beside the ranking; all methods are judged alike."""
        own, entry = self.problem(study, problem), self.study(study)
        tuning = entry.get("tuning", {})
        return {
            "batch": _ends(batch),
            "code": self._code("evaluate_ranking", (module_of(entry["learner"]),)),
            "learner": entry["learner"],
            "n_features": own.get("n_features"),
            "scale": own.get("input_scale", "deviation"),
            "tuning": {
                "dataset": own["dataset"],
                "folds": tuning["folds"],
                "grid": own.get("grid", tuning["grid"]),
                "seed": entry["seed"],
            }
            if tuning.get("subsets")
            else None,
        }


def _ends(batch):
    realizations = batch_range(batch)
    return [realizations[0], realizations[-1]]
