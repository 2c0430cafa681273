"""Old clients decide by words, with all that holds over HTTP."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from domain.roles import Role
from endpoints.service import Json, Service
from gradio_clients.clients import (
    API,
    arguments,
    direct_call,
    events_of,
    kinds,
    raw_call,
    real_call,
    refusal,
    run_client,
)

APPROVED = ["confirm_resolved", "tool_start", "tool_end", "token", "done"]
WAITS = ["error", "confirm_required", "done"]


async def _say(service: Service, message: str, **more: Json) -> list[Json]:
    return await direct_call(service, arguments(service, message, **more))


async def _card(service: Service) -> Json:
    events = await _say(service, "delete dashboard 1")
    assert kinds(events)[-2:] == ["confirm_required", "done"]
    assert events[-1]["finish_reason"] == "awaiting_confirmation"
    return events[-2]


def _is_there(service: Service) -> bool:
    return "1" in service.world.dev.dashboards


@pytest.mark.parametrize("word", ["confirm", "подтвердить", " confirm\n"])
async def test_yes_runs_it(deleting_behind: Service, word: str) -> None:
    card = await _card(deleting_behind)
    events = await _say(deleting_behind, word)
    assert kinds(events) == APPROVED
    assert {event["turn_id"] for event in events} == {card["turn_id"]}
    assert (events[0]["decision"], events[0]["by"]) == ("approve", "local:ann")
    assert not _is_there(deleting_behind)


@pytest.mark.parametrize("word", ["deny", "отклонить"])
async def test_no_cancels_the_call(deleting_behind: Service, word: str) -> None:
    await _card(deleting_behind)
    events = await _say(deleting_behind, word)
    assert kinds(events)[:2] == ["confirm_resolved", "tool_cancelled"]
    assert events[0]["decision"] == "deny"
    assert events[-1]["finish_reason"] == "stop"
    assert _is_there(deleting_behind)


@pytest.mark.parametrize("word", ["cancel", "отмена"])
async def test_cancel_ends_the_turn(deleting_behind: Service, word: str) -> None:
    await _card(deleting_behind)
    events = await _say(deleting_behind, word)
    assert events[0]["type"] == "confirm_resolved"
    assert events[0]["decision"] == "cancelled"
    assert events[-1]["finish_reason"] == "cancelled"
    assert _is_there(deleting_behind)
    assert kinds(await _say(deleting_behind, "confirm"))[0] == "turn_started"


@pytest.mark.parametrize(
    "message",
    [
        "yes",
        "ok",
        "да",
        "Confirm",
        "CONFIRM",
        "confirm it",
        "confirm.",
        '"confirm"',
        "Отмена",
        "сonfirm",
    ],
)
async def test_anything_else_says_so_and_changes_nothing(
    deleting_behind: Service, message: str
) -> None:
    card = await _card(deleting_behind)
    events = await _say(deleting_behind, message)
    assert kinds(events) == WAITS
    assert (events[0]["status"], events[0]["code"]) == (409, "confirmation_pending")
    assert "confirm" in events[0]["message"]
    assert events[1]["metadata"] == card["metadata"]
    assert events[2]["finish_reason"] == "awaiting_confirmation"
    assert _is_there(deleting_behind)
    assert kinds(await _say(deleting_behind, "confirm")) == APPROVED


@pytest.mark.parametrize("word", ["confirm", "отклонить", "cancel"])
async def test_without_a_confirmation_a_word_is_a_message(behind: Service, word: str) -> None:
    first = await _say(behind, word)
    assert first[0]["type"] == "turn_started"
    again = await _say(behind, word)
    assert (again[0]["type"], again[-1]["finish_reason"]) == ("turn_started", "stop")


async def test_words_decide_in_their_own_conversation_only(deleting_behind: Service) -> None:
    await _card(deleting_behind)
    other = await _say(deleting_behind, "confirm", conv="other")
    assert other[0]["type"] == "turn_started"
    assert _is_there(deleting_behind)


async def test_another_user_decides_nothing(deleting_behind: Service) -> None:
    await _card(deleting_behind)
    await _say(deleting_behind, "confirm", user="local:bob")
    assert _is_there(deleting_behind)


async def test_only_what_was_shown_here_is_approved(deleting_behind: Service) -> None:
    """The page changes an argument meanwhile: another card waits than the client has seen."""
    card = await _card(deleting_behind)
    changed = {"dashboard_id": "2"}
    await deleting_behind.person().decide(card, arguments=changed)
    events = await _say(deleting_behind, "confirm")
    assert kinds(events) == WAITS
    assert events[1]["metadata"]["digest"] != card["metadata"]["digest"]
    assert {"1", "2"} <= set(deleting_behind.world.dev.dashboards)
    assert kinds(await _say(deleting_behind, "confirm")) == APPROVED
    assert "2" not in deleting_behind.world.dev.dashboards
    assert _is_there(deleting_behind)


async def test_what_was_not_shown_here_may_be_denied(deleting_behind: Service) -> None:
    card = await _card(deleting_behind)
    await deleting_behind.person().decide(card, arguments={"dashboard_id": "2"})
    assert kinds(await _say(deleting_behind, "deny"))[0] == "confirm_resolved"


async def test_what_moved_is_asked_anew(deleting_behind: Service) -> None:
    await _card(deleting_behind)
    dashboards = deleting_behind.world.dev.dashboards
    dashboards["1"] = replace(dashboards["1"], title="Something else")
    events = await _say(deleting_behind, "confirm")
    assert "confirm_required" in kinds(events)
    assert _is_there(deleting_behind)
    assert kinds(await _say(deleting_behind, "confirm")) == APPROVED


async def test_a_call_for_a_single_value_cannot_approve(deleting: Service) -> None:
    """It never sees the card."""
    ends = [await _single(deleting, m) for m in ("delete dashboard 1", "what?", "confirm") * 2]
    assert {end["finish_reason"] for end in ends} == {"awaiting_confirmation"}
    assert _is_there(deleting)
    assert (await _single(deleting, "deny"))["finish_reason"] == "stop"


async def _single(service: Service, message: str) -> Json:
    body = {"data": arguments(service, message)}
    answer = await service.http.post(f"{API}/run/agent_handler", json=body)
    (done,) = events_of(answer.json()["data"])
    return done


async def test_a_yes_after_half_an_hour_is_too_late(deleting_behind: Service) -> None:
    await _card(deleting_behind)
    deleting_behind.world.clock.advance(timedelta(minutes=30))
    refusal(await _say(deleting_behind, "confirm"), 409, "confirmation_expired")
    assert _is_there(deleting_behind)
    assert (await _say(deleting_behind, "hello"))[0]["type"] == "turn_started"


async def test_an_approval_with_a_token_whose_time_is_over_is_refused(
    deleting_behind: Service,
) -> None:
    await _card(deleting_behind)
    sent = arguments(deleting_behind, "confirm")
    deleting_behind.world.clock.advance(timedelta(hours=2))
    refusal(await direct_call(deleting_behind, sent), 401, "session_expired")
    assert _is_there(deleting_behind)


async def test_a_role_lowered_meanwhile_runs_nothing(deleting_behind: Service) -> None:
    await _card(deleting_behind)
    events = await _say(deleting_behind, "confirm", role=Role.VIEWER)
    assert "permission_denied" in kinds(events)
    assert _is_there(deleting_behind)


async def test_of_many_at_once_one_decides(deleting_behind: Service) -> None:
    await _card(deleting_behind)
    answers = await asyncio.gather(*(_say(deleting_behind, "confirm") for _ in range(10)))
    assert sum(kinds(events) == APPROVED for events in answers) == 1
    assert deleting_behind.world.dev.calls["dashboards.delete"] == 1


@pytest.mark.parametrize(("kind", "word"), [("python", "confirm"), ("node", "подтвердить")])
async def test_real_clients_confirm(deleting: Service, kind: str, word: str) -> None:
    calls = [
        {"how": "submit", "arguments": arguments(deleting, message)}
        for message in ("delete dashboard 1", word)
    ]
    asked, decided = [events_of(values) for values in await run_client(deleting, kind, calls)]
    assert kinds(asked)[-2:] == ["confirm_required", "done"]
    assert kinds(decided) == APPROVED
    assert not _is_there(deleting)


async def test_different_clients_meet_in_one_conversation(deleting: Service) -> None:
    await raw_call(deleting.http, arguments(deleting, "delete dashboard 1"))
    assert kinds(await real_call(deleting, "python", arguments(deleting, "confirm"))) == APPROVED
