"""What OpenAPI is told of answers that FastAPI cannot see for itself."""

from http import HTTPStatus
from typing import Any, Final, TypeAlias

from fastapi import FastAPI
from fastapi.routing import APIRoute

from domain.events import WIRE_NAMES
from entrypoints.http.problems import PROBLEM_JSON
from entrypoints.http.schemas import ProblemShown

Responses: TypeAlias = dict[int | str, dict[str, Any]]

# What any request with a body may meet: no JSON, too much of it, and not what was asked for.
BODY: Final = (400, 413, 422)
_PROBLEM: Final = {PROBLEM_JSON: {"schema": {"$ref": "#/components/schemas/ProblemShown"}}}


class DescribedApi(FastAPI):
    """Its OpenAPI knows ProblemShown, which no route returns in FastAPI's sense."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            described = super().openapi()
            schemas = described["components"]["schemas"]
            schemas["ProblemShown"] = ProblemShown.model_json_schema()
            for unused in ("HTTPValidationError", "ValidationError"):
                schemas.pop(unused, None)
            self.openapi_schema = described
        return self.openapi_schema


def operation_id(route: APIRoute) -> str:
    """The endpoint's name, so that a moved path renames nothing in generated clients."""
    return route.name


def problems(*statuses: int) -> Responses:
    """Problem JSON for these statuses, and for 500 and 503."""
    return {
        status: {"description": HTTPStatus(status).phrase, "content": _PROBLEM}
        for status in sorted({*statuses, 500, 503})
    }


def stream() -> Responses:
    """An event stream, each event as OpenAPI 3.2 describes one (FastAPI spells it so too)."""
    event = {
        "type": "object",
        "required": ["id", "event", "data"],
        "properties": {
            "id": {"type": "string", "pattern": "^[0-9]+$", "description": "For Last-Event-ID"},
            "event": {"type": "string", "enum": sorted(WIRE_NAMES.values())},
            "data": {
                "type": "string",
                "contentMediaType": "application/json",
                "description": "One JSON object on one line; an example of each: specs/events",
            },
        },
    }
    headers = {
        "X-Conversation-Id": {
            "description": "Of messages and decisions: the conversation.",
            "schema": {"type": "string"},
        }
    }
    content = {"text/event-stream": {"itemSchema": event}}
    return {200: {"description": "Events", "content": content, "headers": headers}}
