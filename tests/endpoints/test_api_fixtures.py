"""
The ten API fixtures (design.md section 8): what is sent, and what must come.

Of an event a fixture names the fields that matter; `excludes` is one entry of `excluded`.
"""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from adapters.memory.superset.dashboards import MemoryDashboards
from application.ports.language_model import CallProposed
from domain.roles import Role
from endpoints.service import Json, frames_of, kinds, problem, serving
from turns.world import World

FOLDER = Path(__file__).parents[2] / "specs" / "fixtures" / "api"
NAMES = {
    "message_with_context",
    "message_without_context",
    "context_oversized",
    "context_bad_object_type",
    "context_broken_json",
    "confirm_required_prod",
    "confirm_required_dangerous",
    "permission_denied",
    "tool_timeout_read",
    "tool_timeout_write",
}


def test_the_ten_fixtures_are_there() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == NAMES


@pytest.mark.parametrize("name", sorted(NAMES))
async def test_the_service_answers_as_the_fixture_says(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixture = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    if "hangs" in fixture:
        monkeypatch.setattr(MemoryDashboards, fixture["hangs"].partition(".")[2], _hang)
    world = World(
        [_reply(reply) for reply in fixture["model"]],
        timeout_s=fixture.get("tool_timeout_s", 30.0),
    )
    async with serving(world) as service:
        person = service.person(Role(fixture["role"]))
        card: dict[str, str] = {}
        for exchange in fixture["exchanges"]:
            request, expected = _filled(exchange["request"], card), exchange["expect"]
            answer = await person.ask(request["method"], request["path"], request["body"])
            if "code" in expected:
                problem(answer, expected["status"], expected["code"])
            else:
                assert answer.status_code == expected["status"], answer.text
                frames = frames_of(answer.text)
                assert kinds(frames) == expected.get("types", kinds(frames))
                said = [frame.data for frame in frames]
                for event in expected.get("events", []):
                    _check_event(event, said)
                card = _card(said) or card
            assert world.audited("context_error") == _audited(expected, world)


async def _hang(*_: object) -> None:
    await asyncio.Event().wait()


def _reply(reply: Json) -> Json:
    if isinstance(reply, str):
        return reply
    return [CallProposed("", each["tool"], each["arguments"]) for each in reply]


def _filled(request: Json, card: Mapping[str, str]) -> Json:
    text = json.dumps(request)
    for name, value in card.items():
        text = text.replace(f"${name}", value)
    return json.loads(text)


def _card(said: list[Json]) -> dict[str, str] | None:
    for event in said:
        if event["type"] == "confirm_required":
            names = ("confirmation_id", "digest")
            metadata = {name: event["metadata"][name] for name in names}
            return {**metadata, "conversation_id": event["conversation_id"]}
    return None


def _check_event(expected: Json, said: list[Json]) -> None:
    (event,) = [event for event in said if event["type"] == expected["type"]]
    if "excludes" in expected:
        assert expected.pop("excludes") in event["excluded"]
    _check_part(expected, event)


def _check_part(expected: Json, found: Json) -> None:
    if not isinstance(expected, dict):
        assert found == expected
        return
    for name, value in expected.items():
        _check_part(value, found[name])


def _audited(expected: Json, world: World) -> list[Json]:
    found = world.audited("context_error")
    if "audited" not in expected:
        return []
    (line,) = found
    _check_part(expected["audited"], line)
    return found
