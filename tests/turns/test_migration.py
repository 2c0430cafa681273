"""A migration as whole turns: planned, approved, followed, undone."""

from dataclasses import replace

from returns.result import Failure

from adapters.memory.superset.server import MemorySuperset
from domain.conversation import TurnState
from domain.events import TaskProgressed
from domain.tasks import Task, TaskState
from moving_worlds import development, production
from turns.world import Json, World, call, only, types

MIGRATE = call("execute_migration", source_env="ss-dev", target_env="ss-prod")


async def worlds(*replies: object) -> World:
    made = World([*replies])  # type: ignore[list-item]
    made.dev, made.prod = development(), production()
    made.supersets.servers.update({"ss-dev": made.dev, "ss-prod": made.prod})
    await made.tasks.serve(made.container.task_worker().work)
    return made


async def migrated(here: World) -> Task:
    """The task of an approved migration, at its end."""
    await here.send("Migrate everything to prod")
    events = await here.decide()
    task = await here.tasks.wait(only(events, "tool_end")["action_id"], 30)
    assert task is not None
    assert task.state is TaskState.SUCCEEDED, task.log
    return task


def everything(server: MemorySuperset) -> Json:
    return (dict(server.dashboards), dict(server.charts), dict(server.datasets))


async def test_migration_is_asked_for_and_goes_on_by_itself() -> None:
    here = await worlds([MIGRATE], "It runs.")
    events = await here.send("Migrate everything to prod")
    card = only(events, "confirm_required")["metadata"]
    assert card["tool_name"] == "execute_migration"
    assert (card["env_id"], card["plan"]["undo"]) == ("ss-prod", "inverse")
    events = await here.decide()
    said = [kind for kind in types(events) if kind != "task_progress"]
    assert said == ["confirm_resolved", "tool_start", "tool_end", "token", "done"]
    assert only(events, "tool_end")["action_id"] == card["confirmation_id"]


async def test_progress_follows_done_in_the_log_of_the_conversation() -> None:
    here = await worlds([MIGRATE], "It runs.")
    task = await migrated(here)
    events = await here.container.feed().replay(str(here.conversation_id))
    told = [event.data for event in events if event.type == "task_progress"]
    assert told[-1]["note"] == (task.summary or {})["en"]
    assert [event.seq for event in events] == list(range(1, len(events) + 1))


async def test_migration_can_be_undone_as_a_whole() -> None:
    here = await worlds([MIGRATE], "It runs.", "Undone.")
    before = everything(here.prod)
    task = await migrated(here)
    assert everything(here.prod) != before
    started = await here.runner.undo(task.id, here.session())
    assert not isinstance(started, Failure), started
    events = await here.until_done(started.unwrap())
    plan = only(events, "confirm_required")["metadata"]["plan"]
    assert plan["blocked"] == []
    events = await here.decide()
    end = only(events, "tool_end")
    assert "as it was before" in end["summary"], end
    dashboards, charts, datasets = everything(here.prod)
    assert {d.title for d in dashboards.values()} == {d.title for d in before[0].values()}
    assert {c.title for c in charts.values()} == {c.title for c in before[1].values()}
    assert {d.title for d in datasets.values()} == {d.title for d in before[2].values()}


async def test_running_migration_is_not_undone() -> None:
    here = await worlds([MIGRATE], "It runs.", "No.")
    here.tasks.crash()
    await here.send("Migrate everything to prod")
    events = await here.decide()
    started = await here.runner.undo(only(events, "tool_end")["action_id"], here.session())
    assert not isinstance(started, Failure), started
    events = await here.until_done(started.unwrap())
    assert "still running" in only(events, "tool_error")["message"]


async def test_progress_after_the_last_word_is_no_broken_turn() -> None:
    """A crash between the last event of a turn and its end in the store."""
    here = await worlds("Hello.")
    events = await here.send("hello")
    turn_id = only(events, "done")["turn_id"]
    turn = here.tables.turns[turn_id]
    here.tables.turns[turn_id] = replace(turn, state=TurnState.RUNNING, finish_reason=None)
    progress = TaskProgressed("k1", "run_backup", 1, 2, "Sales")
    feed = here.container.feed()
    await feed.append(str(here.conversation_id), turn_id, here.clock.now(), progress)
    await here.runner.recover()
    kinds = [event.type for event in await feed.replay(str(here.conversation_id))]
    assert kinds.count("done") == 1
    assert "error" not in kinds
