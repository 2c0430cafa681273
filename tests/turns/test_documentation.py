"""Descriptions through whole turns: drafted by the model, shown, approved, written, undone."""

from application.ports.language_model import CallProposed
from application.ports.turn_runner import UndoRefused
from domain.superset import SupersetFault
from domain.tasks import Task, TaskState
from turns.world import Json, World, call, every, only, types

DRAFT = call("run_llm_documentation", dataset_id="orders")
APPLY = call("run_llm_documentation", dataset_id="orders", apply=True)
WORDS = call("write_descriptions", own="Orders of the shop.", c2="Where it was sold.")
ID_TEXT = "Id: identifies the row, different in each of the 3 rows that were looked at."


async def world_of(*replies: CallProposed | str) -> World:
    """The model drafts with the reply after the call that asks for drafts."""
    made = World([[reply] if isinstance(reply, CallProposed) else reply for reply in replies])
    await made.tasks.serve(made.container.task_worker().work)
    return made


async def ended(world: World, events: list[Json]) -> Task:
    """The task of an approved call, at its end."""
    task = await world.tasks.wait(only(events, "tool_end")["action_id"], 30)
    assert task is not None
    assert task.state.is_over
    return task


async def test_drafts_are_read_and_written_only_after_a_yes() -> None:
    world = await world_of(DRAFT, WORDS, APPLY, "Done.")
    events = await world.send("describe orders and write it down")
    assert "drafted" in only(events, "tool_end")["summary"]
    card = only(events, "confirm_required")["metadata"]
    assert card["risk"] == "write"
    assert [(each["name"], each["new"]) for each in card["plan"]["resources"][0]["fields"]] == [
        ("description", "Orders of the shop."),
        (
            "column id",
            ID_TEXT,
        ),
        ("column region", "Where it was sold."),
        ("column revenue", "Revenue: numbers from 10.50 to 30 (3 rows looked at)."),
    ]
    assert "worded by the model scripted" in card["plan"]["warnings"][0]
    assert world.dev.descriptions == {}
    task = await ended(world, await world.decide())
    assert task.state is TaskState.SUCCEEDED
    assert world.dev.descriptions == {
        "dataset/1": "Orders of the shop.",
        "column/1/1": ID_TEXT,
        "column/1/2": "Where it was sold.",
        "column/1/3": "Revenue: numbers from 10.50 to 30 (3 rows looked at).",
    }


async def test_progress_of_drafting_and_writing_is_told_live() -> None:
    world = await world_of(APPLY, WORDS, "Done.")
    await world.send("describe orders and write it down")
    await ended(world, await world.decide())
    feed = await world.container.feed().replay(str(world.conversation_id))
    told = [event.data for event in feed if event.type == "task_progress"]
    assert {each["tool_name"] for each in told} == {"run_llm_documentation"}
    assert len({each["task_id"] for each in told}) == 2
    assert told[-1]["done"] == told[-1]["total"] == 1


async def test_an_edit_while_the_question_waits_asks_anew() -> None:
    world = await world_of(APPLY, WORDS, "Done.")
    await world.send("describe orders and write it down")
    world.dev.descriptions["dataset/1"] = "By hand"
    events = await world.decide()
    card = only(events, "confirm_required")["metadata"]
    fields = {each["name"]: each["new"] for each in card["plan"]["resources"][0]["fields"]}
    assert "description" not in fields
    assert world.dev.descriptions == {"dataset/1": "By hand"}
    await ended(world, await world.decide())
    assert world.dev.descriptions["dataset/1"] == "By hand"
    assert world.dev.descriptions["column/1/2"] == fields["column region"]


async def test_drafts_of_another_conversation_are_not_taken() -> None:
    other = call("write_descriptions", own="Other words.")
    world = await world_of(DRAFT, WORDS, "Here.", APPLY, other, "Done.")
    await world.send("describe orders")
    world.conversation_id = None
    events = await world.send("describe orders and write it down")
    card = only(events, "confirm_required")["metadata"]
    assert card["plan"]["resources"][0]["fields"][0]["new"] == "Other words."


async def test_a_no_writes_nothing() -> None:
    world = await world_of(APPLY, WORDS, "Fine.")
    events = await world.send("describe orders and write it down")
    assert every(events, "confirm_required")
    await world.cancel()
    assert world.dev.descriptions == {}
    assert "tool_end" not in types(await world.said())


async def test_undo_leaves_what_was_edited_since() -> None:
    apply = call("run_llm_documentation", dashboard_id="Sales overview", apply=True)
    world = await world_of(apply, WORDS, call("write_descriptions"), "Done.")
    world.dev.descriptions["column/1/1"] = "By hand"
    await world.send("describe it")
    task = await ended(world, await world.decide())
    assert world.dev.descriptions["dataset/1"] == "Orders of the shop."
    world.dev.descriptions["chart/1"] = "Better words"
    started = await world.runner.undo(task.id, world.session())
    events = await world.until_done(started.unwrap())
    card = only(events, "confirm_required")["metadata"]
    assert card["plan"]["warnings"] == [
        "“Revenue”, description: somebody changed it since, so it stays."
    ]
    only(await world.decide(), "tool_end")
    left = {key: said for key, said in world.dev.descriptions.items() if said is not None}
    assert left == {"column/1/1": "By hand", "chart/1": "Better words"}
    again = await world.runner.undo(task.id, world.session())
    assert again.failure() == UndoRefused("already_undone")


async def test_undo_of_what_was_taken_back_by_hand_is_no_change() -> None:
    world = await world_of(APPLY, WORDS, "Done.")
    await world.send("describe orders")
    task = await ended(world, await world.decide())
    world.dev.descriptions = dict.fromkeys(world.dev.descriptions)
    started = await world.runner.undo(task.id, world.session())
    events = await world.until_done(started.unwrap())
    assert "confirm_required" not in types(events)
    end = only(events, "tool_end")
    assert end["summary"].startswith("No change")
    assert end["undone_action_id"] == task.id
    again = await world.runner.undo(task.id, world.session())
    assert again.failure() == UndoRefused("already_undone")


async def test_undo_that_cannot_look_is_no_undo() -> None:
    world = await world_of(APPLY, WORDS, "Done.")
    await world.send("describe orders")
    task = await ended(world, await world.decide())
    world.dev.fail_next(SupersetFault.UNREACHABLE, "descriptions.dataset")
    started = await world.runner.undo(task.id, world.session())
    events = await world.until_done(started.unwrap())
    assert only(events, "tool_error")
    again = await world.runner.undo(task.id, world.session())
    assert only(await world.until_done(again.unwrap()), "confirm_required")
