"""kill -9 at every point of an approved deletion; nothing runs twice, nothing is lost silently."""

import time
from collections.abc import Callable

import pytest

from kills.conftest import Stage
from kills.running import Json

pytestmark = pytest.mark.superset


def kinds(events: list[Json]) -> list[str]:
    return [event["type"] for event in events if event["type"] != "token"]


def only(events: list[Json], kind: str) -> Json:
    (event,) = [event for event in events if event["type"] == kind]
    return event


def until(happens: Callable[[], bool]) -> None:
    give_up = time.monotonic() + 30
    while not happens():
        assert time.monotonic() < give_up
        time.sleep(0.01)


def test_killed_while_the_model_speaks(stage: Stage) -> None:
    body = {"message": "speak", "env_id": "ss-test"}
    seen: list[Json] = []
    for event in stage.service.stream("/api/agent/messages", body):
        seen.append(event)
        if event["type"] == "token" and stage.service.process is not None:
            stage.service.kill()
    events = stage.after(seen[0]["conversation_id"])
    assert events[: len(seen)] == seen
    assert kinds(events) == ["turn_started", "pipeline_result", "error", "done"]
    assert only(events, "error")["code"] == "interrupted"
    assert only(events, "done")["text"].startswith("word")
    stage.goes_on(seen[0]["conversation_id"])


def test_killed_before_the_claim_the_question_still_waits(stage: Stage) -> None:
    number = stage.dashboard("Killed before the claim")
    conversation_id, card = stage.asked(number)
    stage.service.point.write_text("before_claim")
    assert stage.service.decide(card, conversation_id) == []
    stage.service.wait_dead()
    events = stage.after(conversation_id)
    assert kinds(events) == ["turn_started", "pipeline_result", "confirm_required", "done"]
    assert stage.service.conversation(conversation_id)["confirmation"] == card
    assert stage.deletes(number) == 0
    events = stage.service.decide(card, conversation_id)
    assert only(events, "tool_end")
    assert stage.deletes(number) == 1
    assert not stage.exists(number)


@pytest.mark.parametrize("point", ["after_claim", "before_intent"])
def test_killed_after_the_claim_it_did_not_run_and_says_so(stage: Stage, point: str) -> None:
    number = stage.dashboard(f"Killed {point}")
    conversation_id, card = stage.asked(number)
    stage.service.point.write_text(point)
    stage.service.decide(card, conversation_id)
    stage.service.wait_dead()
    events = stage.after(conversation_id)
    error = only(events, "tool_error")
    assert (error["is_write_tool"], error["status_unknown"]) == (True, False)
    assert "did not run" in error["message"]
    assert only(events, "error")["code"] == "interrupted"
    assert len([event for event in events if event["type"] == "confirm_resolved"]) == 1
    assert stage.deletes(number) == 0
    assert stage.exists(number)
    assert stage.service.conversation(conversation_id)["confirmation"] is None
    stage.goes_on(conversation_id)
    again = stage.service.decide_status(card, conversation_id)
    assert again == (409, "already_decided")
    assert stage.deletes(number) == 0


def test_killed_after_the_intent_the_outcome_is_unknown(stage: Stage) -> None:
    number = stage.dashboard("Killed after the intent")
    conversation_id, card = stage.asked(number)
    stage.service.point.write_text("after_intent")
    stage.service.decide(card, conversation_id)
    stage.service.wait_dead()
    events = stage.after(conversation_id)
    error = only(events, "tool_error")
    assert error["status_unknown"] is True
    assert "Look in Superset" in error["message"]
    assert stage.deletes(number) == 0
    assert stage.exists(number)
    stage.goes_on(conversation_id)
    assert stage.deletes(number) == 0


def test_killed_again_and_again_in_the_recovery_it_is_told_once(stage: Stage) -> None:
    number = stage.dashboard("Killed while it recovers")
    conversation_id, card = stage.asked(number)
    stage.service.point.write_text("after_intent")
    stage.service.decide(card, conversation_id)
    stage.service.wait_dead()
    for point in ("before_record", "before_record", "after_record"):
        stage.service.die_starting(point)
    events = stage.after(conversation_id)
    assert only(events, "tool_error")["status_unknown"] is True
    assert only(events, "error")["code"] == "interrupted"
    assert stage.deletes(number) == 0
    stage.goes_on(conversation_id)


