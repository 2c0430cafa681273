"""The OpenAPI document: complete, stable, and what the frontend was generated from."""

from pathlib import Path

import pytest

from endpoints.service import Json, app_of
from entrypoints.export_openapi import described
from tool_surroundings import TEXTS
from turns.world import World

COMMITTED = Path(__file__).parents[2] / "frontend" / "openapi.json"
STREAMS = {"post_message", "post_decision", "get_events"}


def _operations() -> dict[str, Json]:
    paths = app_of(World([])).openapi()["paths"]
    return {
        operation["operationId"]: {**operation, "path": path, "method": method}
        for path, methods in paths.items()
        for method, operation in methods.items()
    }


OPERATIONS = _operations()


def test_the_committed_description_is_the_current_one() -> None:
    assert COMMITTED.read_text("utf-8") == described(TEXTS), (
        "run: .venv/bin/python -m entrypoints.export_openapi frontend/openapi.json"
    )


def test_operations_are_named_by_their_endpoints() -> None:
    assert set(OPERATIONS) >= STREAMS | {"get_session", "list_tools", "get_result", "health"}
    assert all(name.isidentifier() for name in OPERATIONS)


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_every_error_is_a_problem(name: str) -> None:
    responses = OPERATIONS[name]["responses"]
    errors = {status: told for status, told in responses.items() if status >= "400"}
    if name not in {"health", "metrics"}:
        assert {"500", "503"} <= set(errors)
    for told in errors.values():
        assert told["content"] == {
            "application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemShown"}}
        }


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_what_has_a_body_may_be_refused_for_it(name: str) -> None:
    if "requestBody" in OPERATIONS[name]:
        assert {"400", "413", "422"} <= set(OPERATIONS[name]["responses"])


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_what_needs_a_person_says_how(name: str) -> None:
    operation = OPERATIONS[name]
    if operation["path"].startswith("/api/") and name not in {"post_session", "post_login"}:
        assert operation["security"] == [{"bearer": []}, {"cookie": []}]
        assert "401" in operation["responses"]
    else:
        assert "security" not in operation


@pytest.mark.parametrize("name", sorted(STREAMS))
def test_streams_are_described(name: str) -> None:
    assert set(OPERATIONS[name]["responses"]["200"]["content"]) == {"text/event-stream"}


def test_every_name_that_is_used_is_explained() -> None:
    whole = app_of(World([])).openapi()
    known = whole["components"]["schemas"]

    def check(part: Json) -> None:
        if isinstance(part, dict):
            reference = part.get("$ref", "")
            assert not reference or reference.rpartition("/")[2] in known
            part = list(part.values())
        if isinstance(part, list):
            for each in part:
                check(each)

    check(whole)
    assert set(whole["components"]["securitySchemes"]) == {"bearer", "cookie"}
