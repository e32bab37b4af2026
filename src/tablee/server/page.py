"""The built page: its files, how long they may be kept, and what a browser may run in them."""

from __future__ import annotations

import base64
import gzip
import hashlib
import mimetypes
import re
from collections.abc import Awaitable, Callable, MutableMapping
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

from .access import Devices

Headers = list[tuple[bytes, bytes]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

FOLDER = Path(__file__).parent.parent / "_web"
FOREVER = "public, max-age=31536000, immutable"  # for names that hold a hash of their content
ASK = "no-cache"  # keep it, but ask each time whether it is still the same

# Of every answer, the API's too.
SAFE: Headers = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
# What is no page runs and loads nothing.
NOTHING = (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'")
# The service worker fetches what it keeps: without that line no page would open without a network.
WORKER = (b"content-security-policy", b"default-src 'none'; connect-src 'self'; frame-ancestors 'none'")
# Styles on single elements place cards; they can load nothing that the other lines do not allow.
POLICY = (
    "default-src 'none'; script-src 'self'{scripts}; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# As wide as a phone: without that line its letters would be tiny there.
HEAD = '<!doctype html>\n<html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
NO_PAGE = """<title>Tablée</title>
<h1>Tablée</h1>
<p>La page n’a pas été construite. Lancez <code>python3 run.py serve</code> depuis le dossier du projet.</p>
<p lang="en">The page has not been built. Start <code>python3 run.py serve</code> from the project’s folder.</p>
</html>
"""

_INLINE = re.compile(r"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", re.DOTALL)
_TEXT = ("text/", "application/manifest+json", "image/svg+xml")
# What the machine's own tables may say otherwise.
_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class File:
    """A file of the page, ready to be sent."""

    def __init__(self, path: str, body: bytes) -> None:
        kind = _KINDS.get(Path(path).suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
        self.body = body
        self.digest = hashlib.sha256(body).hexdigest()
        self.etag = f'"{self.digest[:20]}"'.encode()
        self.headers: Headers = [
            (b"content-type", kind.encode()),
            (b"cache-control", (FOREVER if path.startswith("/assets/") else ASK).encode()),
            (b"etag", self.etag),
        ]
        if path.endswith(".html"):
            self.headers.append((b"content-security-policy", policy(body.decode()).encode()))
        elif path == "/sw.js":
            self.headers.append(WORKER)
        self.is_text = kind.startswith(_TEXT)

    @cached_property
    def packed(self) -> bytes | None:
        """The file as gzip, where that is shorter; made when it is first asked for."""
        packed = gzip.compress(self.body, mtime=0) if self.is_text else self.body
        return packed if len(packed) < len(self.body) else None


class Page:
    """The page as an ASGI application; whatever is no file is a place in the page and gets index.html."""

    def __init__(self, devices: Devices, folder: Path = FOLDER) -> None:
        self._devices = devices
        self._files: dict[str, File] = {}
        for file in sorted(folder.rglob("*")):
            if file.is_file() and not file.name.startswith("."):
                path = f"/{file.relative_to(folder).as_posix()}"
                self._files[path] = File(path, file.read_bytes())
        whole = " ".join(file.digest for file in self._files.values())
        # Which build this is: a page of another one is asked to load itself anew.
        self.build = hashlib.sha256(whole.encode()).hexdigest()[:12] if "/index.html" in self._files else "none"

    async def __call__(self, scope: MutableMapping[str, Any], send: Send) -> None:
        """Answers a request."""
        path: str = scope["path"]
        if scope["method"] not in ("GET", "HEAD"):
            await _answer(scope, send, 405, [(b"allow", b"GET, HEAD")], b"")
            return
        is_place = "." not in path.rpartition("/")[2]
        file = self._files.get("/index.html" if is_place else path)
        if file is None and is_place:
            headers = [(b"content-type", b"text/html; charset=utf-8"), (b"cache-control", b"no-store")]
            await _answer(scope, send, 503, headers, (HEAD.format(lang="fr") + NO_PAGE).encode())
        elif file is None:
            await _answer(scope, send, 404, [(b"cache-control", b"no-store")], b"")
        else:
            await self._send(scope, send, file, is_place=is_place)

    async def _send(self, scope: MutableMapping[str, Any], send: Send, file: File, *, is_place: bool) -> None:
        asked = dict(scope["headers"])
        headers = list(file.headers)
        # The first page makes a device somebody, before the page asks for anything.
        if is_place and self._devices.person(scope["headers"]) is None:
            cookie = self._devices.cookie(self._devices.new_person(), is_secure=scope["scheme"] == "https")
            headers.append((b"set-cookie", cookie.encode()))
        if file.etag in asked.get(b"if-none-match", b""):
            await _answer(scope, send, 304, headers, b"")
            return
        body = file.body
        if file.is_text:
            headers.append((b"vary", b"accept-encoding"))
            if b"gzip" in asked.get(b"accept-encoding", b"") and file.packed is not None:
                body = file.packed
                headers.append((b"content-encoding", b"gzip"))
        await _answer(scope, send, 200, headers, body)


def notice(lang: str, sentence: str) -> str:
    """Returns a document that says one sentence, for a browser that gets no page."""
    return f"{HEAD.format(lang=lang)}<title>Tablée</title>\n<h1>Tablée</h1>\n<p>{escape(sentence)}</p>\n</html>\n"


def policy(html: str) -> str:
    """Returns the content security policy of a document: scripts of this server, and those inside it by their hash."""
    hashes = [hashlib.sha256(script.encode()).digest() for script in _INLINE.findall(html)]
    return POLICY.format(scripts="".join(f" 'sha256-{base64.b64encode(digest).decode()}'" for digest in hashes))


async def _answer(scope: MutableMapping[str, Any], send: Send, status: int, headers: Headers, body: bytes) -> None:
    if all(name != NOTHING[0] for name, _ in headers):
        headers = [*headers, NOTHING]
    length = [] if status == 304 else [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *SAFE, *length]})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
