"""The jobs of a study done in this process, without Snakemake: for measurements that run a study many times."""

import importlib.util

from sieveflow.provenance import spec_hash
from support import ROOT


def mains():
    """The main function of every rule's script, by its name."""
    found = {}
    for path in (ROOT / "workflow/scripts").glob("*.py"):
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        found[path.stem] = module.main
    return found


class Worker:
    """Does jobs in the working directory, leaving out those whose parameters and inputs are as they were."""

    def __init__(self):
        self.main = mains()
        self.done = {}
        self.n_jobs = 0

    def _job(self, output, spec, inputs, work):
        key = spec_hash({"spec": spec, "inputs": [self.done.get(path) for path in inputs]})
        if self.done.get(output) != key:
            work()
            self.done[output] = key
            self.n_jobs += 1

    def drawn(self, plan, study, problem):
        """The data of a problem and its realizations; returns the paths of data and splits."""
        data, splits = plan.table(study, problem), f"results/{study}/splits/{problem}.csv"
        dataset = data.removeprefix("resources/data/").removesuffix(".csv")
        spec = plan.fetch_dataset(dataset)
        entry = spec["entry"]
        self._job(
            data, spec, [], lambda: self.main["fetch_dataset"](data, dataset=dataset, entry=entry, internet=False)
        )
        spec = plan.split_problem(study, problem)
        own = {key: value for key, value in spec.items() if key != "code"}
        self._job(splits, spec, [data], lambda: self.main["split_problem"](data, splits, **own))
        return data, splits

    def tuned(self, plan, study, problem):
        """Everything up to the hyper-parameters; returns the paths of data, splits and model."""
        data, splits = self.drawn(plan, study, problem)
        if plan.tunes(study):
            return data, splits, None
        model = f"results/{study}/tuning/{problem}.json"
        spec = plan.tune_problem(study, problem)
        self._job(model, spec, [data, splits], lambda spec=spec: self.main["tune_problem"](data, splits, model, spec))
        return data, splits, model

    def problem(self, plan, study, scale, problem):
        """Everything up to the comparison of methods; returns its path."""
        folder = f"results/{study}"
        data, splits, model = self.tuned(plan, study, problem)
        first, second = plan.stages(study)
        files = {"ranking": [], "tuning": [], "evaluation": []}
        for method in plan.study(study)["methods"]:
            for batch in plan.batches(study, scale):
                chosen, evaluation = (f"{folder}/{stage}/{problem}/{method}/{batch}.csv" for stage in (first, second))
                if plan.tunes(study):
                    self._choose(plan, study, problem, method, batch, [data, splits], chosen, evaluation)
                else:
                    self._rank(plan, study, problem, method, batch, [data, splits, model], chosen)
                    self._evaluate(plan, study, problem, method, batch, [data, splits, model, chosen], evaluation)
                files[first].append(chosen)
                files["evaluation"].append(evaluation)
        comparison, failed = (f"{folder}/{scale}/{name}/{problem}.csv" for name in ("comparison", "failures"))
        spec = plan.compare_methods(study, scale, problem)
        self._job(
            comparison,
            spec,
            files["ranking"] + files["evaluation"],
            lambda: self.main["compare_methods"](files["evaluation"], files["ranking"], comparison, failed, spec),
        )
        return comparison

    def _rank(self, plan, study, problem, method, batch, inputs, ranking):
        spec = plan.rank_features(study, problem, method, batch)
        # Like the rule: a method that takes nothing from the model does not depend on it.
        needed = spec["method"]["tuned"] or spec["selection"]
        self._job(
            ranking,
            spec,
            inputs if needed else inputs[:2],
            lambda: self.main["rank_features"](*inputs, ranking, ranking.replace("results", "benchmarks"), spec),
        )

    def _evaluate(self, plan, study, problem, method, batch, inputs, evaluation):
        spec = plan.evaluate_ranking(study, problem, method, batch)
        self._job(evaluation, spec, inputs, lambda: self.main["evaluate_ranking"](*inputs, evaluation, spec))

    def _choose(self, plan, study, problem, method, batch, inputs, choice, evaluation):
        spec = plan.tune_realizations(study, problem, method, batch)
        self._job(choice, spec, inputs, lambda: self.main["tune_realizations"](*inputs, choice, spec))
        spec = plan.evaluate_choice(study, problem, method, batch)
        inputs = [*inputs, choice]
        self._job(evaluation, spec, inputs, lambda: self.main["evaluate_choice"](*inputs, evaluation, spec))

    def judge(self, plan, study, scale, comparisons):
        """The ledger and the claims; returns their paths."""
        ledger, claims = (f"results/{study}/{scale}/{name}.csv" for name in ("ledger", "claims"))
        name = plan.study(study)["published"]
        printed = ROOT / f"resources/published/{name}.csv" if name else None
        spec = plan.judge_study(study, scale)
        self.main["judge_study"](printed, None, comparisons, ledger, claims, spec, study=study, scale=scale)
        self.n_jobs += 1
        return ledger, claims
