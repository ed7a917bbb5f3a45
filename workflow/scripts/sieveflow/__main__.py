"""The command line: `python -m sieveflow`, or `sieveflow` where it is installed."""

import argparse
import os
import sys

from sieveflow.commands import check, listing, new, rank, status, study, why
from sieveflow.commands.study import INTERRUPTED
from sieveflow.errors import InputError


def build_parser():
    """The commands and their options."""
    parser = argparse.ArgumentParser(
        prog="sieveflow", description="Which features matter, and does a method keep its promises?"
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for module in (study, rank, listing, check, new, status, why):
        module.add_parser(commands)
    return parser


def main(arguments=None):
    """Run one command; returns the exit status."""
    chosen = build_parser().parse_args(arguments)
    try:
        return chosen.run(chosen)
    except InputError as error:
        # A table may have several faults, a line each.
        print("\n".join(f"sieveflow: {line}" for line in str(error).splitlines()), file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader, for instance head, has seen enough; Python must not try to write the rest on its way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        # A folder that cannot be written, a disk that is full.
        print(f"sieveflow: {error.filename or 'a file'}: {error.strerror or error}.", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("sieveflow: interrupted.", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
