"""run.py: what it needs of the machine, what it remembers, and that it keeps out of a command's way."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import run
from tablee import __version__

RUN = Path(run.__file__)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project's folder with a lock, and an environment that looks made."""
    monkeypatch.setattr(run, "ROOT", tmp_path)
    monkeypatch.setattr(run, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(run, "PYTHON", tmp_path / ".venv" / "python")
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "python").touch()
    (tmp_path / "a.lock").write_text("a==1")
    return tmp_path


def stamped(lock: Path) -> bool:
    stamp, content = run.stamp_of(lock)
    stamp.write_text(content)
    return run.is_installed(lock)


def test_a_lock_is_installed_again_when_it_changes(folder: Path) -> None:
    lock = folder / "a.lock"
    assert not run.is_installed(lock)
    assert stamped(lock)
    lock.write_text("a==2")
    assert not run.is_installed(lock)


def test_a_lock_is_installed_again_when_the_folder_has_moved(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert stamped(folder / "a.lock")
    monkeypatch.setattr(run, "ROOT", folder / "elsewhere")
    assert not run.is_installed(folder / "a.lock")


def test_a_lock_is_installed_again_when_the_environment_lost_its_python(folder: Path) -> None:
    assert stamped(folder / "a.lock")
    run.PYTHON.unlink()
    assert not run.is_installed(folder / "a.lock")


def test_without_ensurepip_one_sentence_names_the_package(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run.PYTHON.unlink()
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(SystemExit) as end:
        run.install(folder / "a.lock")
    assert f"install the package python3.{sys.version_info.minor}-venv" in str(end.value)
    assert "\n" not in str(end.value)


def test_an_older_python_is_told_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 4))
    with pytest.raises(SystemExit, match=r"Python 3\.11 or newer is needed"):
        run.main(["serve"])


def test_a_command_of_tablee_has_standard_output_to_itself() -> None:
    done = subprocess.run([sys.executable, RUN, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"tablee {__version__}\n"


def test_what_is_compiled_is_kept_whatever_the_surroundings_say(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[dict[str, str]] = []

    def become(*_: str | Path) -> None:
        started.append(dict(os.environ))

    monkeypatch.setattr(run, "install", lambda: None)
    monkeypatch.setattr(run, "become", become)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    run.main(["verify", "x"])
    assert "PYTHONDONTWRITEBYTECODE" not in started[0]


def test_help_tells_of_both_kinds_of_commands() -> None:
    done = subprocess.run([sys.executable, RUN, "--help"], capture_output=True, text=True, check=True)
    assert "python3 run.py dev" in done.stdout
    assert "serve" in done.stdout.split("COMMAND", 2)[-1]


def test_an_unknown_benchmark_is_refused_with_the_names_there_are() -> None:
    done = subprocess.run([sys.executable, RUN, "bench", "nonsense"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "say which benchmark" in done.stderr
