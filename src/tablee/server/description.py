"""The description of the HTTP side under /openapi, with what the framework does not know: how requests are refused."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

METHODS = ("get", "post", "put")


class Refusing(msgspec.Struct, omit_defaults=True):
    """A request was refused and changed nothing."""

    code: str
    sentence: str
    setting: str | None = None
    round: int | None = None  # that it is about, from 1
    player: int | None = None  # the same, by place in the order


class Description(JsonRenderPlugin):
    """Renders the description; every request can be refused, and all are refused alike."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Returns the description as JSON."""
        _, components = msgspec.json.schema_components([Refusing], ref_template="#/components/schemas/{name}")
        told = {
            "description": "The request is refused and has changed nothing.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refusing"}}},
        }
        paths: dict[str, Any] = {
            path: {name: _refused(part, told) if name in METHODS else part for name, part in parts.items()}
            for path, parts in openapi_schema["paths"].items()
        }
        schemas = {**openapi_schema["components"]["schemas"], **components}
        whole = {**openapi_schema, "paths": paths, "components": {**openapi_schema["components"], "schemas": schemas}}
        renderer: Any = super()
        return renderer.render_json(request, whole)


def _refused(operation: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """Returns an operation with our refusals in the place of the framework's."""
    responses = {status: said for status, said in operation["responses"].items() if status != "400"}
    return {**operation, "responses": {**responses, "default": told}}
