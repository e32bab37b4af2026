"""What every handler under /api asks of a request: who asks, in which language, how often; how a file is answered."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter

from ..games.refusal import Refusal
from ..words import LANGS, preferred
from .kinds import Kind
from .rates import Rates, network_of

Asked = Request[Any, Any, Any]
Lang = Annotated[str | None, QueryParameter(name="lang", description="fr or en: of titles and sentences")]

# In the description, of an answer that is saved as a file.
JSON_FILE = {200: ResponseSpec(dict[str, Any], generate_examples=False, description="The file")}


class Kept(msgspec.Struct):
    """A command was accepted and kept."""

    seq: int


def language(request: Asked, asked: str | None = None) -> str:
    """Returns the language asked for, or raises a `Refusal` where it is not known; else one the browser prefers."""
    asked = asked or request.query_params.get("lang") or request.scope["state"].get("lang")
    if asked:
        if asked not in LANGS:
            raise Refusal("language_unknown", language=asked[:40], known=", ".join(LANGS))
        return asked
    return preferred(request.headers.get("accept-language", ""))


def check_rate(rates: Rates, what: str, request: Asked) -> None:
    """Raises a `Refusal` where who asks, or their network, has asked too often."""
    client = request.client
    rates.check(what, person_of(request), network_of(client.host if client else ""))


def person_of(request: Asked) -> str:
    """Returns whom the cookie stands for."""
    return request.scope["state"]["person"]


def checked(stream: str, kind: Kind) -> str:
    """Returns the id of a stream of a kind, or raises a `Refusal`."""
    if not stream.startswith(kind.letter):
        raise Refusal(kind.unknown)
    return stream


def file(content: str | bytes, media_type: str, name: str) -> Response[bytes]:
    """Returns an answer that is saved under a name."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    data = content.encode() if isinstance(content, str) else content
    return Response(data, media_type=media_type, headers=headers)
