"""The command line: each command is there, and pays only for itself."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tablee import cli


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_each_command_has_its_module_and_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main([name, "--help"])
    assert end.value.code == 0
    assert f"usage: tablee {name}" in capsys.readouterr().out


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    shown = {line[:14].rstrip() for line in capsys.readouterr().out.splitlines()}
    assert {f"    {name}" for name in cli.COMMANDS} <= shown


@pytest.mark.parametrize("words", [[], ["nonsense"], ["serve", "--nonsense"], ["serve", "--port", "nine"]])
def test_bad_words_are_refused_on_standard_error(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(words)
    assert end.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "error:" in said.err


def test_the_command_line_itself_imports_no_heavy_part() -> None:
    heavy = {"litestar", "numba", "numpy", "sqlalchemy", "uvicorn"}
    code = "import sys, tablee.cli; tablee.cli.parser(); print(*sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert heavy.isdisjoint(shown.split())


def test_a_reader_that_has_had_enough_is_no_error() -> None:
    command = [sys.executable, "-m", "tablee", "rules", "skyjo"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as told:
        assert told.stdout is not None
        assert told.stderr is not None
        told.stdout.close()
        assert told.stderr.read() == b""
        assert told.wait() == 141
