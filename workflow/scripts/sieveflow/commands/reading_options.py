"""Options of the commands that read a table of a user's own."""

from sieveflow.commands.numbers import whole_number
from sieveflow.errors import InputError
from sieveflow.owndata.lines import ENCODINGS
from sieveflow.owndata.reading import Reading
from sieveflow.owndata.target import TASKS

_LISTS = ("drop", "keep", "categorical")


def add_reading_options(parser):
    """The file and how it is read."""
    parser.add_argument("file", metavar="FILE", help=".csv, .tsv, .txt, .arff, .libsvm (each also .gz) or .parquet")
    parser.add_argument(
        "--target", metavar="COL", help="the column to predict; needed unless FILE is in LIBSVM's format"
    )
    parser.add_argument("--task", choices=TASKS, help="take the target as numbers or as classes (default: found)")
    parser.add_argument("--impute", choices=["median"], help="fill missing numbers with the median of training rows")
    parser.add_argument(
        "--drop", action="append", default=[], metavar="COL", help="leave a column out; may be repeated"
    )
    parser.add_argument("--keep", action="append", default=[], metavar="COL", help="keep a column that seems useless")
    parser.add_argument("--categorical", action="append", default=[], metavar="COL", help="take numbers as categories")
    parser.add_argument(
        "--max-categories", type=whole_number(2, 1000), default=20, metavar="N", help="most categories of a column (20)"
    )
    parser.add_argument(
        "--subsample", type=whole_number(1), metavar="N", help="draw N rows at random and use these only"
    )
    parser.add_argument("--delimiter", metavar="C", help="between cells of a CSV file (default: found)")
    parser.add_argument("--encoding", choices=ENCODINGS, default="utf-8", help="of text files (default: utf-8)")
    parser.add_argument("--tidy-names", action="store_true", help="mend names of columns that are not allowed")


def reading_of(arguments):
    """What the options say."""
    if arguments.delimiter is not None and len(arguments.delimiter) != 1:
        raise InputError(f"--delimiter: found {arguments.delimiter!r}, allowed is one character.")
    plain = ("target", "task", "impute", "delimiter", "encoding", "max_categories", "tidy_names", "subsample")
    return Reading(
        **{name: getattr(arguments, name) for name in plain},
        **{name: tuple(getattr(arguments, name)) for name in _LISTS},
    )