def test_killed_after_the_call_it_is_unknown_and_ran_once(stage: Stage) -> None:
    number = stage.dashboard("Killed after the call")
    conversation_id, card = stage.asked(number)
    path = f"/api/v1/dashboard/{number}"
    stage.proxy.trouble("DELETE", path, "delay", delay_s=60)
    for event in stage.service.stream(
        f"/api/agent/conversations/{conversation_id}/decisions",
        {
            "confirmation_id": card["confirmation_id"],
            "digest": card["digest"],
            "decision": "approve",
        },
    ):
        if event["type"] == "tool_start":
            until(lambda: not stage.exists(number))
            stage.service.kill()
    events = stage.after(conversation_id)
    assert only(events, "tool_error")["status_unknown"] is True
    assert stage.deletes(number) == 1
    stage.goes_on(conversation_id)
    lines = [line["facts"] for line in stage.service.audited() if line["kind"] == "execution"]
    mine = [facts for facts in lines if facts["confirmation_id"] == card["confirmation_id"]]
    assert [facts["outcome"] for facts in mine] == ["unknown"]
    stage.service.kill()
    assert only(stage.after(conversation_id), "tool_error")["status_unknown"] is True
    assert stage.deletes(number) == 1


@pytest.mark.parametrize("point", ["before_record", "after_record"])
def test_killed_around_the_record_it_is_told(stage: Stage, point: str) -> None:
    number = stage.dashboard(f"Killed {point}")
    conversation_id, card = stage.asked(number)
    stage.service.point.write_text(point)
    stage.service.decide(card, conversation_id)
    stage.service.wait_dead()
    events = stage.after(conversation_id)
    assert only(events, "tool_error")["status_unknown"] is True
    assert not stage.exists(number)
    assert stage.deletes(number) == 1
    stage.goes_on(conversation_id)


@pytest.mark.parametrize("point", ["before_waiting", "once_it_waits"])
def test_killed_between_two_questions_the_second_waits_on(stage: Stage, point: str) -> None:
    first, second = stage.dashboard("First of two"), stage.dashboard("Second of two")
    conversation_id, card = stage.asked(first, second)
    stage.service.point.write_text(point)
    events = stage.service.decide(card, conversation_id)
    if point == "once_it_waits":
        assert events[-1]["finish_reason"] == "awaiting_confirmation"
        stage.service.kill()
    stage.service.wait_dead()
    stage.after(conversation_id)
    card = stage.service.conversation(conversation_id)["confirmation"]
    assert card["target"]["id"] == second
    events = stage.service.decide(card, conversation_id)
    assert events[-1]["finish_reason"] == "stop"
    assert (stage.deletes(first), stage.deletes(second)) == (1, 1)


def test_killed_while_a_question_waits_it_waits_on(stage: Stage) -> None:
    number = stage.dashboard("Killed while it waits")
    conversation_id, card = stage.asked(number)
    stage.service.kill()
    events = stage.after(conversation_id)
    assert kinds(events)[-2:] == ["confirm_required", "done"]
    shown = stage.service.conversation(conversation_id)
    assert shown["state"] == "awaiting_confirmation"
    assert shown["confirmation"] == card
    events = stage.service.decide(card, conversation_id, "deny")
    assert kinds(events) == ["confirm_resolved", "tool_cancelled", "done"]
    assert stage.deletes(number) == 0
    stage.goes_on(conversation_id)


@pytest.mark.parametrize("action", ["drop", "bad_gateway"])
def test_a_lost_answer_is_unknown_and_asked_for_once(stage: Stage, action: Json) -> None:
    """write_tool_502, on the wire: the deletion happened, its answer did not arrive."""
    number = stage.dashboard(f"Lost by {action}")
    conversation_id, card = stage.asked(number)
    stage.proxy.trouble("DELETE", f"/api/v1/dashboard/{number}", action)
    events = stage.service.decide(card, conversation_id)
    error = only(events, "tool_error")
    assert (error["is_write_tool"], error["status_unknown"]) == (True, True)
    assert "tool_retry" not in kinds(events)
    assert stage.deletes(number) == 1
    assert not stage.exists(number)
    stage.goes_on(conversation_id)
