"""What docs/protocol.md says of score sheets, and the README of their files, is what a real server and program do."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from tablee import cli
from tablee.server.access import RIGHTS
from tablee.sheet.wire import SheetCommand
from tests.server.guests import Guest
from tests.server.test_protocol_page import fits, parsed

ROOT = Path(__file__).parents[2]
SECTION = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8").partition("## Score sheets\n")[2]
SECTION = SECTION.partition("\n## ")[0]
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"((?:^    .+\n)+)", SECTION, re.MULTILINE)


def test_the_examples_are_answered_as_shown(guest: Guest) -> None:
    make, made, close, closed, shown = EXAMPLES
    path, _, body = make.strip().partition("\n")
    answer = guest.ask("POST", path.removeprefix("POST "), json.loads(body))
    assert fits(parsed(made), answer.json())
    sheet = answer.json()["sheet"]
    path, _, body = close.strip().partition("\n")
    answer = guest.ask("POST", path.removeprefix("POST ").replace("SHEET", sheet), json.loads(body))
    assert fits(parsed(closed), answer.json())
    assert fits(parsed(shown), guest.get(f"/api/sheets/{sheet}")["rounds"][0])


def test_the_table_of_commands_is_complete_and_says_who_may() -> None:
    rows = [line.strip("| ").split(" | ") for line in SECTION.splitlines() if line.startswith("| `")]
    found: set[str] = set()
    for written, who, _ in rows:
        command = msgspec.json.decode(written.strip("`"), type=SheetCommand)
        assert msgspec.to_builtins(command) == msgspec.json.decode(written.strip("`"))
        assert RIGHTS[type(command)][0] == {who}
        found.add(type(command).__struct_config__.tag)
    assert found == {member.__struct_config__.tag for member in get_args(SheetCommand)}


def test_the_file_of_the_readme_comes_to_what_it_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet, told = re.findall(r"```json\n(.+?)```", README, re.DOTALL)
    file = tmp_path / "sheet.json"
    file.write_text(sheet, encoding="utf-8")
    assert cli.main(["score", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {key: found[key] for key in json.loads(told)} == json.loads(told)
    (keys,) = re.findall(r"it prints `\{(.+?)\}`", README)
    assert set(found) == {key.strip('"') for key in keys.split(", ")}
