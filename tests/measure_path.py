"""Certify the SVM path and its searches on the data sets of chapter 6 and on thousands of degenerate problems.

Parts, all of them unless named on the command line: paths, libsvm, degenerate, go. Writes results/path/<part>.csv and
prints a line per data set; a part that fails its bar says so and makes the exit status 1.
"""

import sys
import time
import warnings

import numpy as np
from path_data import FOLDS, REALIZATIONS, ROOT, SHAPES, table_of, training_part
from path_problems import LIMIT, degenerate_problem, dual, worst_certificate
from reference.conic import solve_linear_svm
from sieveflow.learners.kernels import gaussian_kernel
from sieveflow.learners.svm_path import svm_path
from sieveflow.learners.svm_path_solver import PathError
from sieveflow.path_tuning.fold_decisions import fold_decisions
from sieveflow.path_tuning.global_search import global_search
from sieveflow.path_tuning.grid_search import grid_search
from sieveflow.path_tuning.step_function import cv_function
from sieveflow.path_tuning.validation import FUNCTIONS, weighted_error
from sieveflow.seeding import stream
from sieveflow.tables import write_csv
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC

DEGENERATE = 2000
RANDOM_LAMBDAS = 10_000
LIBSVM_LAMBDAS = 50
# Steps of LIBSVM times samples after which a solve is given up: a second or two.
LIBSVM_WORK = 4e8


def gram_of(inputs, kernel):
    """Kernel values of the samples: linear, or Gaussian of width 1/d."""
    return inputs @ inputs.T if kernel == "linear" else gaussian_kernel(inputs, inputs, 1.0 / inputs.shape[1])


def parts_of(X, y, fold):
    """Training samples of the whole realization and of each fold."""
    return [np.arange(y.size), *(np.flatnonzero(fold != number) for number in range(FOLDS))]


def data_sets(names):
    """Name, inputs and labels of the data sets that a source has."""
    for name in names:
        found = table_of(name)
        if found is None:
            print(f"{name:<12} no source has it: not run", flush=True)
        else:
            yield name, *found


def measure_paths(names):
    """Every realization and every fold: the certificate of all breakpoints, and the same computed afresh.

    With a Gaussian kernel on the first realization and its folds.
    """
    rows = []
    for name, X, y in data_sets(names):
        for kernel, realizations in (("linear", REALIZATIONS), ("rbf", 1)):
            row = _paths_row(name, X, y, kernel, realizations)
            rows.append(row)
            print(f"{name:<12} " + ", ".join(f"{key} {_short(row[key])}" for key in list(row)[1:]), flush=True)
    return rows


def _paths_row(name, X, y, kernel, realizations):
    """One line of the table of paths."""
    worst, afresh, restarts, count, breakpoints, events, seconds = 0.0, 0.0, 0, 0, 0, None, 0.0
    for realization in range(realizations):
        inputs, labels, fold = training_part(name, X, y, realization)
        gram = gram_of(inputs, kernel)
        for part in parts_of(inputs, labels, fold):
            inner, signs = gram[np.ix_(part, part)], labels[part]
            started = time.process_time()
            path = svm_path(inner, signs)
            seconds += time.process_time() - started
            worst, restarts = max(worst, path.worst), restarts + path.restarts
            breakpoints += path.lambdas.size
            events = path.n_events if events is None else events
            afresh = max(afresh, worst_certificate(inner, signs, path))
            count += 1
    row = {"data set": name, "kernel": kernel, "paths": count, "breakpoints": breakpoints}
    row |= {"events of the first": events, "worst": worst, "worst afresh": afresh, "restarts": restarts}
    return row | {"seconds per path": seconds / count, "holds": worst < LIMIT and afresh < LIMIT}


def measure_libsvm(names):
    """Dual objectives at random lambdas against LIBSVM's with tolerance 1e-6, on the first realization.

    The dual is what LIBSVM maximises; the primal objective of its solution is off by much more where C is large. Where
    LIBSVM does not reach its tolerance in the steps that it is given, which happens with linear kernels only, the
    optimum of a conic solver takes its place. How many these are, and the largest lambda among them, is in the table.
    """
    rows = []
    for name, X, y in data_sets(names):
        inputs, labels, _ = training_part(name, X, y, 0)
        for kernel in ("linear", "rbf"):
            gram = gram_of(inputs, kernel)
            path = svm_path(gram, labels)
            above, below, unfinished, unsure = -np.inf, np.inf, [], 0
            for lam in 2.0 ** stream("path", name, "libsvm").uniform(-8, 9, size=LIBSVM_LAMBDAS):
                beta = _libsvm(gram, labels, lam)
                other = None if beta is None else dual(gram, labels, lam, beta)
                if beta is None:
                    unfinished.append(lam)
                    other = solve_linear_svm(inputs, labels, lam) if kernel == "linear" else None
                if other is None:
                    unsure += 1
                    continue
                share = dual(gram, labels, lam, path.at(lam)[0] * labels) / other - 1.0
                above, below = max(above, share), min(below, share)
            row = {"data set": name, "kernel": kernel, "above": above, "below": below, "compared": LIBSVM_LAMBDAS}
            row["compared"] -= unsure
            row |= {"by the conic solver": len(unfinished) - unsure, "largest of these": max(unfinished, default="")}
            rows.append(row | {"holds": not unsure and above < 1e-6 and below > -1e-6})
            print(
                f"{name:<12} {kernel:<7} dual objective over LIBSVM's - 1: between {below:.1e} and {above:.1e}; "
                f"{row['compared']} of {LIBSVM_LAMBDAS} compared"
                + (f", {len(unfinished)} by a conic solver, lambda up to {max(unfinished):.3g}" if unfinished else ""),
                flush=True,
            )
    return rows


