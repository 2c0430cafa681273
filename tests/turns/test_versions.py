"""Branches and commits as whole turns: asked for, decided, done once, or not needed at all."""

from dataclasses import replace

import pytest

from adapters.planner.language_model import CommandAssistant
from domain.confirmation import Verdict
from domain.repository import Branch
from domain.roles import Role
from domain.texts import Language
from tool_surroundings import TEXTS
from turns.world import Json, World, call, every, only, types

COMMIT = call("commit_changes", dashboard_id="1", message="New colours")
BRANCH = call("create_branch", name="feature/x")


async def branches(world: World) -> list[str]:
    known: tuple[Branch, ...] = (await world.container.repository().branches()).unwrap()
    return [branch.name for branch in known]


async def approved(world: World, text: str = "commit dashboard 1") -> list[Json]:
    await world.send(text)
    return await world.decide()


async def test_commit_waits_for_a_yes_and_shows_what_it_holds() -> None:
    world = World([[COMMIT], "Done."])
    events = await world.send("commit dashboard 1")
    card = only(events, "confirm_required")["metadata"]
    assert (card["risk"], card["dangerous"], card["required_role"]) == ("write", False, "admin")
    assert card["target"]["title"] == "Sales overview"
    assert {each["kind"] for each in card["plan"]["resources"]} >= {"branch", "dashboard", "chart"}
    assert await branches(world) == []
    events = await world.decide(Verdict.DENY)
    assert only(events, "tool_cancelled")
    assert await branches(world) == []


async def test_approved_commit_names_the_person() -> None:
    world = World([[COMMIT], "Done."])
    events = await approved(world)
    assert only(events, "tool_end")["tool_name"] == "commit_changes"
    tip = (await world.container.repository().resolve("main")).unwrap()
    assert (tip.author.name, tip.subject) == ("local:ann", "New colours")


async def test_second_commit_without_a_change_is_not_asked_for() -> None:
    world = World([[COMMIT], "Done.", [COMMIT], "Nothing to do."])
    await approved(world)
    before = (await world.container.repository().resolve("main")).unwrap()
    events = await world.send("commit dashboard 1 again")
    assert not every(events, "confirm_required")
    assert "Nothing changed" in only(events, "tool_end")["summary"]
    assert only(events, "done")["finish_reason"] == "stop"
    assert (await world.container.repository().resolve("main")).unwrap() == before


async def test_edit_between_question_and_answer_is_shown_anew() -> None:
    world = World([[COMMIT], "Done."])
    await world.send("commit dashboard 1")
    world.dev.charts["1"] = replace(world.dev.charts["1"], viz_type="pie")
    events = await world.decide()
    assert types(events) == ["confirm_resolved", "confirm_required", "done"]
    assert await branches(world) == []
    assert only(await world.decide(), "tool_end")
    assert await branches(world) == ["main"]


async def test_branch_needs_no_environment() -> None:
    world = World([[COMMIT], "Done.", [BRANCH], "Done."])
    await approved(world)
    events = await world.send("create a branch feature/x", env_id=None)
    card = only(events, "confirm_required")["metadata"]
    assert (card["env_id"], card["env_context"]) == (None, None)
    assert only(await world.decide(), "tool_end")
    assert await branches(world) == ["feature/x", "main"]


async def test_taken_branch_is_refused_before_the_question() -> None:
    world = World([[COMMIT], "Done.", [call("create_branch", name="MAIN")], "Sorry."])
    await approved(world)
    events = await world.send("create a branch MAIN")
    assert not every(events, "confirm_required")
    assert "main" in only(events, "tool_error")["message"]


@pytest.mark.parametrize("proposed", [COMMIT, BRANCH])
async def test_analyst_is_refused(proposed: Json) -> None:
    world = World([[proposed], "Sorry."])
    events = await world.send("do it", session=world.session(Role.ANALYST))
    assert only(events, "permission_denied")["required_role"] == "admin"
    assert not every(events, "confirm_required")


@pytest.mark.parametrize(
    ("language", "commit", "branch"),
    [
        ("en", "Commit dashboard 1 with the message “New colours”", "Create a branch named x/y"),
        ("ru", "Закоммить дашборд 1 с сообщением «Новые цвета»", "Создай ветку x/y"),
    ],
)
async def test_built_in_assistant_commits_and_branches(
    language: Language, commit: str, branch: str
) -> None:
    world = World([], given_model=CommandAssistant(TEXTS))
    session = replace(world.session(), language=language)
    for order in (commit, branch):
        events = await world.send(order, session=session)
        assert every(events, "confirm_required"), events
        assert only(await world.decide(session=session), "tool_end")
    assert await branches(world) == ["main", "x/y"]
    tip = (await world.container.repository().resolve("main")).unwrap()
    assert tip.subject in {"New colours", "Новые цвета"}
