"""The locks: they name everything that pyproject.toml asks for, and no address to fetch it from."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
LOCKS = [ROOT / "requirements.lock", ROOT / "requirements-test.lock"]
NPM_LOCKS = [ROOT / "web" / "package-lock.json", ROOT / "tests" / "browser" / "package-lock.json"]


def locked(lock: Path) -> dict[str, list[Requirement]]:
    """The exact versions that a lock names, by package; several where they differ by Python's version."""
    found: dict[str, list[Requirement]] = {}
    for line in re.findall(r"^(\S.*?) \\$", lock.read_text(), re.MULTILINE):
        requirement = Requirement(line)
        found.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    return found


def asked_for(*extras: str) -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lists = [project["dependencies"], *(project["optional-dependencies"][extra] for extra in extras)]
    return [Requirement(text) for one in lists for text in one]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_has_no_address_and_a_hash_for_all(lock: Path) -> None:
    text = lock.read_text()
    assert "://" not in text
    assert "index-url" not in text
    for entry in re.split(r"\n(?=\S)", text.strip()):
        assert "--hash=sha256:" in entry


@pytest.mark.parametrize("lock", NPM_LOCKS, ids=lambda lock: lock.parent.name)
def test_an_npm_lock_has_no_address_and_a_hash_for_all(lock: Path) -> None:
    packages = json.loads(lock.read_text())["packages"]
    for path, package in packages.items():
        assert "resolved" not in package, path
        assert "integrity" in package or path == "", path


@pytest.mark.parametrize(("lock", "extras"), [(LOCKS[0], ["page"]), (LOCKS[1], ["page", "env", "test"])])
def test_a_lock_holds_what_the_project_asks_for(lock: Path, extras: list[str]) -> None:
    there = locked(lock)
    for requirement in asked_for(*extras):
        versions = [next(iter(one.specifier)).version for one in there.get(canonicalize_name(requirement.name), [])]
        assert versions, f"{requirement.name} is not locked"
        assert all(requirement.specifier.contains(version) for version in versions), requirement


def test_the_tests_run_on_the_versions_that_serve() -> None:
    serving, testing = (locked(lock) for lock in LOCKS)
    for name, requirements in serving.items():
        there = {str(one) for one in testing.get(name, [])}
        for requirement in requirements:
            # A package that only some systems serve with may be a test's on all of them.
            assert there & {str(requirement), f"{requirement.name}{requirement.specifier}"}, requirement
