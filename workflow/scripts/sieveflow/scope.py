"""What there is to do here: studies, problems whose data can be had, batches."""

from functools import lru_cache

from sieveflow.batches import batch_name, batches_of
from sieveflow.datasets.catalogue import feature_names
from sieveflow.datasets.sources import available
from sieveflow.ids import table_of
from sieveflow.provenance import code_fingerprint


class Scope:
    """Studies, problems and batches that the settings ask for."""

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
        folder = self.settings.workspace
        there = (folder / f"resources/data/{table}.csv").exists()
        sources = self.settings.datasets[table]["sources"]
        return there or any(available(source, internet=self.settings.internet, folder=folder) for source in sources)

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

    def audits(self, study, scale):
        """Ids of the audits of a study that run here: those whose data can be had, at smoke those of its problems."""
        used = {self.problem(study, problem)["dataset"] for problem in self.problems(study, scale)}
        return [
            name
            for name, audit in self.study(study).get("audits", {}).items()
            if all(self._can_have(table) for table in audit["datasets"])
            and (scale != "smoke" or used.issuperset(audit["datasets"]))
        ]

    def _switches(self, study, problem):
        """The switches of a study, with those that a problem sets for itself."""
        return self.study(study)["switches"] | self.problem(study, problem).get("switches", {})

    def _features(self, study, problem):
        return feature_names(self.settings.datasets[self._table_id(study, problem)])
