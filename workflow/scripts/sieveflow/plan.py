"""What every job is told, and which files come of it; see `sieveflow.computing` for the jobs that compute."""

from functools import lru_cache

from sieveflow.computing import Computing
from sieveflow.learners.catalogue import module_of
from sieveflow.provenance import spec_hash
from sieveflow.references import read_references
from sieveflow.shown import page_files, shown_study, software


class Plan(Computing):
    """The jobs that the settings ask for, from data to the page."""

    def __init__(self, settings):
        super().__init__(settings)
        # Several rules ask for all files of a study.
        self.made_from = lru_cache(maxsize=None)(self._made_from)

    def compare_methods(self, study, scale, problem):
        """What the comparison of methods on a problem depends on."""
        own, entry = self.problem(study, problem), self.study(study)
        return {
            "alpha": entry["alpha"],
            "changes": entry.get("changes", []),
            "code": self._code("compare_methods"),
            "methods": list(entry["methods"]),
            "metrics": list(entry["metrics"]),
            "n_batches": len(self.batches(study, scale)),
            "n_test": own["n_test"],
            "n_train": own["n_train"],
            "reference": entry["reference"],
            "irrelevant": own.get("irrelevant", []),
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
            # What is known about them in words, and where it is shown, changes no verdict.
            "reasons": [{key: reason[key] for key in ("cells", "code")} for reason in entry["reasons"]],
            "reference": entry["reference"],
            "tests_of": entry.get("tests_of", {}),
        }

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

    def measure_stability(self, study, scale):
        """What the stability of choices depends on, beside the rankings."""
        problems = {name: self.problem(study, name) for name in self.problems(study, scale)}
        return {
            "code": self._code("measure_stability"),
            "methods": list(self.study(study)["methods"]),
            "n_batches": len(self.batches(study, scale)),
            "problems": {
                name: {"n_features": own.get("n_features") or None, "n_relevant": len(own.get("relevant", []))}
                for name, own in problems.items()
            },
        }

    def order_methods(self, study, scale):
        """What the order of methods over data sets depends on, beside the comparisons."""
        entry = self.study(study)
        return {
            "alpha": entry["alpha"],
            "code": self._code("order_methods"),
            "methods": list(entry["methods"]),
            "metric": entry["metrics"][0],
            "problems": {
                name: {key: entry["problems"][name][key] for key in ("dataset", "n_train")}
                for name in self.problems(study, scale)
            },
        }

    def answered(self, study, scale):
        """Problems of a study that are answered: all that run, where the study asks."""
        return self.problems(study, scale) if "answer" in self.study(study) else []

    def answer_problem(self, study, scale, problem):
        """What the answer to a problem depends on, beside errors and rankings; labels count here."""
        own, entry = self.problem(study, problem), self.study(study)
        classes = self.settings.datasets[self._table_id(study, problem)]["task"] == "classification"
        return {
            "code": self._code("answer_problem"),
            "labels": {method: self.settings.look(method)["label"] for method in entry["methods"]},
            "n_batches": len(self.batches(study, scale)),
            "notes": list(entry["answer"]["notes"]),
            "question": {
                "alpha": entry["alpha"],
                "chance_metric": "balanced_error_percent" if classes else "q2",
                "features": self._features(study, problem),
                "metric": entry["metrics"][0],
                "n_classes": len(entry["answer"]["classes"]),
                "n_test": own["n_test"],
                "n_train": own["n_train"],
            },
            "target": entry["answer"]["target"],
        }

    def sum_costs(self, study, scale, problem):
        """What the sums of run times depend on, beside the times."""
        return {
            "code": self._code("sum_costs"),
            "methods": list(self.study(study)["methods"]),
            "n_batches": len(self.batches(study, scale)),
        }

    def write_page(self, scale):
        """What the page depends on, beside the tables and figures."""
        return {
            "code": self._code("write_page"),
            "files": page_files(self.settings.root),
            "scale": scale,
            "studies": {name: shown_study(self, name, scale) for name in self.settings.studies},
        }

    def write_exports(self, scale):
        """What the exports depend on, beside the tables."""
        return {
            "code": self._code("write_exports"),
            "scale": scale,
            "software": software(self.settings.root),
            "studies": {name: shown_study(self, name, scale) for name in self.settings.studies},
            "works": read_references(self.settings.root),
        }

    def _made_from(self, study, scale):
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
            for name in ("comparison", "failures"):
                specs[f"results/{study}/{scale}/{name}/{problem}.csv"] = self.compare_methods(study, scale, problem)
            figure = self.plot_tuning(study, scale, problem) if self.tunes(study) else self.plot_errors(study, problem)
            figures = {f"results/{study}/{scale}/figures/{problem}": figure}
            for path, spec in (figures | self.more_figures(study, scale, problem)).items():
                for kind in ("svg", "png"):
                    specs[f"{path}.{kind}"] = spec
        for problem in self.answered(study, scale):
            for kind in ("json", "md"):
                path = f"results/{study}/{scale}/answer/{problem}.{kind}"
                specs[path] = self.answer_problem(study, scale, problem)
        for audit in self.audits(study, scale):
            for kind in ("json", "svg"):
                specs[f"results/{study}/{scale}/audits/{audit}.{kind}"] = self.audit_study(study, scale, audit)
        if not self.tunes(study):
            for name in ("stability.csv", "frequencies.csv"):
                specs[f"results/{study}/{scale}/{name}"] = self.measure_stability(study, scale)
        specs[f"results/{study}/{scale}/order.json"] = self.order_methods(study, scale)
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
