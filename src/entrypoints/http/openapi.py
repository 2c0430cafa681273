"""What OpenAPI is told of answers that FastAPI cannot see for itself."""

from typing import Any, TypeAlias

from entrypoints.http.schemas import ProblemShown

Responses: TypeAlias = dict[int | str, dict[str, Any]]


def problems(*statuses: int) -> Responses:
    """Problem JSON for these statuses, and for 500 and 503."""
    return {
        status: {"model": ProblemShown, "description": "Problem"}
        for status in sorted({*statuses, 500, 503})
    }


def stream() -> Responses:
    """An event stream."""
    schema = {"type": "string", "description": "Server-sent events, see specs/events"}
    return {200: {"content": {"text/event-stream": {"schema": schema}}, "description": "Events"}}
