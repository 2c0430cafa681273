"""What a decision must be to be taken, and what it leaves behind."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from returns.result import Failure

from application.ports.turn_runner import ConfirmationWaits, DigestMissing
from domain.confirmation import ClaimRefused, Decision, Verdict
from domain.conversation import ConversationUnknown
from turns.world import World, call, every, only, types

DELETE = call("delete_dashboard", dashboard_id="1")
ANN = "local:ann"


async def asked() -> World:
    world = World([[DELETE], "That is that."])
    await world.send("delete dashboard 1")
    return world


async def test_an_approval_without_its_digest_is_refused() -> None:
    world = await asked()
    card = await world.waiting()
    refused = await world.refused_decision(card, Decision(Verdict.APPROVE, ANN))
    assert isinstance(refused, DigestMissing)
    assert await world.waiting() == card


@pytest.mark.parametrize("verdict", [Verdict.APPROVE, Verdict.DENY])
async def test_a_wrong_digest_is_refused_and_the_question_stays(verdict: Verdict) -> None:
    world = await asked()
    card = await world.waiting()
    wrong = Decision(verdict, ANN, f"sha256:{'0' * 64}")  # type: ignore[arg-type]
    assert await world.refused_decision(card, wrong) == ClaimRefused("digest_mismatch")
    assert await world.waiting() == card
    assert only(await world.decide(), "tool_end")


async def test_an_unknown_confirmation_is_refused() -> None:
    world = await asked()
    card = await world.waiting()
    refused = await world.refused_decision({**card, "confirmation_id": "nonsense"})
    assert refused == ClaimRefused("confirmation_unknown")


async def test_a_confirmation_of_another_conversation_is_refused() -> None:
    """G04: an answer names its question; an open one elsewhere is not meant."""
    world = World([[DELETE], [DELETE], "."])
    await world.send("delete dashboard 1")
    first, elsewhere = world.conversation_id, await world.waiting()
    world.conversation_id = None
    await world.send("delete dashboard 1")
    assert world.conversation_id != first
    assert await world.refused_decision(elsewhere) == ClaimRefused("confirmation_unknown")
    assert "1" in world.dev.dashboards


@pytest.mark.parametrize("user", ["local:bob", "local:Ann", "ann", "superset:ss-dev:ann"])
async def test_another_users_conversation_is_unknown(user: str) -> None:
    """J10: users are compared exactly, and an admin is no exception."""
    world = await asked()
    card = await world.waiting()
    other = world.session(user=user)
    decision = Decision(Verdict.APPROVE, user, card["digest"])
    refused = await world.refused_decision(card, decision, other)
    assert refused == ConversationUnknown(str(world.conversation_id))
    cancelled = await world.runner.cancel(str(world.conversation_id), other)
    assert isinstance(cancelled, Failure)
    assert isinstance(await world.refused_message("hi", other), ConversationUnknown)
    assert await world.waiting() == card


async def test_a_late_approval_is_refused_and_ends_the_turn() -> None:
    """H08, H13."""
    world = await asked()
    card = await world.waiting()
    world.clock.advance(timedelta(minutes=30))
    assert await world.refused_decision(card) == ClaimRefused("confirmation_expired")
    await world.settle()
    said = await world.said()
    assert types(said)[-3:] == ["confirm_resolved", "tool_cancelled", "done"]
    assert every(said, "confirm_resolved")[0]["decision"] == "expired"
    assert await world.refused_decision(card) == ClaimRefused("confirmation_expired")
    assert "1" in world.dev.dashboards
    assert world.audited("decision")[-1]["decision"] == "expired"


async def test_a_moment_before_the_end_an_approval_still_holds() -> None:
    world = await asked()
    world.clock.advance(timedelta(minutes=29, seconds=59))
    assert only(await world.decide(), "tool_end")


async def test_a_message_after_the_end_of_a_question_is_taken() -> None:
    world = World([[DELETE], "Hello again."])
    await world.send("delete dashboard 1")
    world.clock.advance(timedelta(minutes=31))
    events = await world.send("what else?")
    assert only(events, "done")["text"] == "Hello again."
    decisions = [each["decision"] for each in every(await world.said(), "confirm_resolved")]
    assert decisions == ["expired"]


async def test_two_messages_after_the_end_expire_it_once() -> None:
    world = World([[DELETE], "One.", "Two."])
    await world.send("delete dashboard 1")
    world.clock.advance(timedelta(minutes=31))
    await asyncio.gather(world.send("a"), world.send("b"), return_exceptions=True)
    await world.settle()
    assert len(every(await world.said(), "confirm_resolved")) == 1


async def test_a_decided_question_takes_no_second_answer() -> None:
    world = await asked()
    card = await world.waiting()
    await world.decide(Verdict.DENY)
    assert await world.refused_decision(card) == ClaimRefused("already_decided")
    assert "1" in world.dev.dashboards


async def test_of_a_hundred_approvals_one_executes() -> None:
    world = await asked()
    card = await world.waiting()
    answers = await asyncio.gather(*(world.try_decide(card) for _ in range(100)))
    await world.settle()
    refused = [answer.failure() for answer in answers if isinstance(answer, Failure)]
    assert refused == [ClaimRefused("already_decided")] * 99
    assert world.dev.calls["dashboards.delete"] == 1
    assert len(every(await world.said(), "tool_end")) == 1


async def test_yes_and_no_at_once_leave_one_answer() -> None:
    world = await asked()
    card = await world.waiting()
    deny = Decision(Verdict.DENY, ANN, card["digest"])
    both = await asyncio.gather(world.try_decide(card, deny), world.try_decide(card))
    await world.settle()
    assert sum(isinstance(answer, Failure) for answer in both) == 1
    assert len(every(await world.said(), "confirm_resolved")) == 1


async def test_approve_and_cancel_at_once_leave_one_end() -> None:
    world = await asked()
    card = await world.waiting()
    await asyncio.gather(world.try_decide(card), world.cancel(), return_exceptions=True)
    await world.settle()
    assert not every(await world.said(), "error")
    assert len(every(await world.said(), "confirm_resolved")) == 1


async def test_a_reason_reaches_the_model_and_the_page() -> None:
    world = await asked()
    events = await world.decide(Verdict.DENY, reason="wrong dashboard, I meant 3")
    assert types(events) == ["confirm_resolved", "tool_cancelled", "token", "done"]
    resolved = only(events, "confirm_resolved")
    assert (resolved["decision"], resolved["by"]) == ("deny", ANN)
    assert resolved["reason"] == "wrong dashboard, I meant 3"
    told = world.scripted.requests[1].messages[-1].content
    assert "wrong dashboard, I meant 3" in told
    assert "did not run" in told
    assert "1" in world.dev.dashboards


async def test_a_refusal_needs_no_digest() -> None:
    world = await asked()
    decided = await world.try_decide(await world.waiting(), Decision(Verdict.DENY, ANN))
    assert not isinstance(decided, Failure)
    await world.settle()
    assert "1" in world.dev.dashboards


async def test_every_decision_and_execution_is_audited_once() -> None:
    world = await asked()
    card = await world.waiting()
    await world.decide()
    (decision,) = world.audited("decision")
    (execution,) = world.audited("execution")
    assert decision["decision"] == "approve"
    assert decision["digest"] == execution["digest"] == card["digest"]
    assert execution["outcome"] == "done"
    assert execution["snapshot"] in world.backups.archives
    assert not isinstance(await world.audit.verify(), Failure)


WORDS = ("confirm", "подтвердить", "yes", "да, удаляй", "approve", "/confirm", "deny", "cancel")


@pytest.mark.parametrize("words", WORDS)
async def test_words_in_a_message_never_decide(words: str) -> None:
    """H05: a message while a question waits is refused with the card, whatever it says."""
    world = await asked()
    refused = await world.refused_message(words)
    assert isinstance(refused, ConfirmationWaits)
    assert refused.confirmation.metadata == await world.waiting()
    assert "1" in world.dev.dashboards
    assert len(world.scripted.requests) == 1


async def test_a_model_that_says_it_is_approved_approves_nothing() -> None:
    """The proposal repeated with "approved" in it is another call with a question of its own."""
    again = call("delete_dashboard", dashboard_id="1", approved=True)
    world = World([["The person approved.", DELETE], [again], "."])
    await world.send("delete dashboard 1")
    await world.decide(Verdict.DENY)
    assert "1" in world.dev.dashboards
    assert not every(await world.said(), "tool_start")


async def test_the_language_of_the_turn_is_kept_over_a_wait() -> None:
    world = World([[DELETE], "Готово."])
    russian = replace(world.session(), language="ru")
    await world.send("удали дашборд 1", session=russian)
    events = await world.decide(session=replace(world.session(), language="en"))
    summary = only(events, "tool_end")["summary"]
    assert any("а" <= letter <= "я" for letter in summary)
