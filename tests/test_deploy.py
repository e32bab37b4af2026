"""The files and commands that docs/operations.md hands out are ones that this Tablée understands."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tablee import cli
from tablee.commands import serve
from tablee.server import backup

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
DOC = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
UNIT = (DEPLOY / "tablee.service").read_text(encoding="utf-8")


def understood(words: list[str]) -> dict[str, object]:
    """What a command line says, its program left out."""
    return vars(cli.parser(words[0]).parse_args(words))


def started_by_systemd() -> dict[str, object]:
    (line,) = re.findall(r"^ExecStart=(.+)$", UNIT, re.MULTILINE)
    return understood(shlex.split(line)[1:])


def started_in_the_container() -> dict[str, object]:
    (line,) = re.findall(r"^CMD (\[.+\])$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    return understood(json.loads(line)[1:])


def test_the_unit_starts_a_server_where_it_may_write() -> None:
    told = started_by_systemd()
    assert told["command"] == "serve"
    assert told["data"] == Path("/var/lib/tablee")
    assert "StateDirectory=tablee\n" in UNIT
    assert told["metrics"] == ("127.0.0.1", 9100)
    assert told["host"] == "127.0.0.1"  # the proxy's alone
    assert told["behind_proxy"] == ["127.0.0.1"]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "tablee.service"
    unit.write_text(UNIT.replace("/opt/tablee/bin/tablee", sys.executable))
    command = ["systemd-analyze", "verify", "--man=no", str(unit)]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    ours = [line for line in told.stderr.splitlines() if "tablee" in line]
    assert ours == []


def test_the_container_serves_all_it_is_asked_from_where_it_keeps_things() -> None:
    told = started_in_the_container()
    assert (told["host"], told["port"], told["data"]) == ("0.0.0.0", 8000, Path("/data"))  # noqa: S104
    text = (DEPLOY / "Containerfile").read_text()
    assert "VOLUME /data" in text
    assert "EXPOSE 8000" in text
    for copied in re.findall(r"-r (\S+)", text):
        assert (ROOT / copied).exists()


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_a_proxy_sends_everything_to_where_the_unit_listens_and_nothing_to_metrics(name: str) -> None:
    text = (DEPLOY / name).read_text()
    assert text.count("{") == text.count("}")
    told = started_by_systemd()
    assert re.search(rf"127\.0\.0\.1:{told['port']}\b", text)
    assert "9100" not in text


def test_nginx_passes_on_what_the_server_looks_at() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    passed = {"Host": "http_host", "X-Forwarded-For": "remote_addr", "X-Forwarded-Proto": "scheme"}
    for header in (*(f"{name} ${value}" for name, value in passed.items()), "Upgrade $http_upgrade"):
        assert f"proxy_set_header {header};" in text


def commands_in_the_documentation() -> list[str]:
    indented = re.findall(r"^    (?:\S+ )?tablee (.+)$", DOC, re.MULTILINE)
    quoted = re.findall(r"`tablee ([a-z]+ [^`…]*)`", DOC)
    return [line for line in (*indented, *quoted) if "--help" not in line]


def test_the_documentation_shows_commands() -> None:
    assert {line.split()[0] for line in commands_in_the_documentation()} >= {
        "serve",
        "backup",
        "restore",
        "export",
        "import",
        "purge",
        "doctor",
    }


@pytest.mark.parametrize("line", commands_in_the_documentation())
def test_a_command_in_the_documentation_is_understood(line: str) -> None:
    understood(shlex.split(line.partition("  #")[0]))


def test_every_option_of_the_server_is_in_the_documentation() -> None:
    import argparse

    parser = argparse.ArgumentParser()
    serve.add_arguments(parser)
    options = {word for action in parser._actions for word in action.option_strings if word.startswith("--")}
    assert {option for option in options - {"--help"} if f"`{option}" not in DOC and f" {option}" not in DOC} == set()


def test_lines_of_a_backup_in_the_documentation_are_ones() -> None:
    shown = re.findall(r'^(\["row".+\])$', DOC, re.MULTILINE)
    assert shown
    for line in shown:
        assert isinstance(msgspec.json.decode(line, type=backup.Line), backup.RowLine)
    kinds = (backup.Head, backup.RowLine, backup.PersonLine, backup.TextLine, backup.End)
    assert [kind for kind in kinds if f"\n| `{kind.__struct_config__.tag}` |" not in DOC] == []


def test_files_that_the_documentation_names_are_there() -> None:
    for path in re.findall(r"\]\(\.\./(deploy/[^)]+)\)", DOC):
        assert (ROOT / path).is_file()
    assert set(re.findall(r"\.\./deploy/([\w.]+)", DOC)) == {file.name for file in DEPLOY.iterdir()}
