"""sieveflow study: which features of a table of your own matter, and how sure one can be."""

import os
import sys
from pathlib import Path

from sieveflow.answer_words import as_markdown, cost_sentence
from sieveflow.commands.numbers import positive_number, seed, whole_number
from sieveflow.commands.reading_options import add_reading_options, reading_of
from sieveflow.needs import affordable
from sieveflow.owndata.reading import read_own_table
from sieveflow.protocol import choose_methods, own_study, splits_of, wide_methods
from sieveflow.registry import known_methods
from sieveflow.running import run_workflow
from sieveflow.tables import read_csv, read_json, write_text
from sieveflow.workspace import check_folder, id_of, locked, write_workspace

INTERRUPTED = 130


def add_parser(commands):
    """Describe the command."""
    parser = commands.add_parser(
        "study",
        help="say which features of a table matter and how sure one can be",
        description="Read a table, write a study for it in a folder, run it, and answer in words: which features "
        "matter, how many are enough, how stable the choice is, and which methods disagree. A second run does nothing; "
        "changed data or options rerun what depends on them.",
    )
    add_reading_options(parser)
    parser.add_argument("--methods", metavar="IDS", help="methods, separated by commas (sieveflow list methods)")
    parser.add_argument("--out", metavar="DIR", help="folder for everything that is made (default: FILE's name-study)")
    parser.add_argument(
        "--splits", type=whole_number(2, 1000), metavar="N", help="random splits (default: 10; 5 for large tables)"
    )
    parser.add_argument(
        "--seed", type=seed, default=0, metavar="N", help="seed of the splits and of methods (default: 0)"
    )
    parser.add_argument(
        "--time-limit",
        type=whole_number(1),
        default=600,
        metavar="S",
        help="seconds of processor time for each method (default: 600)",
    )
    parser.add_argument(
        "--memory", type=positive_number, default=2.0, metavar="GB", help="memory that a method may need (default: 2)"
    )
    parser.add_argument(
        "--cores", type=whole_number(1), default=os.cpu_count(), metavar="N", help="cores (default: all)"
    )
    parser.add_argument("--dry-run", action="store_true", help="read and check, say what would be done, write nothing")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    parser.set_defaults(run=run)


def run(arguments):
    """Write the study, run it, and print the answer."""
    path = Path(arguments.file)
    folder = Path(arguments.out or f"{id_of(path.name)}-study").resolve()
    check_folder(folder)
    known = known_methods()
    own = read_own_table(path, reading_of(arguments))
    n_rows, n_features = own.table.X.shape
    splits = arguments.splits or splits_of(n_rows, n_features)
    wanted = arguments.methods.split(",") if arguments.methods else None
    methods = choose_methods(wanted and [name.strip() for name in wanted], own.task, known)
    limits = {"splits": splits, "memory": arguments.memory, "seconds": arguments.time_limit}
    methods, left_out = affordable(methods, known, n_rows, n_features, given=wanted is not None, **limits)
    name = id_of(path.name)
    target = arguments.target or "target"
    own.notes.extend(left_out)
    study = own_study(
        name, own, methods, target=target, splits=splits, seed=arguments.seed, time_limit=arguments.time_limit
    )
    print(f"{path}: {n_rows:,} rows, {n_features:,} features, {own.task}; {', '.join(methods)}; {splits} splits.")
    for note in own.notes:
        print(f"  {note}", flush=True)
    if arguments.dry_run:
        print(f"Nothing was written or run; without --dry-run the study goes to {folder}.")
        return 0
    with locked(folder) as lock:
        write_workspace(folder, name, own, study, wide_methods(methods, known, n_features))
        try:
            status = run_workflow(folder, arguments.cores, lock, _quiet if arguments.quiet else _show)
        except KeyboardInterrupt:
            print(f"sieveflow: interrupted; what is finished stays in {folder}, and the next run goes on from there.")
            return INTERRUPTED
        if status:
            print(f"sieveflow: the run failed; {folder}/logs/run.log says why.", file=sys.stderr)
            return 1
        return _print_answer(folder, name, known, methods, study["answer"])


def _print_answer(folder, name, known, methods, asked):
    labels = {method: known[method]["label"] for method in methods}
    results = folder / f"results/{name}/full"
    answer = read_json(results / f"answer/{name}.json")
    cost = cost_sentence(read_csv(results / f"cost/{name}.csv"), labels)
    words = as_markdown(answer, labels, asked["target"], asked["notes"], cost)
    write_text(folder / "answer.md", words)
    print(f"\n{words}\nPage: {folder / 'results/report/index.html'}")
    return 0


def _show(line):
    print(f"  {line}", file=sys.stderr, flush=True)


def _quiet(line):
    pass
