"""POST decisions and cancel."""

import asyncio
from datetime import timedelta

import pytest

from domain.roles import Role
from endpoints.service import Frame, Json, Service, conversation, frames_of, kinds, problem


async def _card(service: Service, role: Role = Role.ADMIN) -> Json:
    frames = await service.person(role).say("delete dashboard 1")
    assert kinds(frames)[-2:] == ["confirm_required", "done"]
    return frames[-2].data


def _is_there(service: Service) -> bool:
    return "1" in service.world.dev.dashboards


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"confirmation_id": None}, 422, "invalid_request"),  # G04
        ({"digest": None}, 422, "digest_required"),
        ({"digest": "sha256:" + "0" * 64}, 409, "digest_mismatch"),
        ({"digest": "x" * 101}, 422, "invalid_request"),
        ({"decision": "Approve"}, 422, "invalid_request"),
        ({"decision": None}, 422, "invalid_request"),
        ({"reason": "x" * 1001}, 422, "invalid_request"),
        ({"arguments": []}, 422, "invalid_request"),
        ({"user": "local:ann"}, 422, "invalid_request"),
    ],
)
async def test_a_decision_that_is_not_right_decides_nothing(
    deleting: Service, changed: Json, status: int, code: str
) -> None:
    card = await _card(deleting)
    problem(await deleting.person().decide(card, **changed), status, code)
    assert _is_there(deleting)
    waiting = await deleting.person().get(conversation(card))
    assert waiting["confirmation"] == card["metadata"]


async def test_an_unknown_confirmation_is_not_found(deleting: Service) -> None:
    card = await _card(deleting)
    answer = await deleting.person().decide(card, confirmation_id="unknown")
    assert answer.status_code == 404
    assert _is_there(deleting)


async def test_a_yes_after_half_an_hour_is_too_late(deleting: Service) -> None:
    card = await _card(deleting)
    deleting.world.clock.advance(timedelta(minutes=30))
    problem(await deleting.person().decide(card), 409, "confirmation_expired")
    assert _is_there(deleting)
    assert (await deleting.person().get(conversation(card)))["state"] == "idle"


async def test_an_approval_with_a_token_whose_time_is_over_is_refused(deleting: Service) -> None:
    """J03."""
    card = await _card(deleting)
    ann = deleting.person()
    deleting.world.clock.advance(timedelta(hours=2))
    problem(await ann.decide(card), 401, "session_expired")
    assert _is_there(deleting)


async def test_a_role_lowered_meanwhile_runs_nothing(deleting: Service) -> None:
    """J04: what counts is the token of the request that decides."""
    card = await _card(deleting)
    answer = await deleting.person(Role.VIEWER).decide(card)
    assert answer.status_code == 200
    frames = frames_of(answer.text)
    assert "permission_denied" in kinds(frames)
    assert frames[-1].type == "done"
    assert _is_there(deleting)


async def test_a_no_cancels_the_call(deleting: Service) -> None:
    card = await _card(deleting)
    frames = frames_of((await deleting.person().decide(card, "deny", reason="not today")).text)
    assert kinds(frames)[:2] == ["confirm_resolved", "tool_cancelled"]
    assert frames[0].data["reason"] == "not today"
    assert frames[-1].data["finish_reason"] == "stop"
    assert _is_there(deleting)


async def test_a_yes_goes_on_with_the_turn(deleting: Service) -> None:
    card = await _card(deleting)
    answer = await deleting.person().decide(card)
    frames = frames_of(answer.text)
    assert kinds(frames) == ["confirm_resolved", "tool_start", "tool_end", "token", "done"]
    assert {f.data["turn_id"] for f in frames} == {card["turn_id"]}
    assert frames[0].seq == 5, "no event is shown twice"
    assert answer.headers["x-conversation-id"] == card["conversation_id"]
    assert not _is_there(deleting)


async def test_a_second_yes_comes_too_late(deleting: Service) -> None:
    card = await _card(deleting)
    await deleting.person().decide(card)
    problem(await deleting.person().decide(card), 409, "already_decided")


async def test_of_many_at_once_one_decides(deleting: Service) -> None:
    card = await _card(deleting)
    ann = deleting.person()
    answers = await asyncio.gather(*(ann.decide(card) for _ in range(20)))
    assert sorted(a.status_code for a in answers) == [200] + [409] * 19
    assert deleting.world.dev.calls["dashboards.delete"] == 1


def _nested(depth: int) -> Json:
    return [_nested(depth - 1)] if depth else "1"


@pytest.mark.parametrize(
    "arguments",
    [
        {"dashboard_id": "\ud800"},
        {"\ud800": "1"},
        {"dashboard_id": float("nan")},
        {"dashboard_id": float("inf")},
        {"dashboard_id": 10**400},
        {"dashboard_id": [{"deep": 2**63}]},
        {"dashboard_id": _nested(30)},
    ],
)
async def test_arguments_that_no_store_can_keep_are_refused(
    deleting: Service, arguments: Json
) -> None:
    card = await _card(deleting)
    problem(await deleting.person().decide(card, arguments=arguments), 422, "invalid_request")
    assert (await deleting.person().get(conversation(card)))["confirmation"] == card["metadata"]


@pytest.mark.parametrize(
    "arguments",
    [
        {"dashboard_id": "\x00"},
        {"dashboard_id": {"deep": [[1e308, 2**63 - 1]]}},
        {"dashboard_id": _nested(19)},
        {"dashboard_id": "x" * 10_000},
        {"unknown": "1"},
    ],
)
async def test_odd_arguments_are_told_in_the_turn(deleting: Service, arguments: Json) -> None:
    card = await _card(deleting)
    answer = await deleting.person().decide(card, arguments=arguments)
    said = kinds(frames_of(answer.text))
    assert (said[-1], "error" in said) == ("done", False)
    assert "tool_error" in said
    assert deleting.world.dev.calls["dashboards.delete"] == 0


async def test_changed_arguments_are_asked_for_anew(deleting: Service) -> None:
    card = await _card(deleting)
    ann = deleting.person()
    frames = frames_of((await ann.decide(card, arguments={"dashboard_id": "2"})).text)
    assert kinds(frames) == ["confirm_resolved", "confirm_required", "done"]
    assert frames[0].data["decision"] == "replaced"
    new = frames[1].data
    assert new["metadata"]["target"]["title"] == "Выручка по магазинам"
    assert (await ann.decide(new)).status_code == 200
    assert set(deleting.world.dev.dashboards) == {"1", "3"}


async def test_cancelling_drops_what_waits(deleting: Service) -> None:
    card = await _card(deleting)
    ann = deleting.person()
    assert (await ann.ask("POST", f"{conversation(card)}/cancel")).status_code == 204
    assert (await ann.ask("POST", f"{conversation(card)}/cancel")).status_code == 204
    whole = await ann.get(conversation(card))
    assert (whole["state"], whole["confirmation"]) == ("idle", None)
    assert [turn["finish_reason"] for turn in whole["turns"]] == ["cancelled"]
    problem(await ann.decide(card), 409, "already_decided")


async def test_one_card_waits_at_a_time(deleting: Service) -> None:
    def is_card(frame: Frame) -> bool:
        return frame.type == "confirm_required"

    card = await _card(deleting)
    events = await deleting.person().ask("GET", f"{conversation(card)}/events?follow=false")
    assert len(list(filter(is_card, frames_of(events.text)))) == 1
