"""What every job is told: one dict of built-in types, which is also what decides whether the job runs again.

Labels, colours, paths, dates and numbers of threads stay out of the dicts of jobs that compute.
"""

from functools import lru_cache

from sieveflow.batches import batch_name, batch_range, batches_of
from sieveflow.config import table_of
from sieveflow.datasets.catalogue import feature_names
from sieveflow.datasets.sources import available
from sieveflow.learners.catalogue import LEARNERS, module_of
from sieveflow.provenance import code_fingerprint, spec_hash


class Plan:
    """The jobs that the settings ask for."""

    def __init__(self, settings):
        self.settings = settings
        self.scale = settings.scale
        self._scripts = settings.root / "workflow" / "scripts"
        self._code = lru_cache(maxsize=None)(self._fingerprint)
        self._running = lru_cache(maxsize=None)(self._not_blocked)

    def _fingerprint(self, rule, modules=()):
        return code_fingerprint(self._scripts / f"{rule}.py", modules)

    def study(self, name):
        """The study's file."""
        return self.settings.studies[name]

    def problem(self, study, problem):
        """One problem of a study's file."""
        return self.study(study)["problems"][problem]

    def table(self, study, problem):
        """Path of the data a problem is drawn from."""
        return f"resources/data/{self._table_id(study, problem)}.csv"

    def tunes(self, study):
        """Whether the methods of a study are tuners, which choose hyper-parameters and rank nothing."""
        return self.study(study)["methods"][0] in self.settings.tuners

    def stages(self, study):
        """What is made for every problem, method and batch of a study, stage by stage: a dict of their dicts."""
        if self.tunes(study):
            return {"tuning": self.tune_realizations, "evaluation": self.evaluate_choice}
        return {"ranking": self.rank_features, "evaluation": self.evaluate_ranking}

    def _table_id(self, study, problem):
        dataset = self.problem(study, problem)["dataset"]
        return table_of(dataset, self.settings.datasets, self.study(study)["switches"])

    def blocked(self, study, scale, problem):
        """Why a problem does not run here and at this scale, or nothing."""
        if scale == "smoke" and problem not in self.study(study).get("smoke_problems", [problem]):
            return "not at this scale"
        table = self._table_id(study, problem)
        entry = self.settings.datasets[table]
        if self._can_have(table):
            return ""
        return "needs internet" if any(source["kind"] == "url" for source in entry["sources"]) else "needs a mirror"

    def _can_have(self, table):
        """Whether a table is there, or a source has it."""
        there = (self.settings.root / f"resources/data/{table}.csv").exists()
        sources = self.settings.datasets[table]["sources"]
        return there or any(available(source, internet=self.settings.internet) for source in sources)

    def problems(self, study, scale):
        """Ids of the problems that run here at a scale."""
        return self._running(study, scale)

    def _not_blocked(self, study, scale):
        return [problem for problem in self.study(study)["problems"] if not self.blocked(study, scale, problem)]

    def batches(self, study, scale):
        """Names of the batches of a scale."""
        entry = self.study(study)
        return [batch_name(*edges) for edges in batches_of(entry["scales"][scale], entry["batch_edges"])]

    def files_of_methods(self, folder, study, scale, problem):
        """Paths below a folder of all batches of all methods on one problem, method by method."""
        batches = self.batches(study, scale)
        return [
            f"{folder}/{problem}/{method}/{batch}.csv" for method in self.study(study)["methods"] for batch in batches
        ]

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
        """What the hyper-parameters of a problem depend on: printed values, or the grid."""
        own, entry = self.problem(study, problem), self.study(study)
        if "hyperparameters" in own or not LEARNERS[entry["learner"]].parameters:
            return {"code": self._code("tune_problem"), "printed": own.get("hyperparameters", {})}
        return {
            "code": self._code("tune_problem", (module_of(entry["learner"]),)),
            "dataset": own["dataset"],
            "folds": entry["tuning"]["folds"],
            "grid": own.get("grid", entry["tuning"]["grid"]),
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
        switches = self.study(study)["switches"] | {"input_scale": scale}
        set_here = {name: switches[name] for name in own["switches"] if name in switches}
        if len(own["tasks"]) > 1:
            set_here["task"] = self.settings.datasets[self._table_id(study, problem)]["task"]
        # Where the number of features is chosen too, the learner that judges it counts; elsewhere it does not.
        chooses = "selection" in self.study(study)
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
                "tuned": own["tuned"],
            },
            # Which numbers of features are tried matters to methods that choose anew for each.
            "n_features": problem_entry.get("n_features") if own.get("budgets") else None,
            "scale": scale,
            "seed": self.study(study)["seed"],
            "selection": self.study(study).get("selection"),
        }

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

    def compare_methods(self, study, scale, problem):
        """What the comparison of methods on a problem depends on."""
        own, entry = self.problem(study, problem), self.study(study)
        return {
            "alpha": entry["alpha"],
            "code": self._code("compare_methods"),
            "methods": list(entry["methods"]),
            "metrics": list(entry["metrics"]),
            "n_batches": len(self.batches(study, scale)),
            "n_test": own["n_test"],
            "n_train": own["n_train"],
            "reference": entry["reference"],
            "relevant": own.get("relevant", []),
            "same": own.get("same", []),
            "subsets": own.get("subsets", []),
            "t_test": entry["switches"].get("t_test", "paired"),
        }

    def judge_study(self, study, scale):
        """What the verdicts on a study depend on."""
        entry = self.study(study)
        return {
            "alpha": entry["alpha"],
            "claims": entry["claims"],
            "code": self._code("judge_study"),
            "full": entry["scales"]["full"],
            "methods": list(entry["methods"]),
            "printed_methods": entry.get("printed_methods", {}),
            "printed_metrics": entry.get("printed_metrics", {}),
            "printed_realizations": entry.get("printed_realizations", {}),
            "problems": {
                name: {
                    "blocked": self.blocked(study, scale, name),
                    "dataset": _printed_name(problem),
                    "features": self._features(study, name) if "subsets" in problem else [],
                    "n_train": problem["n_train"],
                    "printed_n_train": problem.get("table_sizes", problem)["n_train"],
                }
                for name, problem in entry["problems"].items()
            },
            "realizations": entry["scales"][scale],
            "reasons": entry["reasons"],
            "reference": entry["reference"],
            "tests_of": entry.get("tests_of", {}),
        }

    def _features(self, study, problem):
        return feature_names(self.settings.datasets[self._table_id(study, problem)])

    def plot_errors(self, study, problem):
        """What the figure of a problem depends on; labels and colours count here."""
        own = self.problem(study, problem)
        return {
            "code": self._code("plot_errors"),
            "dataset": _printed_name(own),
            "methods": {method: self.settings.look(method) for method in self.study(study)["methods"]},
            "metrics": list(self.study(study)["metrics"]),
            "printed_metrics": self.study(study).get("printed_metrics", {}),
            "n_train": own["n_train"],
            "title": own["label"],
        }

    def plot_tuning(self, study, scale, problem):
        """What the figure of a problem that tuners search depends on, beside their choices."""
        own, entry = self.problem(study, problem), self.study(study)
        return {
            "code": self._code("plot_tuning"),
            "dataset": own["dataset"],
            "folds": entry["tuning"]["folds"],
            "methods": {method: self.settings.look(method) for method in entry["methods"]},
            "n_batches": len(self.batches(study, scale)),
            "seed": entry["seed"],
            "title": own["label"],
        }

    def audits(self, study):
        """Ids of the audits of a study whose data can be had here."""
        found = self.study(study).get("audits", {})
        return [name for name, audit in found.items() if all(self._can_have(table) for table in audit["datasets"])]

    def audit_study(self, study, scale, audit):
        """What an audit depends on, beside its data."""
        own, entry = self.study(study)["audits"][audit], self.study(study)
        return {
            "code": self._code("audit_study", (f"audits.{own['implementation']}",)),
            "datasets": list(own["datasets"]),
            "hypothesis": own["hypothesis"],
            "implementation": own["implementation"],
            "parameters": own.get("parameters", {}),
            "realizations": entry["scales"][scale],
            "seed": entry["seed"],
            "title": own["title"],
        }

    def plot_weights(self, study, problem):
        """What the figures of a problem's weights depend on, beside the ranking."""
        return {"code": self._code("plot_weights"), "title": self.problem(study, problem)["label"]}

    def plot_predictions(self, study, scale, problem):
        """What the figure of predictions depends on, beside the rankings; labels and colours count here."""
        scatter = self.study(study)["scatter"]
        own = self.evaluate_ranking(study, problem, scatter["methods"][0], self.batches(study, scale)[0])
        learner = module_of(self.study(study)["learner"])
        return own | {
            "code": self._code("plot_predictions", (learner,)),
            "methods": [self.settings.look(method) for method in scatter["methods"]],
            "n_features": scatter["n_features"],
            "title": self.problem(study, problem)["label"],
        }

    def more_figures(self, study, scale, problem):
        """Figures of a problem beside that of its errors: the path without its ending, and the dict of its job."""
        folder, figures = f"results/{study}/{scale}", {}
        if "weights_of" in self.study(study):
            for kind in ("stars", "parallel"):
                figures[f"{folder}/{kind}/{problem}"] = self.plot_weights(study, problem)
        if "scatter" in self.study(study):
            figures[f"{folder}/predictions/{problem}"] = self.plot_predictions(study, scale, problem)
        return figures

    def write_page(self, scale):
        """What the page depends on, beside the tables and figures."""
        return {
            "code": self._code("write_page"),
            "scale": scale,
            "studies": {
                name: {
                    "citation": entry["citation"],
                    "alpha": entry["alpha"],
                    "audits": self.audits(name),
                    "audits_not_run": [
                        audit["title"] for key, audit in entry.get("audits", {}).items() if key not in self.audits(name)
                    ],
                    "figures": {
                        problem: _caption(entry["problems"][problem]) for problem in self.problems(name, scale)
                    },
                    "methods": {method: self.settings.look(method)["label"] for method in entry["methods"]},
                    "more_figures": {
                        problem: [
                            f"../{path.removeprefix('results/')}.svg"
                            for path in self.more_figures(name, scale, problem)
                        ]
                        for problem in self.problems(name, scale)
                    },
                    "metric": entry["metrics"][0],
                    "timed": "time_claims" in entry,
                    "title": entry["title"],
                }
                for name, entry in self.settings.studies.items()
            },
        }

    def made_from(self, study, scale):
        """Every file of a study at a scale that the manifest records, and the hash of its job's dict."""
        return {path: spec_hash(spec) for path, spec in self.specs(study, scale).items()}

    def specs(self, study, scale):
        """Every file of a study at a scale that the manifest records, and its job's dict."""
        specs = {}
        for problem in self.problems(study, scale):
            specs[self.table(study, problem)] = self.fetch_dataset(self._table_id(study, problem))
            specs[f"results/{study}/splits/{problem}.csv"] = self.split_problem(study, problem)
            if not self.tunes(study):
                specs[f"results/{study}/tuning/{problem}.json"] = self.tune_problem(study, problem)
            for stage, spec_of in self.stages(study).items():
                for method in self.study(study)["methods"]:
                    for batch in self.batches(study, scale):
                        path = f"results/{study}/{stage}/{problem}/{method}/{batch}.csv"
                        specs[path] = spec_of(study, problem, method, batch)
            specs[f"results/{study}/{scale}/comparison/{problem}.csv"] = self.compare_methods(study, scale, problem)
            figure = self.plot_tuning(study, scale, problem) if self.tunes(study) else self.plot_errors(study, problem)
            figures = {f"results/{study}/{scale}/figures/{problem}": figure}
            for path, spec in (figures | self.more_figures(study, scale, problem)).items():
                for kind in ("svg", "png"):
                    specs[f"{path}.{kind}"] = spec
        for audit in self.audits(study):
            for kind in ("json", "svg"):
                specs[f"results/{study}/{scale}/audits/{audit}.{kind}"] = self.audit_study(study, scale, audit)
        for name in ("ledger.csv", "claims.csv"):
            specs[f"results/{study}/{scale}/{name}"] = self.judge_study(study, scale)
        return specs

    def judge_times(self, study, scale):
        """What the judgement of run times depends on, beside the times."""
        entry = self.study(study)
        return {
            "claims": entry["time_claims"],
            "code": self._code("judge_times"),
            "methods": list(entry["methods"]),
            "n_batches": len(self.batches(study, scale)),
            "problems": {name: _printed_name(entry["problems"][name]) for name in self.problems(study, scale)},
        }

    def write_manifest(self, study, scale):
        """What the manifest of a study depends on."""
        return {
            "code": self._code("write_manifest"),
            "made_from": self.made_from(study, scale),
            "seed": self.study(study)["seed"],
        }


def _printed_name(problem):
    """What the paper calls a problem's data set."""
    return problem.get("printed_as", problem["dataset"])


def _caption(problem):
    return f"{problem['figure']}: {problem['label']}" if "figure" in problem else problem["label"]


def _ends(batch):
    realizations = batch_range(batch)
    return [realizations[0], realizations[-1]]
