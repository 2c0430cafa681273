"""What a monitoring system reads of the service."""

import asyncio

from prometheus_client.parser import text_string_to_metric_families

from domain.roles import Role
from endpoints.conftest import SEARCH
from endpoints.service import Service, serving
from turns.world import World, call


async def _read(service: Service) -> dict[tuple[str, tuple[str, ...]], float]:
    """Name and label values (labels by their names) -> value, once no turn runs."""
    for _ in range(200):
        read = await _read_now(service)
        if read["agent_turns_running", ()] == 0:
            return read
        await asyncio.sleep(0.01)
    raise AssertionError("a turn runs for ever")


async def _read_now(service: Service) -> dict[tuple[str, tuple[str, ...]], float]:
    answer = await service.http.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    return {
        (sample.name, tuple(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


async def test_turns_and_calls_are_counted() -> None:
    made_up = call("rm_rf_everything")
    async with serving(World([SEARCH, [made_up], "One dashboard."])) as service:
        await service.person(Role.ADMIN).say("find dashboards about sales")
        read = await _read(service)
    assert read["agent_turn_ends_total", ("stop",)] == 1
    assert read["agent_tool_calls_total", ("done", "search_dashboards")] == 1
    assert read["agent_tool_calls_total", ("failed", "unknown")] == 1


async def test_a_question_waits_until_it_is_decided(deleting: Service) -> None:
    person = deleting.person(Role.ADMIN)
    await person.say("delete dashboard 1")
    read = await _read(deleting)
    assert read["agent_confirmations_waiting", ()] == 1
    assert read["agent_turn_ends_total", ("awaiting_confirmation",)] == 1
    assert ("agent_tool_calls_total", ("done", "delete_dashboard")) not in read


async def test_requests_are_timed_by_template(service: Service) -> None:
    headers = service.person(Role.ADMIN).headers
    await service.http.get("/api/agent/conversations/a-secret-id", headers=headers)
    await service.http.get("/api/no-such/path", headers=headers)
    await service.http.request("HACK", "/api/agent/tools", headers=headers)
    read = await _read(service)
    template = ("GET", "/api/agent/conversations/{conversation_id}", "404")
    assert read["agent_request_seconds_count", template] == 1
    assert read["agent_request_seconds_count", ("GET", "", "404")] == 1
    assert not [labels for _, labels in read if "HACK" in labels or "a-secret-id" in str(labels)]


async def test_nothing_of_a_conversation_is_shown(service: Service) -> None:
    await service.person(Role.ADMIN).say("find dashboards about a canary")
    assert "canary" not in (await service.http.get("/metrics")).text
