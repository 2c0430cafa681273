"""A deployment that was approved, and its undo."""

from returns.result import Failure

from application.ports.turn_runner import Session, UndoRefused
from moving_worlds import development, production
from turns.world import Json, World, call, only

DEPLOY = call("deploy_dashboard", dashboard_id="Sales", source="ss-dev", target_env="ss-prod")


def world(*replies: object) -> World:
    made = World([*replies])  # type: ignore[list-item]
    made.dev, made.prod = development(), production()
    made.supersets.servers.update({"ss-dev": made.dev, "ss-prod": made.prod})
    return made


async def deployed(here: World) -> str:
    """The id of an approved deployment."""
    await here.send("Deploy Sales")
    events = await here.decide()
    return str(only(events, "tool_end")["action_id"])


async def undo(here: World, action: str, session: Session | None = None) -> list[Json]:
    started = await here.runner.undo(action, session or here.session())
    assert not isinstance(started, Failure), started
    here.conversation_id = started.unwrap().conversation_id
    return await here.until_done(started.unwrap())


async def refusal(here: World, action: str, session: Session | None = None) -> str:
    started = await here.runner.undo(action, session or here.session())
    assert isinstance(started, Failure)
    refused = started.failure()
    assert isinstance(refused, UndoRefused)
    return refused.code
