"""The build of the page: what makes it stale, and which Node builds it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import hatch_build


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    web = tmp_path / "web"
    (web / "src").mkdir(parents=True)
    (web / "src" / "main.ts").write_text("let a = 1")
    (web / "index.html").write_text("<html>")
    monkeypatch.setattr(hatch_build, "SOURCES", (web,))
    return web


def test_the_hash_tells_contents_names_and_new_files(web: Path) -> None:
    seen = {hatch_build.sources_hash()}
    (web / "src" / "main.ts").write_text("let a = 2")
    seen.add(hatch_build.sources_hash())
    (web / "src" / "main.ts").rename(web / "src" / "other.ts")
    seen.add(hatch_build.sources_hash())
    (web / "src" / "empty.ts").touch()
    seen.add(hatch_build.sources_hash())
    assert len(seen) == 4


def test_the_hash_passes_over_packages_and_hidden_files(web: Path) -> None:
    before = hatch_build.sources_hash()
    for path in ("node_modules/svelte/index.js", ".vite/deps.json", "src/.main.ts.swp"):
        (web / path).parent.mkdir(parents=True, exist_ok=True)
        (web / path).write_text("x")
    assert hatch_build.sources_hash() == before


def test_a_page_is_current_until_a_source_changes(web: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_build, "PAGE", tmp_path / "page")
    assert not hatch_build.is_page_current()
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / ".sources").write_text(hatch_build.sources_hash())
    assert hatch_build.is_page_current()
    (web / "index.html").write_text("<html lang=fr>")
    assert not hatch_build.is_page_current()


def test_the_node_of_a_package_build_is_the_one_of_a_clone() -> None:
    project = tomllib.loads((hatch_build.ROOT / "pyproject.toml").read_text())["project"]
    assert project["optional-dependencies"]["page"] == [hatch_build.NODE]
