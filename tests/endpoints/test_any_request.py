"""
Requests made up from the description: no 500, no undocumented status, type, header or shape.

A server of its own in a thread, since what makes the requests up is synchronous.
"""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from domain.roles import Role
from endpoints.listening import listening
from endpoints.service import app_of
from turns.world import World, call

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
]


schema = schemathesis.openapi.from_dict(app_of(World([])).openapi())


@dataclass(frozen=True)
class Listening:
    """Where the service is, and what lets an admin in."""

    url: str
    headers: dict[str, str]


@pytest.fixture(scope="module")
def api() -> Iterator[Listening]:
    started: Future[Listening] = Future()
    stop: Future[None] = Future()

    async def serve() -> None:
        world = World([[call("delete_dashboard", dashboard_id="1")], "Well."])
        async with listening(world) as (service, _):
            person = service.person(Role.ADMIN)
            await person.say("delete dashboard 1")
            started.set_result(Listening(str(service.http.base_url), person.headers))
            await asyncio.wrap_future(stop)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    yield started.result(30)
    stop.set_result(None)
    thread.join(10)


@schema.parametrize()
@settings(
    max_examples=15,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    database=None,
)
def test_any_request_is_answered_as_described(case: Case[Any], api: Listening) -> None:
    if case.operation.label.endswith("/events"):
        # A stream that follows ends when the service pleases.
        case.query = {**(case.query or {}), "follow": "false"}
    case.call_and_validate(base_url=api.url, headers=api.headers, checks=CHECKS)
