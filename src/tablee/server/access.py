"""Who may do what: one table of commands and roles, and the signed cookie by which a device is the same person again.

A table's link is its key: whoever has it may follow as a spectator and, once a game is over, take its record. Ids of
streams and persons are long and random, so that nobody comes upon them.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import re
import secrets
import tempfile
from collections.abc import Iterable, Set
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Any

from itsdangerous import BadSignature, Signer

from ..day import RIGHTS as DAY_RIGHTS
from ..games.refusal import Refusal
from ..room import wire
from ..sheet import wire as sheet
from ..tournament import RIGHTS as TOURNAMENT_RIGHTS

SERVER = "server"  # the author of what the server itself does

# By command: which of the roles that an author has to a stream suffices, and the code of the refusal otherwise.
# What the roles are is said in `room.state.roles`, `sheet.state.roles` and `tournament.rights`.
RIGHTS: dict[type, tuple[Set[str], str]] = {
    wire.Create: ({"person"}, "server_may_not"),
    wire.Sit: ({"person"}, "server_may_not"),
    wire.Claim: ({"person"}, "server_may_not"),
    wire.Ready: ({"seat"}, "not_your_seat"),
    wire.Colour: ({"seat"}, "not_your_seat"),
    wire.Salt: ({"seat"}, "not_your_seat"),
    wire.Act: ({"seat"}, "not_your_seat"),
    wire.Pause: ({"seat"}, "not_your_seat"),
    wire.Leave: ({"seat"}, "not_your_seat"),
    wire.Return: ({"seat"}, "not_your_seat"),
    wire.Say: ({"seat"}, "not_your_seat"),
    wire.Offer: ({"seat", "host"}, "not_your_seat"),
    wire.SetSeat: ({"host"}, "host_only"),
    wire.SetSeats: ({"host"}, "host_only"),
    wire.Swap: ({"host"}, "host_only"),
    wire.Change: ({"host"}, "host_only"),
    wire.Allow: ({"host"}, "host_only"),
    wire.Start: ({"host"}, "host_only"),
    wire.Remove: ({"host"}, "host_only"),
    wire.Substitute: ({"host"}, "host_only"),
    wire.HandOver: ({"host"}, "host_only"),
    wire.Mute: ({"host"}, "host_only"),
    wire.Pace: ({"host"}, "host_only"),
    wire.End: ({"host"}, "host_only"),
    wire.Again: ({"host"}, "host_only"),
    wire.Gather: ({"host"}, "host_only"),
    wire.Secret: ({"server"}, "server_only"),
    wire.BotAct: ({"server"}, "server_only"),
    wire.Due: ({"server"}, "server_only"),
    wire.Presence: ({"server"}, "server_only"),
    wire.Resume: ({"server"}, "server_only"),
    wire.Convene: ({"server"}, "server_only"),
    wire.TakeOut: ({"server"}, "server_only"),
    wire.CallOff: ({"server"}, "server_only"),
    wire.Deliver: ({"server"}, "server_only"),
    sheet.NewSheet: ({"person"}, "server_may_not"),
    sheet.BecomeWriter: ({"person"}, "server_may_not"),
    sheet.Enter: ({"writer"}, "writer_only"),
    sheet.Finish: ({"writer"}, "writer_only"),
    sheet.Close: ({"writer"}, "writer_only"),
    sheet.Edit: ({"writer"}, "writer_only"),
    sheet.Delete: ({"writer"}, "writer_only"),
    sheet.Undo: ({"writer"}, "writer_only"),
    sheet.Redo: ({"writer"}, "writer_only"),
    sheet.Rename: ({"writer"}, "writer_only"),
    sheet.Reorder: ({"writer"}, "writer_only"),
    sheet.AddPlayer: ({"writer"}, "writer_only"),
    sheet.DropPlayer: ({"writer"}, "writer_only"),
    sheet.SetLength: ({"writer"}, "writer_only"),
    sheet.EndSheet: ({"writer"}, "writer_only"),
    sheet.Reopen: ({"writer"}, "writer_only"),
    sheet.Settle: ({"host"}, "sheet_host_only"),
    sheet.InviteWriter: ({"host"}, "sheet_host_only"),
    **TOURNAMENT_RIGHTS,
    **DAY_RIGHTS,
}


def check_may_look(roles: Set[str]) -> None:
    """Raises a `Refusal` where somebody has been sent away from a stream."""
    if "removed" in roles:
        raise Refusal("removed")


def check(roles: Set[str], command: Any) -> None:
    """Raises a `Refusal` where none of an author's roles allows a command."""
    check_may_look(roles)
    allowed, code = RIGHTS[type(command)]
    if not roles & allowed:
        raise Refusal(code)


