"""What decides the numbers of a study beside code and data, as one hash per problem."""

from sieveflow.provenance import spec_hash


def settings_of(plan, study):
    """A short hash of the settings of every problem of a study, whether its data can be had here or not.

    It covers splits, tuning, rankings or choices, errors and tests of all methods. Code is left out: it may change its
    form as long as its numbers stay, which the tests of a snapshot see for themselves. So are batches, which change no
    number.
    """
    found = {}
    for problem in plan.study(study)["problems"]:
        specs = [plan.split_problem(study, problem), plan.compare_methods(study, "full", problem)]
        if not plan.tunes(study):
            specs.append(plan.tune_problem(study, problem))
        batch = plan.batches(study, "full")[0]
        for method in plan.study(study)["methods"]:
            specs += [spec_of(study, problem, method, batch) for spec_of in plan.stages(study).values()]
        found[problem] = spec_hash([_numbers_only(spec) for spec in specs])
    return found


def _numbers_only(spec):
    return {key: value for key, value in spec.items() if key not in ("batch", "code", "n_batches", "time_limit")}
