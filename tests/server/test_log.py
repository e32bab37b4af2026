"""The log: JSON or to be read, from a level on, and never what a variable holds."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tablee.server import log


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    yield
    log.set_up("json", "info")


def fail() -> None:
    name = bytes.fromhex("5ac3a96e6f626965").decode()  # else the traceback's own line would hold it
    raise ValueError(len(name))


def told(capsys: pytest.CaptureFixture[str]) -> str:
    log.log("started", streams=3)
    try:
        fail()
    except ValueError as error:
        log.log_exception("failed", error, stream="r1")
    return capsys.readouterr().err


def test_a_line_is_json_with_what_happened_when(capsys: pytest.CaptureFixture[str]) -> None:
    log.set_up("json", "info")
    first, second = map(json.loads, told(capsys).splitlines())
    assert first.pop("timestamp").endswith("Z")
    assert first == {"event": "started", "streams": 3, "level": "info"}
    assert (second["event"], second["stream"], second["level"]) == ("failed", "r1", "error")
    assert "ValueError: 7" in second["exception"]


def test_a_line_may_be_to_be_read_instead(capsys: pytest.CaptureFixture[str]) -> None:
    log.set_up("text", "info")
    lines = told(capsys)
    assert "started" in lines.splitlines()[0]
    assert "streams=3" in lines.splitlines()[0]
    assert "ValueError: 7" in lines
    assert "\x1b" not in lines  # no colours where it is no terminal


@pytest.mark.parametrize("form", log.FORMATS)
def test_values_of_variables_are_in_no_line(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    log.set_up(form, "info")
    lines = told(capsys)
    assert "fail" in lines
    assert "Zénobie" not in lines


@pytest.mark.parametrize("form", log.FORMATS)
def test_from_level_error_on_only_errors_are_written(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    log.set_up(form, "error")
    lines = told(capsys)
    assert "started" not in lines
    assert "failed" in lines