# ---- Short codes

SHORT = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_READ_AS = str.maketrans("IO10", "JQJQ")  # never in a code; taken for what they most look like


def read_short_code(given: str) -> str:
    """Returns a short code as it stands in the list, or raises a `Refusal`."""
    found = "".join(given.upper().split()).replace("-", "").translate(_READ_AS)
    if len(found) != 6 or any(letter not in SHORT for letter in found):
        raise Refusal("short_unknown")
    return found


# ---- Devices

Headers = Iterable[tuple[bytes, bytes]]

COOKIE = "tablee"
COOKIE_AGE = 400 * 24 * 3600  # seconds; browsers keep none for longer
KEY_FILE = "secret.key"
SHORTEST_KEY = 32  # characters
SIGNING = "signing"  # the key's name where a database keeps it
_PERSON = re.compile(r"p[A-Za-z0-9_-]{22}")


def new_key() -> str:
    """Returns a fresh signing key."""
    return secrets.token_hex(32)


def key_from(file: Path) -> str | None:
    """Returns the signing key in a file; None where it is too short to be one."""
    key = file.read_text(encoding="ascii", errors="replace").strip()
    return key if len(key) >= SHORTEST_KEY else None


def key_in(data: Path) -> str:
    """Returns the signing key of a data folder, which only its owner may read; makes one where there is none.

    The folder is this server's alone (`app.py` locks it).
    """
    file = data / KEY_FILE
    if not file.exists():
        keep_key(data, new_key())
    return file.read_text(encoding="ascii").strip()


def keep_key(data: Path, key: str) -> None:
    """Keeps a signing key in a data folder."""
    handle, name = tempfile.mkstemp(dir=data, prefix=KEY_FILE)  # for its owner's eyes only from the start
    draft = Path(name)
    with os.fdopen(handle, "w") as made:
        made.write(key)
        made.flush()
        os.fsync(made.fileno())
    draft.replace(data / KEY_FILE)  # complete or not there


def is_same_origin(headers: Headers) -> bool:
    """Returns whether a request comes from a page of this very host, or from no page at all."""
    found = dict(headers)
    origin = found.get(b"origin")
    return origin is None or origin.partition(b"://")[2] == found.get(b"host")


class Devices:
    """Signs and reads the cookie of a device, and derives ids from the same key."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()
        self._signer = Signer(self._key, salt="tablee.device", digest_method=hashlib.sha256)

    def person(self, headers: Headers) -> str | None:
        """Returns the person of a request's cookie, None where it has none that was signed here."""
        cookies = dict(headers).get(b"cookie", b"").decode("latin-1")
        if COOKIE not in cookies:
            return None
        try:
            morsel = SimpleCookie(cookies).get(COOKIE)
            person = self._signer.unsign(morsel.value).decode() if morsel else ""
        except (CookieError, BadSignature, UnicodeDecodeError):
            return None
        return person if _PERSON.fullmatch(person) else None

    def new_person(self) -> str:
        """Returns the id of a person who was not here before."""
        return f"p{secrets.token_urlsafe(16)}"

    def cookie(self, person: str, *, is_secure: bool) -> str:
        """Returns the `Set-Cookie` header that makes a device a person's."""
        value = self._signer.sign(person).decode()
        secure = "; Secure" if is_secure else ""
        return f"{COOKIE}={value}; Max-Age={COOKIE_AGE}; Path=/; HttpOnly; SameSite=Lax{secure}"

    def no_cookie(self) -> str:
        """Returns the `Set-Cookie` header by which a device forgets whose it is."""
        return f"{COOKIE}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"

    def short_code(self, stream: str) -> str:
        """Returns the short code of a stream: six letters and digits that are not taken for each other."""
        number = int.from_bytes(hmac.new(self._key, f"short|{stream}".encode(), hashlib.sha256).digest()[:8])
        return "".join(SHORT[number // len(SHORT) ** place % len(SHORT)] for place in range(6))

    def stream_id(self, letter: str, person: str, command: str) -> str:
        """Returns the id of the stream that a person's command makes: the same again when it is repeated."""
        digest = hmac.new(self._key, f"{letter}|{person}|{command}".encode(), hashlib.sha256).digest()
        return letter + base64.urlsafe_b64encode(digest[:15]).decode()
