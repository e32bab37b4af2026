"""The command `tablee`: finds the command asked for, imports that one's module alone, and runs it."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from keyword import iskeyword
from typing import Protocol, cast

from tablee import __version__

# Each command and what its help says; tablee/commands/NAME.py does it.
COMMANDS = {
    "serve": "run the server that plays and scores in the browser",
    "rules": "print the rules in words, exactly as the settings play them",
    "regulation": "print a tournament's regulation in articles, from its settings",
    "replay": "play a game record again and print each state and the scores",
    "score": "count a sheet of rounds that were played with real cards",
    "draw": "draw the tables of a tournament, from a seed",
    "backup": "write everything into one file to take away, while the server runs",
    "restore": "resume from such a file on another computer",
    "export": "write tables, sheets, tournaments into a file that anything can read",
    "import": "bring what such a file has to what is there",
    "doctor": "check an installation and say what to do",
    "purge": "delete what has been kept for long enough",
    "rehearse": "play a whole tournament of simulated people, with all that goes wrong in one",
    "simulate": "play many rounds between bots and print what came of them",
    "arena": "let bots meet in whole games and print who wins how often",
    "analyse": "tell what each decision of a recorded game cost, and what was luck",
    "verify": "check a game record: legality, scores and shuffles",
}


class Command(Protocol):
    """What a module in `tablee.commands` has."""

    @staticmethod
    def add_arguments(parser: argparse.ArgumentParser) -> None: ...
    @staticmethod
    def run(arguments: argparse.Namespace) -> int: ...


def command(name: str) -> Command:
    """The module of one command; only this import is paid for when it runs."""
    module = f"{name}_" if iskeyword(name) else name
    return cast("Command", importlib.import_module(f"tablee.commands.{module}"))


def parser(asked_for: str | None = None) -> argparse.ArgumentParser:
    """The whole parser, with the arguments of the one command asked for."""
    whole = argparse.ArgumentParser(prog="tablee", description="Play, score and study Skyjo, Jungo and P’tit Pois.")
    whole.add_argument("--version", action="version", version=f"tablee {__version__}")
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        one = commands.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        if name == asked_for:
            command(name).add_arguments(one)
    return whole


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command in `arguments` (default: the process's own) and return its exit code, 2 for what it refuses."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    asked_for = next((word for word in words if not word.startswith("-")), None)
    parsed = parser(asked_for).parse_args(words)
    from tablee.games.refusal import Refusal  # here: help needs none of it
    from tablee.words import refused

    try:
        code = command(parsed.command).run(parsed)
        sys.stdout.flush()  # here, where it is known what to do when nobody reads
        return code
    except Refusal as refusal:
        print(refused(getattr(parsed, "lang", "en"), refusal), file=sys.stderr)
        return 2
    except BrokenPipeError:  # as in `tablee … | head`: who read has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for Python's own last flush
        return 141  # what a shell reports for a program ended by a closed pipe
    except KeyboardInterrupt:
        return 130  # what a shell reports for a program ended by Ctrl-C
