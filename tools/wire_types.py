"""Writes the page's types of the wire from the server's messages, and from the answers over HTTP that hold tables.

`python -m tools.wire_types`, from the project's folder, writes `web/src/wire/protocol.gen.ts`: msgspec describes the
messages as a JSON Schema, json-schema-to-typescript makes types of it. A test fails when the file is not of these
messages.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any, get_args

import msgspec

import hatch_build
from tablee.analysis import Analysing, Analysis
from tablee.day.wire import DayCommand
from tablee.room.wire import Command, ReplayedRound
from tablee.server.messages import PROTOCOL, ClientMessage, ServerMessage
from tablee.sheet.wire import SheetCommand
from tablee.tournament.wire import TournamentCommand

TARGET = hatch_build.WEB / "src" / "wire" / "protocol.gen.ts"
GENERATOR = hatch_build.WEB / "node_modules" / "json-schema-to-typescript" / "dist" / "src" / "cli.js"
BANNER = "// Generated from src/tablee/server/messages.py by `python -m tools.wire_types`: change those, not this."
OPTIONS = [
    "--no-additionalProperties",
    "--unreachableDefinitions",
    f"--bannerComment={BANNER}",
    "--style.singleQuote",
    "--no-style.semi",
    "--style.printWidth=120",
]

# What the generator adds to each comment, and the comments that hold nothing else.
CHATTER = re.compile(
    r"(?: \*\n)? \* This interface was referenced by `Wire`'s JSON-Schema\n \* via the `definition` .*\n"
)
EMPTY = re.compile(r"/\*\*\n \*/\n")

UNIONS = {
    "ClientMessage": ClientMessage,
    "ServerMessage": ServerMessage,
    "Command": Command,
    "SheetCommand": SheetCommand,
    "TournamentCommand": TournamentCommand,
    "DayCommand": DayCommand,
}
ANSWERS = (Analysis, Analysing, ReplayedRound)  # what HTTP alone answers


def schema() -> dict[str, Any]:
    """The JSON Schema of every message, with the unions as definitions of their own."""
    _, definitions = msgspec.json.schema_components([*UNIONS.values(), *ANSWERS], ref_template="#/$defs/{name}")
    for name, union in UNIONS.items():
        definitions[name] = {"anyOf": [{"$ref": f"#/$defs/{member.__name__}"} for member in get_args(union)]}
    every = [{"$ref": f"#/$defs/{name}"} for name in ("Command", "SheetCommand", "TournamentCommand", "DayCommand")]
    definitions["Send"]["properties"]["command"] = {"anyOf": every}
    for definition in definitions.values():
        for described in definition.get("properties", {}).values():
            described.pop("default", None)  # says nothing about a type
    return {
        "title": "Wire",
        "description": "What each side says.",
        "type": "object",
        "properties": {
            "client": {"$ref": "#/$defs/ClientMessage"},
            "server": {"$ref": "#/$defs/ServerMessage"},
        },
        "required": ["client", "server"],
        "$defs": definitions,
    }


def types() -> str:
    """The text of the generated file, made with the page's own Node and packages."""
    hatch_build.install_packages()
    node = hatch_build.node_folder() / ("node.exe" if sys.platform == "win32" else "node")
    made = subprocess.run(
        [node, GENERATOR, *OPTIONS],
        input=json.dumps(schema()),
        cwd=hatch_build.WEB,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return EMPTY.sub("", CHATTER.sub("", made.stdout)) + f"\nexport const PROTOCOL = {PROTOCOL}\n"


if __name__ == "__main__":
    TARGET.write_text(types(), encoding="utf-8")
