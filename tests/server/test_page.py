"""The page's files: types, caching, policy, compression, and what is said where the page was not built."""

from __future__ import annotations

import asyncio
import base64
import gzip
import hashlib
from pathlib import Path
from typing import Any

import pytest

from tablee.server.access import Devices
from tablee.server.page import ASK, FOREVER, Page, policy

SCRIPT = "console.log('é')\n" * 100


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    built = tmp_path / "web"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html><title>Tablée</title>" + " " * 500, encoding="utf-8")
    (built / "sw.js").write_text("// worker", encoding="utf-8")
    (built / "manifest.webmanifest").write_text("{}", encoding="utf-8")
    (built / "icon.png").write_bytes(b"\x89PNG" + bytes(1_000))
    (built / ".sources").write_text("stamp", encoding="utf-8")
    (built / "assets" / "index-abc.js").write_text(SCRIPT, encoding="utf-8")
    (built / "assets" / "font.woff2").write_bytes(b"wOF2")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    return built


def ask(page: Page, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    asked = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "scheme": "http", "headers": asked}
    asyncio.run(page(scope, send))
    start, body = sent
    return start["status"], {name.decode(): value.decode() for name, value in start["headers"]}, body["body"]


@pytest.fixture
def page(folder: Path) -> Page:
    return Page(Devices("key"), folder)


@pytest.mark.parametrize(
    ("path", "kind", "cache"),
    [
        ("/", "text/html; charset=utf-8", ASK),
        ("/index.html", "text/html; charset=utf-8", ASK),
        ("/sw.js", "text/javascript; charset=utf-8", ASK),
        ("/manifest.webmanifest", "application/manifest+json", ASK),
        ("/icon.png", "image/png", ASK),
        ("/assets/index-abc.js", "text/javascript; charset=utf-8", FOREVER),
        ("/assets/font.woff2", "font/woff2", FOREVER),
    ],
)
def test_types_and_caching(page: Page, path: str, kind: str, cache: str) -> None:
    status, headers, _ = ask(page, path)
    assert (status, headers["content-type"], headers["cache-control"]) == (200, kind, cache)
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/table/r123", "/rules/skyjo", "/anything", "/deep/er/"])
def test_places_of_the_page_get_its_document(page: Page, path: str) -> None:
    assert ask(page, path)[2] == ask(page, "/")[2]


@pytest.mark.parametrize(
    "path", ["/no.js", "/assets/no.css", "/../secret.txt", "/assets/../../secret.txt", "/.sources", "//etc/passwd.txt"]
)
def test_what_is_not_built_is_not_there(page: Page, path: str) -> None:
    status, _, body = ask(page, path)
    assert (status, body) == (404, b"")


def test_only_reading(page: Page) -> None:
    assert ask(page, "/", "POST")[0] == 405
    status, headers, body = ask(page, "/", "HEAD")
    assert (status, body) == (200, b"") and int(headers["content-length"]) > 500


def test_texts_are_compressed_where_that_is_understood(page: Page) -> None:
    _, headers, body = ask(page, "/assets/index-abc.js", accept_encoding="br, gzip")
    assert headers["content-encoding"] == "gzip" and headers["vary"] == "accept-encoding"
    assert gzip.decompress(body).decode() == SCRIPT and int(headers["content-length"]) == len(body)
    _, headers, body = ask(page, "/assets/index-abc.js")
    assert "content-encoding" not in headers and body.decode() == SCRIPT
    _, headers, _ = ask(page, "/icon.png", accept_encoding="gzip")
    assert "content-encoding" not in headers


def test_a_file_that_is_still_the_same_is_not_sent_again(page: Page) -> None:
    _, headers, _ = ask(page, "/sw.js")
    status, again, body = ask(page, "/sw.js", if_none_match=headers["etag"])
    assert (status, body) == (304, b"") and "content-length" not in again
    assert ask(page, "/sw.js", if_none_match='"other"')[0] == 200


def test_the_first_document_makes_a_device_somebody_and_later_ones_do_not(page: Page) -> None:
    _, headers, _ = ask(page, "/rules")
    assert "tablee=" in headers["set-cookie"]
    _, again, _ = ask(page, "/", cookie=headers["set-cookie"].partition(";")[0])
    assert "set-cookie" not in again
    assert "set-cookie" not in ask(page, "/sw.js")[1]


def test_the_policy_lets_only_this_servers_scripts_run(page: Page) -> None:
    found = dict(line.strip().partition(" ")[::2] for line in ask(page, "/")[1]["content-security-policy"].split(";"))
    assert found["default-src"] == "'none'" and found["script-src"] == "'self'" and found["style-src"] == "'self'"
    assert found["frame-ancestors"] == "'none'" and found["connect-src"] == "'self'"


def test_a_script_inside_the_document_is_let_run_by_its_hash() -> None:
    script = "\n  document.title = 'é'\n"
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    html = f'<script type="module" src="/a.js"></script><script>{script}</script>'
    assert f"script-src 'self' 'sha256-{digest}';" in policy(html)


def test_the_build_changes_with_any_file(folder: Path) -> None:
    before = Page(Devices("key"), folder).build
    assert Page(Devices("key"), folder).build == before
    (folder / "sw.js").write_text("// another worker", encoding="utf-8")
    assert Page(Devices("key"), folder).build != before


def test_a_page_that_was_not_built_says_how_to_build_it(tmp_path: Path) -> None:
    page = Page(Devices("key"), tmp_path / "none")
    status, headers, body = ask(page, "/")
    assert status == 503 and "python3 run.py serve" in body.decode() and headers["content-type"].startswith("text/html")
    assert page.build == "none"
    assert ask(page, "/sw.js")[0] == 404
