"""J03: a token is looked at again before every execution and every decision."""

from dataclasses import replace
from datetime import timedelta

import pytest

from application.ports.turn_runner import Message, Session
from domain.roles import Role
from turns.stand_ins import StandIn
from turns.world import Json, World, call, every, only, types

DELETE = call("delete_dashboard", dashboard_id="1")
SEARCH = call("search_dashboards")


async def revoke(world: World, session: Session) -> None:
    caller = session.caller
    await world.sessions.revoke(caller.token_id, caller.expires_at)


async def expire(world: World, session: Session) -> None:
    world.clock.moment = session.caller.expires_at + timedelta(seconds=30)


ENDS = pytest.mark.parametrize("end", [revoke, expire])


@ENDS
async def test_a_token_that_ends_during_a_turn_runs_nothing_more(end: Json) -> None:
    look = StandIn("look", is_open=False)
    world = World([[call("look")], [SEARCH, DELETE], "Never said."], more_tools=[look.tool])
    session = world.session()
    handle = await world.begin(Message("look, then search", env_id="ss-dev"), session)
    await look.began.wait()
    await end(world, session)
    look.gate.set()
    events = await world.until_done(handle)
    assert types(events)[2:] == ["tool_start", "tool_end", "error", "done"]
    error = only(events, "error")
    assert (error["code"], error["status"]) == ("session_expired", 401)
    assert only(events, "done")["finish_reason"] == "error"
    assert not world.dev.calls["dashboards.all"]
    assert not world.tables.confirmations


@ENDS
async def test_every_call_that_did_not_run_is_answered(end: Json) -> None:
    look = StandIn("look", is_open=False)
    world = World([[call("look")], [SEARCH, DELETE], "Hello again."], more_tools=[look.tool])
    session = world.session()
    handle = await world.begin(Message("go", env_id="ss-dev"), session)
    await look.began.wait()
    await end(world, session)
    look.gate.set()
    await world.until_done(handle)
    await world.send("again")
    history = world.scripted.requests[-1].messages
    late = [m.content for m in history if m.role == "tool" and "Not run" in m.content]
    assert len(late) == 2


@ENDS
async def test_a_token_that_ends_before_the_decision_decides_nothing(end: Json) -> None:
    world = World([[DELETE, SEARCH], "Hello again."])
    session = world.session()
    await world.send("delete", session=session)
    moment = world.clock.moment
    await end(world, session)
    if world.clock.moment > moment:
        # The question itself is still open: only the token is over.
        confirmation = await world.container.confirmations().waiting(str(world.conversation_id))
        assert confirmation is not None
        world.clock.moment = moment
        session = Session(session.caller, "en", "no.token.atall")
    events = await world.decide(session=session)
    assert types(events) == ["confirm_resolved", "error", "done"]
    assert only(events, "error")["status"] == 401
    assert "1" in world.dev.dashboards
    again = await world.send("hello")
    assert only(again, "done")["finish_reason"] == "stop"


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "Bearer x"])
async def test_a_token_that_is_none_approves_nothing(token: str) -> None:
    world = World([[DELETE], "."])
    await world.send("delete")
    forged = Session(world.session().caller, "en", token)
    events = await world.decide(session=forged)
    assert only(events, "error")["code"] == "unauthenticated"
    assert "1" in world.dev.dashboards


async def test_a_session_may_not_claim_more_than_its_token_says() -> None:
    """The caller of a session is checked against its token, not believed."""
    world = World([[DELETE], "."])
    await world.send("delete")
    viewer, admin = world.session(Role.VIEWER), world.session(Role.ADMIN)
    forged = Session(admin.caller, "en", viewer.token)
    events = await world.decide(session=forged)
    assert not every(events, "tool_start")
    assert "1" in world.dev.dashboards


@ENDS
async def test_a_token_that_ends_between_the_second_look_and_the_run_runs_nothing(
    end: Json,
) -> None:
    """Planning again may take a minute: the token is asked for once more, right before the run."""
    world = World([[DELETE, SEARCH], "Hello again."])
    session = world.session()
    await world.send("delete", session=session)
    review = world.container.review()
    plan_again = review.make_plan

    async def slowly(*args: Json) -> Json:
        planned = await plan_again(*args)
        await end(world, session)
        return planned

    object.__setattr__(review, "make_plan", slowly)
    events = await world.decide(session=session)
    assert types(events) == ["confirm_resolved", "error", "done"]
    assert only(events, "error")["code"] == "session_expired"
    assert "1" in world.dev.dashboards
    assert not world.audited("execution")
    assert await world.container.confirmations().cut_off() == ()
    world.clock.moment = session.caller.expires_at + timedelta(seconds=30)
    again = await world.send("hello")
    assert only(again, "done")["text"] == "Hello again."


async def test_a_role_lowered_between_the_second_look_and_the_run_runs_nothing() -> None:
    """A provider may sign the same session anew with less: what counts is what it says now."""
    world = World([[DELETE], "Stopped."])
    await world.send("delete")
    authenticate, asked = world.identity.authenticate, []

    async def lowered(token: str) -> Json:
        asked.append(token)
        found = await authenticate(token)
        return found if len(asked) == 1 else found.map(lambda c: replace(c, role=Role.VIEWER))

    world.identity.authenticate = lowered  # type: ignore[method-assign]
    events = await world.decide()
    assert len(asked) == 2
    assert only(events, "permission_denied")["user_role"] == "viewer"
    assert not every(events, "tool_start")
    assert "1" in world.dev.dashboards