def _libsvm(gram, labels, lam):
    """LIBSVM's y_i alpha_i in [-1, 1] at lambda; None where it does not finish in the steps that it is given."""
    machine = SVC(C=1.0 / lam, kernel="precomputed", tol=1e-6, cache_size=500, max_iter=int(LIBSVM_WORK / labels.size))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        machine.fit(gram, labels)
    if machine.fit_status_:
        return None
    beta = np.zeros(labels.size)
    beta[machine.support_] = lam * machine.dual_coef_[0]
    return beta


def measure_degenerate(_):
    """Degenerate problems: no failure, and every certificate right."""
    failures, worst, wrong, restarts = [], 0.0, 0, 0
    for seed in range(DEGENERATE):
        gram, y, about = degenerate_problem(seed)
        try:
            path = svm_path(gram, y)
        except PathError as error:
            failures.append(about)
            print(f"FAILED {about}: {error}", flush=True)
            continue
        afresh = worst_certificate(gram, y, path)
        worst, restarts = max(worst, afresh), restarts + path.restarts
        if afresh >= LIMIT or path.worst >= LIMIT:
            wrong += 1
            print(f"NOT CERTIFIED {about}: {afresh:.1e}", flush=True)
    print(
        f"{DEGENERATE} problems: {len(failures)} failed, {wrong} not certified, worst {worst:.1e}, restarts {restarts}"
    )
    row = {"problems": DEGENERATE, "failed": len(failures), "not certified": wrong, "worst": worst}
    return [row | {"restarts": restarts, "holds": not failures and not wrong}]


def measure_go(names):
    """GO against GRID-0.01 and random lambdas, for every validation function, on the first realization."""
    rows = []
    for name, X, y in data_sets(names):
        inputs, labels, fold = training_part(name, X, y, 0)
        folds = fold_decisions(inputs @ inputs.T, labels, fold)
        lambdas = 2.0 ** stream("path", name, "go").uniform(-8, 9, size=RANDOM_LAMBDAS)
        decided = [[one.at(lam)[0] for lam in lambdas] for one in folds]
        for function in (*FUNCTIONS.values(), weighted_error(2.0)):
            exact = cv_function(folds, function)
            go, grid = global_search(exact), grid_search(exact, 0.01)
            values = np.mean(
                [_values(function, one.y, np.array(h)) for one, h in zip(folds, decided, strict=True)], axis=0
            )
            sign = 1.0 if function.lower_is_better else -1.0
            random = sign * (sign * values).min()
            holds = sign * go.value <= sign * grid.value + 1e-12 and sign * go.value <= sign * random + 1e-12
            row = {"data set": name, "function": function.name, "go": go.value, "upper": go.upper, "lower": go.lower}
            rows.append(
                row | {"grid": grid.value, "random": random, "differ": _differ(exact, lambdas, values), "holds": holds}
            )
            print(
                f"{name:<12} {function.name:<15} GO {go.value:.4f} on ({go.lower:.5g}, {go.upper:.5g}), GRID-0.01 "
                f"{grid.value:.4f}, best of {RANDOM_LAMBDAS} {random:.4f}{'' if holds else ' FAILED'}",
                flush=True,
            )
    return rows


def _values(function, y, h):
    """The function of one fold at many lambdas, straight from the decisions (one row per lambda)."""
    positive = y > 0.0
    noise = 1e-8 * np.abs(h).max(axis=1)
    if function.ranks:
        right = np.zeros(len(h))
        for row, one in enumerate(h):
            gaps = one[positive][:, None] - one[~positive][None, :]
            right[row] = (gaps > noise[row]).sum() + 0.5 * (np.abs(gaps) <= noise[row]).sum()
        return right / (positive.sum() * (~positive).sum())
    said = h >= -noise[:, None]
    tp, fp = (said & positive).sum(axis=1), (said & ~positive).sum(axis=1)
    return function.of_counts(tp, fp, int(positive.sum()), int((~positive).sum()))


def _differ(exact, lambdas, values):
    """At how many lambdas the exact function and the direct values are not the same."""
    return int((np.abs(exact.at(lambdas) - values) > 1e-12).sum())


def _short(value):
    return f"{value:.2g}" if isinstance(value, float) else str(value)


def main(wanted):
    """Run the parts and write them."""
    parts = {"paths": measure_paths, "libsvm": measure_libsvm, "degenerate": measure_degenerate, "go": measure_go}
    names = [name for name in SHAPES if name in wanted] or list(SHAPES)
    failed = []
    for part, measure in parts.items():
        if part in wanted or not set(wanted) & set(parts):
            print(f"-- {part}", flush=True)
            rows = measure(names)
            if rows:
                write_csv(ROOT / f"results/path/{part}.csv", list(rows[0]), rows)
            failed += [part] * (not all(row["holds"] for row in rows))
    print(f"does not hold: {', '.join(failed)}" if failed else "every bar holds")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
